## The golden session of the library's tests (tests/world_kit/session.rs), played from GDScript. The hashes are those of
## tests/golden/danmaku.txt.
extends SceneTree

const SHIP := 1
const BULLET := 2
const FOE := 4
const SHOT := 8
const LASER := 16
const WIDTH := 480
const HEIGHT := 640
const STEPS := 3200

## Bodies that fly straight, in lattice units.
class Fliers:
	var bodies := PackedInt64Array()
	var at: Array[Vector2i] = []
	var by: Array[Vector2i] = []

	func keep_living(world: KasuriWorld2D) -> void:
		var kept := 0
		for k in bodies.size():
			if world.has_body(bodies[k]):
				bodies[kept] = bodies[k]
				at[kept] = at[k]
				by[kept] = by[k]
				kept += 1
		bodies.resize(kept)
		at.resize(kept)
		by.resize(kept)

	func move(world: KasuriWorld2D) -> void:
		var places := PackedVector2Array()
		places.resize(bodies.size())
		for k in bodies.size():
			at[k] += by[k]
			places[k] = Vector2(at[k]) / 256.0
		world.set_body_positions(bodies, places)

var bullets := Fliers.new()
var shots := Fliers.new()
var step_number := 0
var ship_at := Vector2i(240 * 256, 560 * 256)
var peak := 0
var grazed := 0
var died := 0
var cancelled := 0
var wounds := 0
var ways: Array[Vector2i] = []
var random := 1
var world: KasuriWorld2D
var ship: int
var boss: int
var foes: PackedInt64Array
var lasers: PackedInt64Array
var star: KasuriMask
var circle := KasuriLook.of_shape(KasuriShape2D.circle(3))
var pellet := KasuriLook.of_shape(KasuriShape2D.capsule(Vector2(-3, 0), Vector2(3, 0), 1.5))
var crumb := KasuriLook.of_shape(KasuriShape2D.rectangle(Vector2(5, 5)))
var spear := KasuriLook.of_shape(KasuriShape2D.segment(Vector2(0, -6), Vector2(0, 6)))

func below(n: int) -> int:
	random = random * 6364136223846793005 + 1442695040888963407
	var high := ((random & 0x7FFFFFFFFFFFFFFF) >> 33) | (0x40000000 if random < 0 else 0)
	return high % n

func make_ways() -> void:
	var x := 65536
	var y := 0
	for k in 64:
		ways.append(Vector2i(floori(x / 256.0), floori(y / 256.0)))
		x -= floori(y * 6434 / 65536.0)
		y += floori(x * 6434 / 65536.0)

func mask_of(size: Vector2i, test: Callable) -> KasuriMask:
	var mask := KasuriMask.empty(size.x, size.y)
	for y in size.y:
		for x in size.x:
			mask.set_pixel(x, y, test.call(x, y))
	return mask

func hull(wing: int, x: float, y: float) -> KasuriLook:
	var look := KasuriLook.of_mask(mask_of(Vector2i(24, 20), func(i: int, j: int) -> bool: return absi(i - 12) * 3 < j + wing and j > 1))
	look.add_region("core", KasuriShape2D.capsule(Vector2(-x, 0), Vector2(x, y), 2), -1, BULLET + LASER)
	look.add_region("hull", KasuriShape2D.circle(9))
	return look

func definition(look: KasuriLook, at: Vector2, layer: int, against: int) -> KasuriBodyDefinition:
	var body := KasuriBodyDefinition.new()
	body.look = look
	body.position = at
	body.layer = layer
	body.against = against
	return body

func set_up() -> void:
	make_ways()
	world = KasuriWorld2D.new()
	world.auto_step = false
	world.bounds = Rect2(0, 0, WIDTH, HEIGHT)
	world.set_rooted_circles(SHIP, BULLET)
	root.add_child(world)
	var body := definition(null, Vector2(ship_at) / 256.0, SHIP, FOE)
	body.frames = [hull(0, 0, 0), hull(6, 1.5, 1)] as Array[KasuriLook]
	body.graze = 24
	body.invulnerable = 60
	ship = world.spawn(body)
	star = mask_of(Vector2i(41, 41), func(i: int, j: int) -> bool: return absi(i - 20) * absi(j - 20) < 40)
	var eye := KasuriLook.of_mask(star)
	eye.add_region("eye", KasuriShape2D.circle(7))
	body = definition(eye, Vector2(240, 120), FOE, SHIP + SHOT)
	body.cooldown = 6
	boss = world.spawn(body)
	var wedge := KasuriLook.of_shape(KasuriShape2D.polygon(PackedVector2Array([Vector2(-9, -7), Vector2(9, -7), Vector2(0, 11)])))
	body = definition(wedge, Vector2.ZERO, FOE, SHIP + SHOT)
	body.cooldown = 3
	body.scale = Vector2(1, 1.5)
	var places := PackedVector2Array()
	for k in 12:
		places.append(Vector2(40 * k + 20, 60))
	foes = world.spawn_many(body, places)
	var line := KasuriLook.of_shape(KasuriShape2D.chain(PackedVector2Array([Vector2(0, 0), Vector2(10, 40), Vector2(0, 80)]), 3))
	body = definition(line, Vector2.ZERO, LASER, SHIP)
	body.cooldown = 20
	lasers = world.spawn_many(body, PackedVector2Array([Vector2(160, 80), Vector2(320, 80)]))

