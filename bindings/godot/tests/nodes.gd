## Every node and its promise: sprites hit as they look, signals, tile maps, travels, snapshots, bullets, queries.
extends SceneTree

const Check := preload("res://tests/check.gd")
const F: Array[String] = ["####..", "#.....", "###...", "#.....", "#....."]

var check := Check.new()

func new_world() -> KasuriWorld2D:
	var world := KasuriWorld2D.new()
	world.auto_step = false
	root.add_child(world)
	return world

func new_body(world: Node, shape: KasuriShape2D, at: Vector2) -> KasuriBody2D:
	var body := KasuriBody2D.new()
	body.shape = shape
	body.position = at
	world.add_child(body)
	return body

## The pixels that a world's bodies cover, as Godot would draw them, around the origin.
func covered(world: KasuriWorld2D) -> Dictionary:
	var found := {}
	for y in range(-20, 20):
		for x in range(-20, 20):
			if not world.at_point(Vector2(x + 0.5, y + 0.5)).is_empty():
				found[Vector2i(x, y)] = true
	return found

## The pixels that Godot's rules for Sprite2D give: the rectangle at the offset, flipped in place.
func expected(picture: Image, part: Rect2i, corner: Vector2i, flip_h: bool, flip_v: bool) -> Dictionary:
	var found := {}
	for y in part.size.y:
		for x in part.size.x:
			var from := Vector2i(part.size.x - 1 - x if flip_h else x, part.size.y - 1 - y if flip_v else y)
			if picture.get_pixelv(part.position + from).a > 0.5:
				found[corner + Vector2i(x, y)] = true
	return found

func sprites() -> void:
	var picture := Check.image(F)
	var wide := Image.create_empty(18, 10, false, Image.FORMAT_RGBA8)
	wide.blit_rect(picture, Rect2i(0, 0, 6, 5), Vector2i(6, 5))
	var texture := ImageTexture.create_from_image(wide)
	for flips in 4:
		for centered: bool in [false, true]:
			for way in 2:
				var world := new_world()
				var body := KasuriBody2D.new()
				var sprite := Sprite2D.new()
				sprite.texture = texture
				sprite.flip_h = flips & 1
				sprite.flip_v = flips & 2
				sprite.centered = centered
				# Half a pixel, so that the middle of five rows is at a whole one.
				sprite.offset = Vector2(2, 3.5 if centered else 3.0)
				if way == 0:
					sprite.hframes = 3
					sprite.vframes = 2
					sprite.frame = 4
				else:
					sprite.region_enabled = true
					sprite.region_rect = Rect2(6, 5, 6, 5)
				body.add_child(sprite)
				body.position = Vector2(-4, 1)
				world.add_child(body)
				world.sync_nodes()
				var corner := Vector2i(-1 - 4, 1 + 1) if centered else Vector2i(2 - 4, 3 + 1)
				var want := expected(wide, Rect2i(6, 5, 6, 5), corner, sprite.flip_h, sprite.flip_v)
				check.equal(covered(world), want, "a sprite with flips %d, centered %s, way %d" % [flips, centered, way])
				world.free()
	var world := new_world()
	var body := KasuriBody2D.new()
	var animated := AnimatedSprite2D.new()
	animated.sprite_frames = SpriteFrames.new()
	animated.sprite_frames.add_frame("default", Check.texture(["##"] as Array[String]))
	animated.sprite_frames.add_frame("default", Check.texture(["#..#"] as Array[String]))
	animated.centered = false
	body.add_child(animated)
	world.add_child(body)
	world.sync_nodes()
	check.equal(covered(world).keys(), [Vector2i(0, 0), Vector2i(1, 0)], "the first frame of an animation")
	animated.frame = 1
	world.sync_nodes()
	check.equal(covered(world).keys(), [Vector2i(0, 0), Vector2i(3, 0)], "the second frame of an animation")
	animated.flip_h = true
	animated.offset = Vector2(1, 1)
	world.sync_nodes()
	check.equal(covered(world).keys(), [Vector2i(1, 1), Vector2i(4, 1)], "an animation with an offset")
	world.free()

