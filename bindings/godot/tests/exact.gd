## On a screen: kasuri_exact.gdshader draws exactly the pixels that hit, of turned, scaled, mirrored and flipped sprites, at
## zoom 1 and at zoom 4; kasuri_exact_bullets.gdshader those of turned bullets. Godot's own drawing of the same sprites and
## bullets differs, which is counted.
extends SceneTree

const Check := preload("res://tests/check.gd")
const SIZE := Vector2i(480, 400)

var check := Check.new()
var world: KasuriWorld2D
var bodies: Array[KasuriBody2D] = []

func _initialize() -> void:
	await process_frame
	var back := ColorRect.new()
	back.size = Vector2(2000, 2000)
	back.color = Color.BLACK
	root.add_child(back)
	world = KasuriWorld2D.new()
	world.auto_step = false
	# The world may be anywhere at whole pixels.
	world.position = Vector2(3, 5)
	root.add_child(world)
	var picture := Image.create_empty(40, 26, false, Image.FORMAT_RGBA8)
	for y in 26:
		for x in 40:
			# Holes, a slope, and alphas around the threshold.
			var alpha: float = 1.0 if x > y and (x / 4 + y / 3) % 3 > 0 else [0.0, 0.45, 0.51, 0.8][(x * 7 + y * 3) % 4]
			picture.set_pixel(x, y, Color(1, 1, 1, alpha))
	var texture := ImageTexture.create_from_image(picture)
	var json := """{"kasuri_sheet": 1, "frames": [
		{"size": [30, 19], "at": [3, 2], "pivot": [11, 7], "mask": {"alpha": 1}},
		{"size": [17, 20], "at": [20, 4], "pivot": [8.5, 21], "mask": {"alpha": 1}}]}"""
	var sheet := KasuriSheet.from_json(json, picture.save_png_to_buffer())
	for k in 30:
		var body := KasuriBody2D.new()
		var sprite := Sprite2D.new()
		sprite.texture = texture
		sprite.flip_h = k & 1
		sprite.flip_v = k & 2
		if k % 3 == 1:
			sprite.hframes = 2
			sprite.frame = k % 2
		elif k % 3 == 2:
			sprite.region_enabled = true
			sprite.region_rect = Rect2(3, 2, 30, 19)
			sprite.centered = false
			sprite.offset = Vector2(-11, -7)
		# The second one is seen at zoom 4, too.
		if k % 5 == 4 or k == 1:
			body.sheet = sheet
			@warning_ignore("integer_division")
			body.sheet_frame = k / 5 % 2
		body.add_child(sprite)
		body.position = Vector2(40 + 80 * (k % 6), 40 + 80 * (k / 6)) + Vector2(k * 37 % 256, k * 91 % 256) / 256.0
		body.rotation = k * 0.37
		body.scale = Vector2([1, 1.3, -1, 0.7, -1.6][k % 5], [1, -1, 1.25, 0.8][k % 4])
		world.add_child(body)
		bodies.append(body)
	var own := await differing(1)
	for body in bodies:
		body.draws_exactly = true
	var exact := await differing(1)
	check.equal(exact[0], 0, "pixels at zoom 1 that are drawn and do not hit, or the other way round")
	check.that(exact[1] > 5000, "%d pixels are drawn" % exact[1])
	var far := await differing(4)
	check.equal(far[0], 0, "pixels at zoom 4")
	for body in bodies:
		body.draws_exactly = false
	var own_far := await differing(4)
	check.that(own_far[0] > 500, "Godot draws %d pixels otherwise at zoom 4" % own_far[0])
	for body in bodies:
		body.free()
	var bullets := KasuriBullets2D.new()
	bullets.texture = texture
	world.add_child(bullets)
	# More bullets than a row of the shader's texture has; those of the first rows are outside of the picture.
	for k in 1070:
		var spot := k - 1000 if k >= 1000 else 100
		var at := Vector2(30 + 55 * (spot % 8), 30 + 50 * (spot / 8)) + Vector2(k * 37 % 256, k * 91 % 256) / 256.0
		bullets.spawn(at, Vector2.ZERO, k * 0.37)
	var own_bullets := await differing(4)
	check.that(own_bullets[0] > 500, "Godot draws %d pixels of bullets otherwise at zoom 4" % own_bullets[0])
	bullets.draws_exactly = true
	var near_bullets := await differing(1)
	check.equal(near_bullets[0], 0, "pixels of bullets at zoom 1")
	check.that(near_bullets[1] > 5000, "%d pixels of bullets are drawn" % near_bullets[1])
	var far_bullets := await differing(4)
	check.equal(far_bullets[0], 0, "pixels of bullets at zoom 4")
	bullets.draws_exactly = false
	check.equal((await differing(4))[0], own_bullets[0], "pixels of bullets without the shader again")
	print("bullets: Godot alone draws %d of %d pixels otherwise at zoom 4" % [own_bullets[0], own_bullets[1]])
	check.finish(self, "exact: %d pixels; Godot alone draws %d otherwise at zoom 1, %d of %d at zoom 4" % [exact[1], own[0], own_far[0], own_far[1]])

## Returns how many pixels of the screen are drawn and do not hit or the other way round, and how many are drawn.
func differing(zoom: int) -> Array[int]:
	root.canvas_transform = Transform2D(0, Vector2(zoom, zoom), 0, Vector2.ZERO)
	world.step()
	await process_frame
	await RenderingServer.frame_post_draw
	var image := root.get_texture().get_image()
	var hits := {}
	var found: Array[int] = [0, 0]
	for y in mini(SIZE.y, image.get_height()):
		for x in mini(SIZE.x, image.get_width()):
			var pixel := Vector2i(x / zoom, y / zoom)
			if not hits.has(pixel):
				hits[pixel] = not world.at_point(Vector2(pixel) + Vector2(0.5, 0.5) - world.position).is_empty()
			var is_drawn := image.get_pixel(x, y).r > 0.3
			found[0] += int(is_drawn != hits[pixel])
			found[1] += int(is_drawn)
	return found
