## Scene F through KasuriBullets2D, see bindings/c/bench/scene_f.c: 10,000 bullets of 8 px against 200 targets of 64 px, two
## crowds. For each scene it prints the name, the median frame in microseconds, and a sum over all hits. A frame gives the
## crowds their positions, and their angles if they change, makes the step, and takes all hits as a packed array.
##
## Between two frames GDScript works for milliseconds on the positions and on the sum, and the processor's caches forget the world.
## With the argument `together` all positions are made first, frames follow each other, and no sum is made. With `plain` the frames
## are those of KasuriPlainScene: Rust alone, while GDScript works between them as without it.
extends SceneTree

const BULLETS := 10000
const BODIES := 10200
const FRAMES := 120
const TIMED := 100

var random := 6
var is_together := "together" in OS.get_cmdline_user_args()
var is_plain := "plain" in OS.get_cmdline_user_args()

func below(n: int) -> int:
	random = (random * 1664525 + 1013904223) & 0xFFFFFFFF
	return (random * n) >> 32

func disc(side: int) -> ImageTexture:
	var image := Image.create_empty(side, side, false, Image.FORMAT_RGBA8)
	for y in side:
		for x in side:
			var far := (2 * x - side + 1) ** 2 + (2 * y - side + 1) ** 2
			if 100 * far < 79 * side * side:
				image.set_pixel(x, y, Color.WHITE)
	return ImageTexture.create_from_image(image)

func crowd(world: KasuriWorld2D, side: int, layer: int, against: int) -> KasuriBullets2D:
	var bullets := KasuriBullets2D.new()
	bullets.texture = disc(side)
	bullets.layer = layer
	bullets.against = against
	world.add_child(bullets)
	return bullets

func play(name: String, turn: float, spin: float) -> void:
	random = 6
	var world := KasuriWorld2D.new()
	world.auto_step = false
	root.add_child(world)
	var small := crowd(world, 8, 1, 2)
	var large := crowd(world, 64, 2, 1)
	var at := PackedInt32Array()
	var by := PackedInt32Array()
	var angles := PackedFloat64Array()
	for k in BODIES:
		var fastest := 6 * 256 if k < BULLETS else 2 * 256
		for most: int in [1920 * 256, 1080 * 256]:
			at.append(below(most))
		for i in 2:
			by.append(below(2 * fastest + 1) - fastest)
		angles.append(turn * k)
	var places := PackedVector2Array()
	var turns := PackedFloat32Array()
	places.resize(BODIES)
	turns.resize(BODIES)
	for k in BODIES:
		turns[k] = angles[k]
	var still := PackedVector2Array()
	still.resize(BODIES)
	small.spawn_many(places.slice(0, BULLETS), still.slice(0, BULLETS), turns.slice(0, BULLETS))
	large.spawn_many(places.slice(BULLETS), still.slice(BULLETS), turns.slice(BULLETS))
	# It is in builds for this benchmark only.
	var plain: Object = ClassDB.instantiate("KasuriPlainScene") if is_plain else null
	if is_plain:
		plain.spawn(KasuriMask.from_texture(small.texture), 1, 2, turns.slice(0, BULLETS))
		plain.spawn(KasuriMask.from_texture(large.texture), 2, 1, turns.slice(BULLETS))
	var times := PackedFloat64Array()
	var sum := 0
	var frames := []
	for frame in FRAMES:
		for k in BODIES:
			for i in 2:
				var j := 2 * k + i
				at[j] += by[j]
				if at[j] < 0 or at[j] > (1080 * 256 if i else 1920 * 256):
					by[j] = -by[j]
					at[j] += 2 * by[j]
			places[k] = Vector2(at[2 * k], at[2 * k + 1]) / 256.0
			angles[k] += spin
			turns[k] = angles[k]
		var lists := [places.slice(0, BULLETS), places.slice(BULLETS), turns.slice(0, BULLETS), turns.slice(BULLETS)]
		frames.append([places.duplicate(), turns.duplicate()] if is_plain else lists)
		if is_together and frame < FRAMES - 1:
			continue
		for given: Array in frames:
			var hits: PackedInt64Array
			if is_plain:
				times.append(plain.frame(given[0], given[1], spin != 0.0))
				hits = plain.hit_pairs
			else:
				hits = play_frame(small, large, given, spin != 0.0, times)
			if not is_together:
				sum = summed(hits, sum)
		frames.clear()
	times = times.slice(FRAMES - TIMED)
	times.sort()
	# Digits by halves: a negative number has no hexadecimal form of 16 digits.
	print("%s %.1f %08x%08x" % [name, times[TIMED / 2.0], (sum >> 32) & 0xFFFFFFFF, sum & 0xFFFFFFFF])
	world.free()

## Plays a frame of the crowds; returns its hits.
func play_frame(small: KasuriBullets2D, large: KasuriBullets2D, lists: Array, turns: bool, times: PackedFloat64Array) -> PackedInt64Array:
	var world: KasuriWorld2D = small.get_parent()
	var before := Time.get_ticks_usec()
	small.set_positions(lists[0])
	large.set_positions(lists[1])
	if turns:
		small.set_rotations(lists[2])
		large.set_rotations(lists[3])
	var hits := world.step(0).hit_pairs()
	times.append(Time.get_ticks_usec() - before)
	return hits

func summed(hits: PackedInt64Array, sum: int) -> int:
	for k in range(0, hits.size(), 2):
		var pair := ((hits[k] & 0xFFFFFFFF) * 10200 + (hits[k + 1] & 0xFFFFFFFF)) & 0xFFFFFFFF
		sum = sum * 31 + pair
	return sum

func _initialize() -> void:
	await process_frame
	play("upright", 0.0, 0.0)
	play("turned", 0.7, 0.0)
	play("spin", 0.7, 0.05)
	quit()