func poses() -> void:
	var world := new_world()
	world.position = Vector2(1000, 0)
	var outer := Node2D.new()
	outer.position = Vector2(10, 20)
	outer.rotation = 0.7
	outer.scale = Vector2(-2, 2)
	world.add_child(outer)
	var middle := Node.new()
	var inner := Node2D.new()
	inner.position = Vector2(5, -3)
	inner.rotation = -0.4
	outer.add_child(inner)
	var body := KasuriBody2D.new()
	body.shape = KasuriShape2D.segment(Vector2.ZERO, Vector2(8, 0))
	body.position = Vector2(7, 2)
	body.rotation = 0.3
	inner.add_child(body)
	world.add_child(middle)
	world.sync_nodes()
	var tip: Vector2 = world.to_local(body.to_global(Vector2(8, 0)))
	check.that(world.body_position(body.get_body()).distance_to(world.to_local(body.global_position)) < 0.01, "the place of a nested body")
	check.equal(world.in_circle(tip, 0.1), PackedInt64Array([body.get_body()]), "the turn of a nested body in a mirrored parent")
	inner.scale = Vector2(1, 3)
	world.sync_nodes()
	check.equal(body.get_body(), 0, "a sheared body hits nothing")
	inner.scale = Vector2.ONE
	world.sync_nodes()
	check.that(body.get_body() != 0, "and hits again when it is not sheared any more")
	world.free()

func signals() -> void:
	var world := new_world()
	world.bounds = Rect2(-100, -100, 200, 200)
	var told: Array[String] = []
	var wall := new_body(world, KasuriShape2D.rectangle(Vector2(10, 10)), Vector2.ZERO)
	var ball := new_body(world, KasuriShape2D.circle(3), Vector2(-50, 0))
	ball.graze = 5
	ball.data = 77
	world.began.connect(func(hit: KasuriHit) -> void: told.append("began %s %s" % [hit.node_a() == wall, hit.node_b() == ball]))
	world.ended.connect(func(hit: KasuriHit) -> void: told.append("ended %s" % (hit.node_b() != null)))
	world.grazed.connect(func(_hit: KasuriHit) -> void: told.append("grazed"))
	world.left.connect(func(body: int, node: Node) -> void: told.append("left %s %s" % [body == ball.get_body(), node == ball]))
	ball.began.connect(func(hit: KasuriHit) -> void: told.append("ball %s %d" % [hit.other_node(ball) == wall, hit.data_b()]))
	ball.left.connect(func() -> void: told.append("ball left"))
	world.step()
	check.equal(told, [] as Array[String], "nothing hits")
	ball.position.x = -11
	world.step()
	check.equal(told, ["grazed"] as Array[String], "a graze")
	ball.position.x = -8
	var step := world.step()
	check.equal(told, ["grazed", "began true true", "ball true 77"] as Array[String], "a hit")
	check.equal([step.began_count(), step.hit_count(), step.hits().size()], [1, 1, 1], "the step's lists")
	check.equal(step.began()[0].other(ball.get_body()), wall.get_body(), "the other body of a hit")
	var contact := world.contact(step.began()[0])
	check.equal(contact.normal, Vector2(-1, 0), "the contact's normal")
	check.equal(contact.depth, 0.0, "the contact's depth")
	told.clear()
	ball.disabled = true
	world.step()
	check.equal(told, ["ended true"] as Array[String], "a disabled body")
	ball.disabled = false
	world.step()
	told.clear()
	ball.position.x = 150
	world.step()
	check.equal(told, ["ended true", "left true true", "ball left"] as Array[String], "a body that leaves")
	ball.position.x = 0
	world.step()
	told.clear()
	var number := ball.get_body()
	ball.free()
	check.that(not world.has_body(number), "a freed node has no body")
	var last := world.step()
	check.equal(told, ["ended false"] as Array[String], "the end of a freed body's hit")
	check.equal(last.ended()[0].node_b(), null, "the node of a freed body")
	world.free()

func swept() -> void:
	var world := new_world()
	new_body(world, KasuriShape2D.rectangle(Vector2(2, 100)), Vector2(100, 0))
	var shot := new_body(world, KasuriShape2D.circle(1), Vector2.ZERO)
	shot.swept = true
	world.step()
	shot.position.x = 198
	var step := world.step()
	check.equal(step.began_count(), 1, "a swept body misses nothing")
	check.that(absf(step.began()[0].time() - 98.0 / 198.0) < 0.001, "when it hit")
	world.step()
	check.that(shot.teleport(Vector2.ZERO), "a teleport")
	check.equal(world.step().began_count(), 0, "a teleport has no path")
	world.free()