func launch(list: Fliers, body: KasuriBodyDefinition, at: Vector2i, by: Vector2i) -> void:
	list.bodies.append(world.spawn(body))
	list.at.append(at)
	list.by.append(by)

func fire() -> void:
	var turn := step_number * 3 + below(4)
	if step_number % 4 == 0:
		for arm in 32:
			var way := ways[(turn + arm * 2) % 64]
			@warning_ignore("integer_division")
			var slow := 3 + (arm + step_number / 4) % 4
			var kind := below(3)
			var body := definition([circle, pellet, crumb][kind], Vector2(240, 120), BULLET, SHIP + SHOT)
			body.rotation = 0.0 if kind == 0 else turn / 16.0 if kind == 1 else arm / 8.0
			body.despawn_beyond = 12
			body.data = step_number
			@warning_ignore("integer_division")
			launch(bullets, body, Vector2i(240 * 256, 120 * 256), Vector2i(way.x * slow / 5, way.y * slow / 5))
	if step_number % 5 == 0:
		var at := ship_at - Vector2i(0, 12 * 256)
		var body := definition(spear, Vector2(at) / 256.0, SHOT, FOE if step_number % 2 == 0 else BULLET)
		body.max_hits = 3
		body.despawn_beyond = 4
		launch(shots, body, at, Vector2i(0, -7 * 256))

## Turns some shots towards the nearest foe ahead.
func home(k: int) -> void:
	var from := Vector2(shots.at[k]) / 256.0
	var ahead := world.in_cone(from, -PI / 2, 0.5, 300, FOE)
	for near in world.nearest(from, 2, FOE):
		if ahead.has(near.body):
			var side := signf(near.point.x - from.x)
			shots.by[k].x = clampi(shots.by[k].x + int(side) * 64, -512, 512)
			return

func steer() -> void:
	var by_x := below(5) - 2
	var by_y := below(5) - 2
	ship_at += Vector2i(by_x, by_y) * 700
	ship_at = ship_at.clamp(Vector2i(20, 400) * 256, Vector2i(WIDTH - 20, HEIGHT - 20) * 256)
	world.set_body_position(ship, Vector2(ship_at) / 256.0)
	if step_number % 40 == 0:
		@warning_ignore("integer_division")
		world.set_body_frame(ship, step_number / 40 % 2)
	world.set_body_rotation(boss, step_number / 64.0)
	var turned := PackedFloat64Array()
	for k in 12:
		turned.append(step_number / 128.0 + k)
	world.set_body_rotations(foes, turned)

## Moves the points of the lasers, in every step.
func wave() -> void:
	for k in 2:
		var points := PackedVector2Array()
		for j in 12:
			var way := ways[(step_number + j * 7 + k * 20) % 64]
			points.append(Vector2(way.x * j * 3, j * 40 * 256 + way.y) / 256.0)
		world.set_body_chain(lasers[k], points)

func die() -> void:
	died += 1
	world.set_body_invulnerable(ship, 90)
	var scale := Vector2(4, 4) if died % 3 == 2 else Vector2.ONE
	var at := Vector2(ship_at) / 256.0
	var gone: PackedInt64Array
	match died % 3:
		0: gone = world.remove_in_shape(KasuriShape2D.circle(90), at, 0, scale, BULLET)
		1: gone = world.remove_in_shape(KasuriShape2D.rectangle(Vector2(800, 80)), at, 0, scale, BULLET)
		2: gone = world.remove_in_mask(star, at, 0, scale, BULLET)
	cancelled += gone.size()

func follow(step: KasuriStep) -> void:
	peak = maxi(peak, bullets.bodies.size())
	grazed += step.graze_count()
	wounds += step.between(SHOT, FOE).size()
	var core := world.region_index(ship, "core")
	var is_hit := false
	for hit in step.between(SHIP, BULLET + LASER):
		is_hit = is_hit or hit.region_a() == core
	if is_hit and world.invulnerable_for(ship) == 0:
		die()
	for hit in step.between(SHOT, BULLET):
		if world.has_body(hit.b()):
			world.remove(hit.b())
	for shot in shots.bodies:
		if world.has_body(shot) and world.hits_left(shot) == 0:
			world.remove(shot)
	bullets.keep_living(world)
	shots.keep_living(world)

func _initialize() -> void:
	await process_frame
	set_up()
	var file := FileAccess.open("res://tests/danmaku.txt", FileAccess.READ)
	while step_number < STEPS:
		step_number += 1
		fire()
		bullets.move(world)
		shots.move(world)
		for k in mini(shots.bodies.size(), 4):
			home(k)
		steer()
		wave()
		follow(world.step())
		if step_number % 100 == 0:
			var ours := "%5d %s" % [step_number, world.hash_text()]
			var golden := file.get_line()
			if ours != golden:
				print("FAILED: ", ours, " instead of ", golden)
				quit(1)
				return
	var told := "%d bullets, %d grazes, %d deaths, %d cancelled, %d wounds" % [peak, grazed, died, cancelled, wounds]
	if told != file.get_line():
		print("FAILED: ", told)
		quit(1)
		return
	print(told, ": the golden session from GDScript")
	quit(0)
