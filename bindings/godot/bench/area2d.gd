## Measures 5,000 turned bullets against a ship: with Area2D nodes, and with KasuriBullets2D. Both move their bullets straight
## on and start them anew after 200 frames. Prints the time of a whole frame without a screen.
extends SceneTree

const COUNT := 5000
const FRAMES := 300

var velocities := PackedVector2Array()
var places := PackedVector2Array()
var hits := 0

func _initialize() -> void:
	await process_frame
	for k in COUNT:
		var way := Vector2.from_angle(k * 0.7)
		velocities.append(way * (60 + k % 60))
		places.append(Vector2(320, 320) + way * (40 + (k * 7) % 260))
	for turn in 3:
		var area := await areas()
		var kasuri := await bullets()
		print("%d bullets: Area2D %.2f ms a frame, Kasuri %.2f ms a frame, ratio %.0f" % [COUNT, area, kasuri, area / kasuri])
	quit()

## Returns the time of a frame in milliseconds.
func timed(move: Callable) -> float:
	for k in 20:
		await physics_frame
		move.call(k)
	var start := Time.get_ticks_usec()
	for k in FRAMES:
		await physics_frame
		move.call(k)
	return (Time.get_ticks_usec() - start) / 1000.0 / FRAMES

func areas() -> float:
	var scene := Node2D.new()
	root.add_child(scene)
	var box := RectangleShape2D.new()
	box.size = Vector2(12, 6)
	var ship := area(scene, box, Vector2(320, 320), 1, 2)
	ship.area_entered.connect(func(_area: Area2D) -> void: hits += 1)
	var nodes: Array[Area2D] = []
	for k in COUNT:
		var node := area(scene, box, places[k], 2, 0)
		node.monitoring = false
		node.rotation = velocities[k].angle()
		nodes.append(node)
	var time: float = await timed(func(frame: int) -> void:
		for k in COUNT:
			nodes[k].position = places[k] + velocities[k] * ((frame % 200) / 60.0))
	scene.free()
	return time

func area(scene: Node, shape: Shape2D, at: Vector2, layer: int, mask: int) -> Area2D:
	var node := Area2D.new()
	var collider := CollisionShape2D.new()
	collider.shape = shape
	node.add_child(collider)
	node.position = at
	node.collision_layer = layer
	node.collision_mask = mask
	scene.add_child(node)
	return node

func bullets() -> float:
	var world := KasuriWorld2D.new()
	root.add_child(world)
	var image := Image.create_empty(12, 6, false, Image.FORMAT_RGBA8)
	image.fill(Color.WHITE)
	var texture := ImageTexture.create_from_image(image)
	var ship := KasuriBody2D.new()
	var sprite := Sprite2D.new()
	sprite.texture = texture
	ship.add_child(sprite)
	ship.position = Vector2(320, 320)
	ship.layer = 1
	world.add_child(ship)
	ship.began.connect(func(_hit: KasuriHit) -> void: hits += 1)
	var crowd := KasuriBullets2D.new()
	crowd.texture = texture
	crowd.turned = true
	world.add_child(crowd)
	crowd.spawn_many(places, velocities)
	var time: float = await timed(func(frame: int) -> void:
		if frame % 200 == 0:
			crowd.set_positions(places))
	world.free()
	return time