func regions() -> void:
	var world := new_world()
	var ship := new_body(world, KasuriShape2D.circle(20), Vector2.ZERO)
	var core := KasuriRegion2D.new()
	core.name = "core"
	core.shape = KasuriShape2D.circle(2)
	core.own_layer = true
	core.layer = 4
	ship.regions = [core] as Array[KasuriRegion2D]
	var shot := new_body(world, KasuriShape2D.point(), Vector2(10, 0))
	shot.against = 4
	check.equal(world.step().began_count(), 0, "beside the core")
	shot.position.x = 1
	var hit: KasuriHit = world.step().began()[0]
	check.equal(world.region_name(ship.get_body(), hit.region_a()), "core", "the region of a hit")
	core.shape.radius = 0.5
	check.equal(world.step().ended().size(), 1, "a region's shape that changes")
	world.free()

func tile_set(size: Vector2i, picture: Image) -> TileSet:
	var tiles := TileSet.new()
	tiles.tile_size = size
	tiles.add_physics_layer()
	var atlas := TileSetAtlasSource.new()
	atlas.texture = ImageTexture.create_from_image(picture)
	atlas.texture_region_size = size
	tiles.add_source(atlas, 0)
	atlas.create_tile(Vector2i(0, 0))
	atlas.create_tile(Vector2i(1, 0))
	var half := Vector2(size) / 2.0
	var box := PackedVector2Array([-half, Vector2(half.x, -half.y), half, Vector2(-half.x, half.y)])
	var data := atlas.get_tile_data(Vector2i(0, 0), 0)
	data.add_collision_polygon(0)
	data.set_collision_polygon_points(0, 0, box)
	data = atlas.get_tile_data(Vector2i(1, 0), 0)
	data.add_collision_polygon(0)
	data.set_collision_polygon_points(0, 0, PackedVector2Array([Vector2(half.x, -half.y), half, Vector2(-half.x, half.y)]))
	return tiles

func tile_maps() -> void:
	var picture := Image.create_empty(16, 8, false, Image.FORMAT_RGBA8)
	picture.fill_rect(Rect2i(0, 0, 8, 8), Color.WHITE)
	for k in 8:
		picture.fill_rect(Rect2i(15 - k, k, 1 + k, 1), Color.WHITE)
	for use_pixels: bool in [false, true]:
		var world := new_world()
		var map := KasuriTileMap.new()
		map.use_pixels = use_pixels
		var layer := TileMapLayer.new()
		layer.tile_set = tile_set(Vector2i(8, 8), picture)
		layer.set_cell(Vector2i(-1, 0), 0, Vector2i(0, 0))
		layer.set_cell(Vector2i(0, 0), 0, Vector2i(1, 0))
		layer.set_cell(Vector2i(0, 1), 0, Vector2i(1, 0), TileSetAtlasSource.TRANSFORM_FLIP_H)
		layer.set_cell(Vector2i(-1, 1), 0, Vector2i(1, 0), TileSetAtlasSource.TRANSFORM_TRANSPOSE | TileSetAtlasSource.TRANSFORM_FLIP_V)
		map.add_child(layer)
		world.add_child(map)
		world.sync_nodes()
		var at := func(x: float, y: float) -> bool: return not world.at_point(Vector2(x, y)).is_empty()
		var name := "a tile map by %s: " % ("pixels" if use_pixels else "polygons")
		check.that(at.call(-7.5, 0.5) and at.call(-0.5, 7.5), name + "a full cell")
		check.that(at.call(6.5, 6.5) and not at.call(1.5, 1.5), name + "a slope")
		check.that(at.call(1.5, 14.5) and not at.call(6.5, 9.5), name + "a flipped slope")
		# Transposed it keeps its lower right half; then the vertical flip makes that the upper right half.
		check.that(at.call(-1.5, 9.5) and not at.call(-6.5, 14.5), name + "a transposed and flipped slope")
		check.equal(world.node_of(map.get_body()), map, name + "its node")
		layer.erase_cell(Vector2i(-1, 0))
		map.rebuild()
		world.sync_nodes()
		check.that(not at.call(-7.5, 0.5), name + "after a rebuild")
		layer.position = Vector2(100, 0)
		world.sync_nodes()
		check.that(at.call(106.5, 6.5) and not at.call(6.5, 6.5), name + "after a move")
		world.free()

