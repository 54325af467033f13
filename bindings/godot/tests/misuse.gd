## Misuse: Godot errors and empty answers, never a crash. Freeing in signals, freed nodes, nulls, numbers of other things, and
## random calls of every method of every class with random arguments. The errors that this prints are expected.
extends SceneTree

const Check := preload("res://tests/check.gd")
const CLASSES: Array[String] = [
	"KasuriWorld2D", "KasuriBody2D", "KasuriBullets2D", "KasuriTileMap", "KasuriShape2D", "KasuriRegion2D", "KasuriMask",
	"KasuriLook", "KasuriBodyDefinition", "KasuriHit", "KasuriStep", "KasuriSnapshot", "KasuriRayHit", "KasuriTravel",
	"KasuriPlaceGrid", "KasuriFreeMap", "KasuriRecording", "KasuriReplay", "KasuriSheet", "KasuriSheetFrame",
]

var check := Check.new()

func new_world() -> KasuriWorld2D:
	var world := KasuriWorld2D.new()
	world.auto_step = false
	root.add_child(world)
	return world

func new_body(world: Node, x: float) -> KasuriBody2D:
	var body := KasuriBody2D.new()
	body.shape = KasuriShape2D.circle(4)
	body.position.x = x
	world.add_child(body)
	return body

## Handlers of signals free what they can.
func freeing() -> void:
	for case in 8:
		var world := new_world()
		var a := new_body(world, 0)
		var b := new_body(world, 1)
		var crowd := KasuriBullets2D.new()
		crowd.shape = KasuriShape2D.circle(3)
		crowd.layer = 1
		world.add_child(crowd)
		crowd.spawn(Vector2.ZERO, Vector2.ZERO)
		var calls := [0]
		world.began.connect(func(_hit: KasuriHit) -> void:
			calls[0] += 1
			match case:
				0: a.queue_free()
				1: if is_instance_valid(a): a.free()
				2: if is_instance_valid(b): b.free()
				3: if is_instance_valid(crowd): crowd.free()
				4: check.equal(world.step(), null, "a step in a handler")
				5: world.restore(world.snapshot())
				6: if is_instance_valid(world) and world.is_inside_tree(): root.remove_child(world)
				7: crowd.clear()
		)
		a.began.connect(func(_hit: KasuriHit) -> void:
			calls[0] += 1
			if case == 1 and is_instance_valid(b): b.free()
		)
		world.step()
		check.that(calls[0] > 0, "the handlers were called, case %d" % case)
		if is_instance_valid(world):
			world.step()
			world.free()
	# The world itself, while it emits: Godot refuses to free it, or it is gone afterwards.
	var world := new_world()
	new_body(world, 0)
	new_body(world, 1)
	world.began.connect(func(_hit: KasuriHit) -> void: world.free())
	world.step()
	if is_instance_valid(world):
		world.queue_free()
	# A node that moves to another world while signals are emitted.
	var one := new_world()
	var two := new_world()
	var mover := new_body(one, 0)
	new_body(one, 1)
	new_body(two, 2)
	one.began.connect(func(_hit: KasuriHit) -> void: mover.reparent(two))
	one.step()
	check.equal(mover.get_kasuri_world(), two, "a body that changed its world")
	check.equal(two.step().began_count(), 1, "and hits there")
	one.free()
	two.free()

