## A whole game in one file: bullets that turn as they fly, a laser, a ship with a small core, grazes, lives, and a replay.
## README.md beside this file walks through it. The same game in seven other languages lies there, too, and all print the same
## hashes. Run it in a project with the addon: godot --headless --script res://tutorial.gd
extends SceneTree

# A layer is a bit. Each body has the layers that it is on, and the layers that it can hit.
const SHIP := 1
const BULLET := 2
const LASER := 4

const SHIP_PICTURE: Array[String] = ["....#....", "...###...", "...###...", "..#####..", ".#######.", "#########", "##.....##"]
const BULLET_PICTURE: Array[String] = ["..####...", "#########", "..####..."]
const BOSS := Vector2(192, 96)

var world := KasuriWorld2D.new()
var model: KasuriBodyDefinition
var ship: int
var ship_at := Vector2(192, 400)
var laser: int
var bullets := PackedInt64Array()
var at := PackedVector2Array()
var velocities := PackedVector2Array()
# Random numbers that are the same everywhere: one stream for the boss, one that plays for the player.
var boss := KasuriRandomStream.of_seed(1)
var player := KasuriRandomStream.of_seed(18)
var frame := 0
var lives := 5
var score := 0
var grazes := 0

## Returns a velocity in pixels a frame. The world keeps positions in steps of 1/256 px, and so does this game: then sums are
## exact in every language, also here, where a Vector2 has single-precision floats.
func velocity(direction: float, speed: float) -> Vector2:
	return Vector2(floorf(KasuriDet.cos(direction) * speed * 256) / 256, floorf(KasuriDet.sin(direction) * speed * 256) / 256)

func body_of(look: KasuriLook, place: Vector2, layer: int, against: int) -> KasuriBodyDefinition:
	var body := KasuriBodyDefinition.new()
	body.look = look
	body.position = place
	body.layer = layer
	body.against = against
	return body

func set_up() -> void:
	# The world finds out what hits what. It is as large as the screen. The game makes its steps itself, and records them.
	world.bounds = Rect2(0, 0, 384, 448)
	world.auto_step = false
	root.add_child(world)
	world.start_recording()

	# The ship looks large, but bullets and the laser hit only its core, a region. Near misses within 12 px are grazes.
	var look := KasuriLook.of_mask(KasuriMask.from_rows(PackedStringArray(SHIP_PICTURE)))
	look.add_region("core", KasuriShape2D.circle(2), -1, BULLET | LASER)
	var body := body_of(look, ship_at, SHIP, 0)
	body.graze = 12
	ship = world.spawn(body)

	# The laser is a long capsule that hangs from the boss. After a hit it does not hit again for 60 frames.
	look = KasuriLook.of_shape(KasuriShape2D.capsule(Vector2(0, 0), Vector2(0, 400), 3))
	body = body_of(look, BOSS, LASER, SHIP)
	body.cooldown = 60
	laser = world.spawn(body)
	# What all bullets have in common. A step removes bullets that are more than 16 px outside the bounds.
	model = body_of(KasuriLook.of_mask(KasuriMask.from_rows(PackedStringArray(BULLET_PICTURE))), BOSS, BULLET, SHIP)
	model.despawn_beyond = 16

## The boss fires a ring of bullets. Each picture is turned to where its bullet flies.
func fire() -> void:
	model.rotation = boss.split(frame).between(0, TAU)
	for k in 18:
		bullets.append(world.spawn(model))
		at.append(BOSS)
		velocities.append(velocity(model.rotation, 1.5))
		model.rotation += TAU / 18

## The game moves everything: all bullets with one call, the ship by the player's keys, the laser by a sine.
func move() -> void:
	for k in bullets.size():
		at[k] += velocities[k]
	world.set_body_positions(bullets, at)
	var keys := player.split(floori(frame / 20.0))
	ship_at.x = clampf(ship_at.x + 2 * (keys.below(3) - 1), 16, 368)
	ship_at.y = clampf(ship_at.y + 2 * (keys.below(3) - 1), 240, 432)
	world.set_body_position(ship, ship_at)
	world.set_body_rotation(laser, 0.7 * KasuriDet.sin(0.02 * frame))

## One step finds what hits now.
func step() -> void:
	var found := world.step()
	grazes += found.graze_count()
	score += 1 + 10 * found.graze_count()
	if found.began_count() > 0:
		lives -= 1
		world.set_body_invulnerable(ship, 90)
	for k in range(bullets.size() - 1, -1, -1):
		if not world.has_body(bullets[k]):
			bullets.remove_at(k)
			at.remove_at(k)
			velocities.remove_at(k)

func _initialize() -> void:
	await process_frame
	set_up()
	while frame < 600 and lives > 0:
		frame += 1
		if frame % 10 == 0:
			fire()
		move()
		step()
		if frame % 100 == 0 or lives == 0:
			print("frame %d: %d bullets, %d grazes, %d lives, %s" % [frame, bullets.size(), grazes, lives, world.hash_text()])
	print("score %d" % score)

	# The replay plays the recording again, on any machine, and ends in the same world: the same hash.
	var replay := world.stop_recording().replay()
	while replay.step():
		pass
	print("replay of %d steps: %s" % [replay.steps(), replay.hash_text()])
	quit()