func motion() -> void:
	var world := new_world()
	new_body(world, KasuriShape2D.rectangle(Vector2(400, 20)), Vector2(0, 110))
	new_body(world, KasuriShape2D.rectangle(Vector2(20, 98)), Vector2(110, 50))
	var shelf := new_body(world, KasuriShape2D.rectangle(Vector2(40, 4)), Vector2(-100, 60))
	shelf.one_way = Vector2.UP
	var hero: KasuriBody2D = preload("res://addons/kasuri/character_body_2d.gd").new()
	hero.shape = KasuriShape2D.rectangle(Vector2(10, 20))
	hero.position = Vector2(0, 50)
	world.add_child(hero)
	world.step()
	var frames := 0
	while not hero.is_on_floor() and frames < 300:
		hero.velocity.y += 20
		hero.move_and_slide()
		world.step()
		frames += 1
	check.that(hero.is_on_floor() and absf(hero.position.y - 90) < 0.1, "a character lands: %s" % hero.position)
	check.equal(world.last_step().hit_count(), 0, "it stands beside the floor, not in it")
	for k in 120:
		hero.velocity = Vector2(120, 10)
		hero.move_and_slide()
	check.that(hero.is_on_wall() and absf(hero.position.x - 95) < 0.1, "a character stops at a wall: %s" % hero.position)
	check.that(hero.is_on_floor(), "and still stands")
	hero.teleport(Vector2(-100, 90))
	world.step()
	hero.velocity = Vector2(0, -400)
	for k in 60:
		hero.velocity.y += 20
		hero.move_and_slide()
		world.step()
	check.that(hero.is_on_floor() and absf(hero.position.y - 48) < 0.1, "a jump up through a one-way shelf: %s" % hero.position)
	# A lift carries what stands on it.
	shelf.carry(Vector2(3, -5))
	check.that(absf(hero.position.x + 97) < 0.01 and absf(hero.position.y - 43) < 0.1, "a lift carries: %s" % hero.position)
	check.equal(shelf.position, Vector2(-97, 55), "the lift itself")
	check.equal(hero.ground(2.0).hit.node(), shelf, "what it stands on")
	var ball := new_body(world, KasuriShape2D.circle(4), Vector2(0, 50))
	world.step()
	var travel := ball.travel(Vector2(0, 60), KasuriWorld2D.BOUNCE, 1.0)
	check.that(travel.velocity.y < 0 and travel.hits.size() == 1, "a bounce")
	check.that(ball.position.distance_to(travel.position) < 0.01, "the node is where the travel ended")
	check.equal(ball.sweep(Vector2(0, 200)).node(), world.node_of(world.at_point(Vector2(0, 110))[0]), "a sweep")
	check.that(absf(ball.distance_to(hero).distance - world.distance(ball.get_body(), hero.get_body()).distance) < 1e-9, "distances")
	world.free()

func queries() -> void:
	var world := new_world()
	var near := new_body(world, KasuriShape2D.circle(5), Vector2(20, 0))
	var far := new_body(world, KasuriShape2D.circle(5), Vector2(60, 0))
	far.layer = 2
	world.sync_nodes()
	var ray := world.ray(Vector2.ZERO, Vector2(100, 0))
	check.equal([ray.node(), ray.point, ray.normal, ray.time], [near, Vector2(15, 0), Vector2(-1, 0), 0.15], "a ray")
	check.equal(world.ray(Vector2.ZERO, Vector2(100, 0), 2).node(), far, "a ray on a layer")
	check.equal(world.ray(Vector2.ZERO, Vector2(100, 0), KasuriWorld2D.ALL_LAYERS, near.get_body()).node(), far, "a ray except a body")
	check.equal(world.ray(Vector2.ZERO, Vector2(0, 100)), null, "a ray that hits nothing")
	check.equal(world.ray_all(Vector2.ZERO, Vector2(100, 0)).size(), 2, "all along a ray")
	var neighbors := world.nearest(Vector2.ZERO, 5)
	check.equal([neighbors.size(), neighbors[0].node(), neighbors[0].distance, neighbors[0].point], [2, near, 15.0, Vector2(15, 0)], "the nearest")
	check.equal(world.in_rect(Rect2(0, -1, 16, 2)), PackedInt64Array([near.get_body()]), "in a rectangle")
	check.equal(world.in_circle(Vector2(60, 8), 4), PackedInt64Array([far.get_body()]), "in a circle")
	check.equal(world.in_cone(Vector2.ZERO, 0, 0.1, 30), PackedInt64Array([near.get_body()]), "in a cone")
	check.equal(world.in_shape(KasuriShape2D.rectangle(Vector2(2, 2)), Vector2(20, 0)), PackedInt64Array([near.get_body()]), "in a shape")
	check.equal(world.sweep(near.get_body(), Vector2(100, 0)), null, "layers count in sweeps" if near.against & 2 == 0 else "sweep") if near.against & 2 == 0 else check.equal(world.sweep(near.get_body(), Vector2(100, 0)).node(), far, "a sweep")
	check.equal(world.sweep_shape(KasuriShape2D.circle(1), Vector2(40, 0), Vector2(0, 0)).node(), near, "a sweep of a shape")
	check.equal(world.distance(near.get_body(), far.get_body()).distance, 30.0, "a distance")
	world.free()