## Calls that a game makes by mistake.
func mistakes() -> void:
	var world := new_world()
	check.equal(world.spawn(null), 0, "null as a definition")
	check.equal(world.spawn(KasuriBodyDefinition.new()), 0, "a definition without a look")
	check.equal(KasuriLook.of_mask(null), null, "null as a mask")
	check.equal(KasuriLook.of_shape(null), null, "null as a shape")
	check.equal(KasuriMask.from_image(null), null, "null as an image")
	check.equal(KasuriMask.from_image(Image.new()), null, "an empty image")
	check.equal(KasuriMask.empty(-1, 1 << 40), null, "a mask that is too large")
	check.equal(KasuriMask.from_rows(PackedStringArray(["#", "##"])), null, "rows of other lengths")
	check.equal(KasuriLook.of_shape(KasuriShape2D.circle(-1)), null, "a negative radius")
	check.equal(KasuriLook.of_shape(KasuriShape2D.circle(NAN)), null, "a radius that is no number")
	check.equal(KasuriLook.of_shape(KasuriShape2D.polygon(PackedVector2Array([Vector2.ZERO]))), null, "a polygon of one point")
	check.equal(world.remove(0), false, "0 as a body")
	check.equal(world.remove(-1), false, "-1 as a body")
	check.equal(world.restore(null), false, "null as a snapshot")
	check.equal(world.step(NAN), null, "a time that is no number")
	check.equal(world.ray(Vector2(NAN, 0), Vector2.ZERO), null, "a ray from nowhere")
	check.equal(world.nearest(Vector2.ZERO, -5).size(), 0, "a negative count")
	check.equal(world.contact(null), null, "null as a hit")
	var body := new_body(world, 0)
	check.equal(body.get_body(), 0, "no body before the first step")
	world.step()
	check.equal(world.remove(body.get_body()), false, "a node's body is not removed")
	body.position = Vector2(NAN, 0)
	world.step()
	check.equal(body.get_body(), 0, "a node at no place has no body")
	body.position = Vector2.ZERO
	body.scale = Vector2.ZERO
	world.step()
	check.equal(body.get_body(), 0, "a node without size has no body")
	body.scale = Vector2.ONE
	body.shape = null
	world.step()
	check.equal(body.get_body(), 0, "a node without a shape has no body")
	body.shape = KasuriShape2D.circle(4)
	body.regions = [null] as Array[KasuriRegion2D]
	world.step()
	check.equal(body.get_body(), 0, "a region that is null")
	body.call("set_regions", PackedStringArray(["#."]))
	world.step()
	body.regions = [] as Array[KasuriRegion2D]
	world.step()
	check.that(body.get_body() != 0, "and has one when all is right")
	var alone := KasuriBody2D.new()
	check.equal(alone.travel(Vector2.ONE), null, "a travel without a world")
	check.equal(alone.distance_to(null), null, "a distance to null")
	alone.free()
	var definition := KasuriBodyDefinition.new()
	definition.look = KasuriLook.of_shape(KasuriShape2D.circle(1))
	definition.despawn_beyond = 1
	check.equal(world.spawn(definition), 0, "despawning without bounds")
	world.bounds = Rect2(0, 0, 10, 10)
	check.equal(world.spawn_many(definition, PackedVector2Array([Vector2(NAN, 0)])).size(), 0, "a position that is none")
	var shell := KasuriTileMap.new()
	world.add_child(shell)
	world.step()
	check.equal(shell.get_body(), 0, "a tile map without a layer")
	world.free()

var random := RandomNumberGenerator.new()
var objects: Array = []
## A call that ends a function of this script, such as one that panics, must fail the test.
var is_complete := false

## Some value of some type.
func anything() -> Variant:
	match random.randi() % 18:
		0: return null
		1: return random.randi_range(-3, 300)
		2: return [0, -1, 1 << 62, -(1 << 62), 4294967296, 4294967297][random.randi() % 6]
		3: return random.randf_range(-50, 50)
		4: return [NAN, INF, -INF, 1e300, -0.0][random.randi() % 5]
		5: return Vector2(random.randf_range(-50, 50), random.randf_range(-50, 50))
		6: return Vector2(NAN, 1e30)
		7: return "text"
		8: return random.randi() % 2 == 0
		9: return PackedVector2Array([Vector2(0, 0), Vector2(9, 0), Vector2(3, 8)])
		10: return PackedInt64Array([4294967296, 0, -1])
		11: return PackedFloat32Array([0.5, NAN])
		12: return Rect2(-9, -9, random.randf_range(-20, 40), 20)
		13: return PackedStringArray(["#.", ".#"])
		14: return [1, null, "x"]
		_: return objects[random.randi() % objects.size()]

