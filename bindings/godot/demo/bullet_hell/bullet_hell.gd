## A moth fires wheels of turned bullets at a ship: 5,000 at a time, each hits with its pixels. A laser swings. With the
## argument --frames=600 it prints the world's hash in every hundredth frame and ends; examples/bullet_hell.rs prints the same.
extends Node2D

const SHIP := 1
const BULLET := 2
const MOTH := 4
const LASER := 8

var frame := 0
var last := 0
var hits := 0
var grazes := 0
var microseconds := 0.0
var ways: Array[Vector2i] = []
var ship: KasuriBody2D
var moth: KasuriBody2D
var laser: KasuriBody2D
var bullets: KasuriBullets2D
@onready var world: KasuriWorld2D = $World

func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with("--frames="):
			last = int(argument.trim_prefix("--frames="))
	# 64 directions around a circle, with integers only, so that they are the same everywhere.
	var x := 65536
	var y := 0
	for k in 64:
		ways.append(Vector2i(floori(x / 256.0), floori(y / 256.0)))
		x -= floori(y * 6434 / 65536.0)
		y += floori(x * 6434 / 65536.0)
	moth = sprite_body(Vector2i(41, 41), Vector2(320, 200), MOTH, SHIP, func(i: int, j: int) -> Color:
		var inside := absi(i - 20) * absi(j - 20) < 40
		return Color.from_hsv(0.8, 0.5, 1.0 - absf(i - 20.0) / 40.0) if inside else Color.TRANSPARENT)
	# It turns: what is drawn is what hits.
	moth.draws_exactly = true
	# Above the bullets.
	moth.z_index = 1
	ship = sprite_body(Vector2i(24, 20), Vector2(320, 600), SHIP, 0, func(i: int, j: int) -> Color:
		var inside := absi(i - 12) * 3 < j + 6 and j > 1
		return Color.from_hsv(0.55, 0.6, 0.5 + j / 40.0) if inside else Color.TRANSPARENT)
	var core := KasuriRegion2D.new()
	core.name = "core"
	core.shape = KasuriShape2D.circle(2)
	core.own_against = true
	core.against = BULLET + LASER
	ship.regions = [core] as Array[KasuriRegion2D]
	ship.graze = 24
	ship.z_index = 1
	laser = KasuriBody2D.new()
	laser.shape = KasuriShape2D.chain(PackedVector2Array([Vector2.ZERO, Vector2(0, 10)]), 3)
	laser.position = Vector2(320, 200)
	laser.layer = LASER
	laser.against = SHIP
	world.add_child(laser)
	bullets = KasuriBullets2D.new()
	bullets.texture = DemoPictures.painted(Vector2i(14, 7), func(i: int, j: int) -> Color:
		var inside := absi(j - 3) * 4 < 14 - i
		return Color.from_hsv(0.05 + i * 0.006, 0.7, 1.0) if inside else Color.TRANSPARENT)
	bullets.layer = BULLET
	bullets.against = SHIP
	bullets.despawn_beyond = 16
	world.add_child(bullets)
	world.began.connect(_on_began)
	# The nodes' bodies come first, then the bullets.
	world.sync_nodes()

func sprite_body(size: Vector2i, at: Vector2, layer: int, against: int, color: Callable) -> KasuriBody2D:
	var body := KasuriBody2D.new()
	var sprite := Sprite2D.new()
	sprite.texture = DemoPictures.painted(size, color)
	body.add_child(sprite)
	body.position = at
	body.layer = layer
	body.against = against
	world.add_child(body)
	return body

func _physics_process(_delta: float) -> void:
	if frame > 0:
		count()
	if last > 0 and frame >= last:
		print("%d hits, %d grazes, %d bullets, %d us a step" % [hits, grazes, bullets.count(), microseconds / frame])
		get_tree().quit()
		return
	frame += 1
	var ahead := frame % 600
	ship.position = Vector2(20 + ahead * 2 if ahead < 300 else 1220 - ahead * 2, 600 - frame % 64)
	moth.rotation = frame / 64.0
	var points := PackedVector2Array()
	for j in 12:
		var way := ways[(frame + j * 7) % 64]
		points.append(Vector2(way.x * j * 3, j * 40 * 256 + way.y) / 256.0)
	laser.shape.points = points
	queue_redraw()
	if frame % 3 == 0:
		fire()

## Fires 64 bullets, each turned to where it flies, at four speeds.
func fire() -> void:
	var at := PackedVector2Array()
	var velocities := PackedVector2Array()
	var rotations := PackedFloat32Array()
	for k in 64:
		at.append(Vector2(320, 200))
		velocities.append(Vector2(ways[(k + frame) % 64]) * (3 + k % 4) / 16.0)
		rotations.append(((k + frame) % 64) * 0.09817477042468103)
	bullets.spawn_many(at, velocities, rotations)

func count() -> void:
	var step := world.last_step()
	hits += step.began_count()
	grazes += step.graze_count()
	microseconds += step.microseconds()
	if frame % 100 == 0 and last > 0:
		print("%5d %s" % [frame, world.hash_text()])

## The ship's heart was hit: what is near it disappears.
func _on_began(hit: KasuriHit) -> void:
	if hit.node_a() == ship or hit.node_b() == ship:
		ship.set_invulnerable(90)
		bullets.remove_many(world.in_circle(ship.position, 60, BULLET))

func _draw() -> void:
	draw_rect(Rect2(0, 0, 640, 720), Color(0.05, 0.04, 0.1))
	if laser and laser.shape.points.size() > 1:
		draw_set_transform(laser.position)
		draw_polyline(laser.shape.points, Color(0.5, 1.0, 0.6), 6.0)