func bullets() -> void:
	var world := new_world()
	world.bounds = Rect2(0, 0, 100, 100)
	var ship := new_body(world, KasuriShape2D.circle(4), Vector2(50, 50))
	var crowd := KasuriBullets2D.new()
	crowd.texture = Check.texture(["###", "###", "###"] as Array[String])
	crowd.despawn_beyond = 0
	world.add_child(crowd)
	var one := crowd.spawn(Vector2(10.5, 50.5), Vector2(60, 0))
	var many := crowd.spawn_many(PackedVector2Array([Vector2(50, 10), Vector2(90, 90)]), PackedVector2Array([Vector2(0, 60), Vector2(600, 0)]), PackedFloat32Array([0.5, 1.0]))
	check.equal([one != 0, many.size(), crowd.count()], [true, 2, 3], "bullets")
	check.equal(crowd.spawn_many(PackedVector2Array([Vector2.ZERO]), PackedVector2Array()).size(), 0, "lists of other lengths")
	world.step(0.5)
	check.equal(crowd.positions(), PackedVector2Array([Vector2(40.5, 50.5), Vector2(50, 40)]), "they flew, and one is gone")
	check.equal(world.last_step().despawned(), PackedInt64Array([many[1]]), "it despawned")
	check.equal(crowd.rotations(), PackedFloat32Array([0, 0.5]), "their angles")
	crowd.set_velocities(PackedVector2Array([Vector2(6, 0), Vector2(0, 6)]))
	var step := world.step(1.0)
	check.equal(step.began_count(), 2, "they hit")
	check.equal(step.began()[0].node_b(), ship, "the ship, which was spawned later")
	check.that(crowd.remove(one) and not crowd.remove(one), "a bullet is removed once")
	crowd.set_positions(PackedVector2Array([Vector2(1, 1)]))
	check.equal(world.step(0).ended().size(), 2, "and both hits end")
	check.that(world.remove(many[0]), "a bullet is a body without a node")
	world.step(0)
	check.equal(crowd.count(), 0, "the crowd forgets it")
	world.free()

func snapshots() -> void:
	var world := new_world()
	var ship := new_body(world, KasuriShape2D.circle(4), Vector2(50, 50))
	var crowd := KasuriBullets2D.new()
	crowd.shape = KasuriShape2D.circle(2)
	world.add_child(crowd)
	var play := func(from: int) -> String:
		for k in 30:
			ship.position += Vector2(1, (from + k) % 3 - 1)
			ship.rotation = (from + k) * 0.1
			if k % 3 == 0:
				crowd.spawn(Vector2(50 + k, 20), Vector2(0, 120))
			world.step()
		return world.hash_text()
	play.call(0)
	var kept := world.snapshot()
	check.equal([kept.hash_text(), kept.steps()], [world.hash_text(), 30], "a snapshot")
	var place := ship.position
	var first: String = play.call(30)
	check.that(world.restore(kept), "a restore")
	check.equal([world.hash_text(), ship.position, crowd.count()], [kept.hash_text(), place, 10], "what was restored")
	check.equal(play.call(30), first, "the same again")
	var late := new_body(world, KasuriShape2D.circle(4), Vector2(5, 5))
	world.step()
	world.restore(kept)
	check.equal(late.get_body(), 0, "a later node has no body in the old world")
	world.step()
	check.that(late.get_body() != 0, "and gets one in the next step")
	var number := ship.get_body()
	ship.free()
	world.restore(kept)
	check.that(not world.has_body(number), "a freed node does not come back")
	world.step()
	world.free()

func enter_and_leave(times: int) -> void:
	for k in times:
		var world := new_world()
		var body := KasuriBody2D.new()
		var sprite := Sprite2D.new()
		sprite.texture = Check.texture(["##"] as Array[String])
		body.add_child(sprite)
		world.add_child(body)
		var crowd := KasuriBullets2D.new()
		crowd.shape = KasuriShape2D.circle(2)
		world.add_child(crowd)
		crowd.spawn(Vector2.ZERO, Vector2.ONE)
		world.step()
		world.free()