## A value of the type that a parameter asks for, or anything.
func argument(kind: Dictionary) -> Variant:
	if random.randi() % 4 == 0:
		return anything()
	match kind.type:
		TYPE_INT: return [0, 1, 2, random.randi_range(-3, 40), 4294967296 + random.randi() % 6][random.randi() % 5]
		TYPE_FLOAT: return random.randf_range(-10, 60)
		TYPE_VECTOR2: return Vector2(random.randf_range(-60, 60), random.randf_range(-60, 60))
		TYPE_BOOL: return random.randi() % 2 == 0
		TYPE_OBJECT:
			var fitting := objects.filter(func(object: Variant) -> bool:
				return is_instance_valid(object) and (object as Object).is_class(kind.class_name))
			return fitting[random.randi() % fitting.size()] if not fitting.is_empty() else null
	return anything()

func fill(world: KasuriWorld2D) -> void:
	objects.assign([world, new_body(world, random.randf_range(-20, 20)), new_body(world, 3)])
	var crowd := KasuriBullets2D.new()
	crowd.shape = KasuriShape2D.circle(3)
	world.add_child(crowd)
	crowd.spawn(Vector2(1, 1), Vector2(5, 5))
	var map := KasuriTileMap.new()
	map.add_child(TileMapLayer.new())
	world.add_child(map)
	var gone := Node2D.new()
	objects.append_array([
		crowd, map, gone, KasuriShape2D.circle(5), KasuriShape2D.chain(PackedVector2Array([Vector2.ZERO, Vector2(9, 9)]), 2),
		KasuriRegion2D.new(), KasuriMask.from_rows(PackedStringArray(["##", "#."])), KasuriLook.of_shape(KasuriShape2D.point()),
		KasuriBodyDefinition.new(), world.step(), world.snapshot(), world.ray(Vector2(-40, 0), Vector2(40, 0)), Image.new(),
		Check.texture(["##"] as Array[String]), Resource.new(),
	])
	gone.free()
	for hit in world.last_step().hits():
		objects.append(hit)
	world.start_recording()
	world.step()
	var recording := world.stop_recording()
	var grid := KasuriPlaceGrid.of(Vector2(-20, -20), Vector2(3, 3), Vector2i(12, 12))
	objects.append_array([grid, recording, recording.replay(), objects[1].fits(grid)])
	var sheet := KasuriSheet.load_from_file("res://tests/sheets/two-frames.json")
	objects.append_array([sheet, sheet.frame(0)])
	objects[2].sheet = sheet
	objects[2].play("fly")
	var definition: KasuriBodyDefinition = objects.filter(func(object: Variant) -> bool: return object is KasuriBodyDefinition)[0]
	definition.look = KasuriLook.of_shape(KasuriShape2D.circle(6))
	world.spawn(definition)

## Calls every method of every class at random.
func random_calls(rounds: int) -> void:
	random.seed = 7
	var calls := 0
	for turn in rounds:
		var world := new_world()
		fill(world)
		for k in 60:
			var name := CLASSES[random.randi() % CLASSES.size()]
			var fitting := objects.filter(func(object: Variant) -> bool:
				return is_instance_valid(object) and (object as Object).is_class(name))
			if fitting.is_empty():
				continue
			var target: Object = fitting[random.randi() % fitting.size()]
			var methods := ClassDB.class_get_method_list(name, true)
			var method: Dictionary = methods[random.randi() % methods.size()]
			if method.name.begins_with("_"):
				continue
			# Fewer or more arguments than the method has are an error, too.
			var kinds: Array = method.args
			var arguments := []
			for kind: Dictionary in kinds:
				arguments.append(argument(kind))
			if random.randi() % 20 == 0:
				arguments.append(anything())
			var answer: Variant = target.callv(method.name, arguments)
			calls += 1
			if answer is Object and objects.size() < 60:
				objects.append(answer)
			if random.randi() % 30 == 0 and is_instance_valid(objects[1]):
				objects[1].free()
		if is_instance_valid(world):
			world.step()
			world.free()
		objects.clear()
	check.that(calls > rounds * 20, "%d random calls" % calls)
	is_complete = true
	print(calls, " random calls")

func _initialize() -> void:
	await process_frame
	freeing()
	mistakes()
	random_calls(60)
	check.that(is_complete, "all random calls were made")
	check.finish(self, "misuse")