## Scenes that are entered and left leave nothing behind.
func leaks() -> void:
	enter_and_leave(1)
	var before := [Performance.get_monitor(Performance.OBJECT_COUNT), Performance.get_monitor(Performance.OBJECT_RESOURCE_COUNT)]
	enter_and_leave(10000)
	var after := [Performance.get_monitor(Performance.OBJECT_COUNT), Performance.get_monitor(Performance.OBJECT_RESOURCE_COUNT)]
	check.equal(after, before, "objects and resources after 10,000 scenes")

## Scripts that have virtual methods of their own.
class ScriptedWorld extends KasuriWorld2D:
	var calls := 0
	func _enter_tree() -> void: calls += 1
	func _exit_tree() -> void: calls += 1
	func _ready() -> void: calls += 1
	func _process(_delta: float) -> void: calls += 1
	func _physics_process(_delta: float) -> void: calls += 100
	func _draw() -> void: calls += 1
	func _notification(_what: int) -> void: calls += 1

class ScriptedBody extends KasuriBody2D:
	var calls := 0
	func _enter_tree() -> void: calls += 1
	func _exit_tree() -> void: calls += 1
	func _process(_delta: float) -> void: calls += 100
	func _physics_process(_delta: float) -> void: position.x += 1

class ScriptedBullets extends KasuriBullets2D:
	var calls := 0
	func _enter_tree() -> void: calls += 1
	func _exit_tree() -> void: calls += 1
	func _process(_delta: float) -> void: calls += 100

class ScriptedMap extends KasuriTileMap:
	var calls := 0
	func _enter_tree() -> void: calls += 1
	func _exit_tree() -> void: calls += 1
	func _process(_delta: float) -> void: calls += 100

func scripts() -> void:
	var world := ScriptedWorld.new()
	root.add_child(world)
	var body := ScriptedBody.new()
	body.shape = KasuriShape2D.circle(5)
	world.add_child(body)
	var crowd := ScriptedBullets.new()
	crowd.shape = KasuriShape2D.circle(2)
	world.add_child(crowd)
	crowd.spawn(Vector2(3, 0), Vector2.ZERO)
	var map := ScriptedMap.new()
	var layer := TileMapLayer.new()
	layer.tile_set = tile_set(Vector2i(8, 8), Image.create_empty(16, 8, false, Image.FORMAT_RGBA8))
	layer.set_cell(Vector2i(0, 0), 0, Vector2i(0, 0))
	map.add_child(layer)
	world.add_child(map)
	var told := [0]
	# The handler reaches the world while that emits.
	world.began.connect(func(_hit: KasuriHit) -> void: told[0] += world.body_count())
	for k in 5:
		await physics_frame
	await process_frame
	check.that(world.steps() >= 3 and world.calls > 300, "a world with a script makes %d steps" % world.steps())
	check.equal(world.process_physics_priority, 1000, "its steps come after the other nodes")
	check.that(told[0] >= 6, "its signals: %d" % told[0])
	check.equal(world.body_position(body.get_body()), body.position, "its step saw where the body went")
	check.equal([body.get_body() != 0, crowd.count(), map.get_body() != 0], [true, 1, true], "nodes with scripts")
	check.that(body.calls > 100 and crowd.calls > 100 and map.calls > 100, "scripts with a process of their own")
	var number := body.get_body()
	check.equal(body.get_kasuri_world(), world, "the world of a body")
	world.remove_child(body)
	check.that(body.get_kasuri_world() == null, "the world of a body that left")
	check.that(not world.has_body(number), "a scripted body that left")
	world.remove_child(crowd)
	world.remove_child(map)
	check.equal(world.body_count(), 0, "scripted nodes that left")
	for node: Node in [body, crowd, map, world]:
		node.free()

## A build without the GPU refuses one, and the CPU decides on.
func backends() -> void:
	var world := new_world()
	check.equal([world.backend, KasuriWorld2D.CPU], [0, 0], "the backend")
	world.backend = 7
	check.equal(world.backend, KasuriWorld2D.CPU, "a backend that is none")
	check.equal(world.step().backend(), "cpu", "the backend of a step")
	world.free()

func _initialize() -> void:
	await process_frame
	sprites()
	poses()
	signals()
	swept()
	regions()
	tile_maps()
	motion()
	queries()
	bullets()
	snapshots()
	backends()
	await scripts()
	leaks()
	check.finish(self, "nodes")
