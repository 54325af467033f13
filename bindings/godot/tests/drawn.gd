## On a screen: the pixels that Godot draws are the pixels that hit, for upright sprites and bullets at whole positions.
extends SceneTree

const Check := preload("res://tests/check.gd")

var check := Check.new()

func _initialize() -> void:
	await process_frame
	var back := ColorRect.new()
	back.size = Vector2(640, 720)
	back.color = Color.BLACK
	root.add_child(back)
	var world := KasuriWorld2D.new()
	world.auto_step = false
	root.add_child(world)
	var picture := Check.texture(["####..##", "#......#", "###.....", "#....#..", "#......."] as Array[String])
	for k in 8:
		var body := KasuriBody2D.new()
		var sprite := Sprite2D.new()
		sprite.texture = picture
		sprite.flip_h = k & 1
		sprite.flip_v = k & 2
		sprite.offset = Vector2(k, 0.5)
		body.add_child(sprite)
		body.position = Vector2(20 + 20 * k, 20)
		# Whole factors: a texel is a square of pixels.
		body.scale = Vector2(1 + k / 4, -1 - k / 4)
		world.add_child(body)
	var bullets := KasuriBullets2D.new()
	bullets.texture = Check.texture(["##..", "###.", "####", "#..."] as Array[String])
	world.add_child(bullets)
	for k in 8:
		bullets.spawn(Vector2(20 + 15 * k, 60), Vector2.ZERO)
	var shapes := KasuriBullets2D.new()
	shapes.shape = KasuriShape2D.polygon(PackedVector2Array([Vector2(-4, -6), Vector2(7, 1), Vector2(-2, 5)]))
	world.add_child(shapes)
	for k in 8:
		shapes.spawn(Vector2(20 + 15 * k, 90), Vector2.ZERO)
	world.step()
	await process_frame
	await RenderingServer.frame_post_draw
	var image := root.get_texture().get_image()
	var drawn := 0
	var differing := 0
	var differing_shapes := 0
	for y in 110:
		for x in 240:
			var is_drawn := image.get_pixel(x, y).r > 0.5
			var hits := not world.at_point(Vector2(x + 0.5, y + 0.5)).is_empty()
			drawn += int(is_drawn)
			if y < 75:
				differing += int(is_drawn != hits)
			else:
				differing_shapes += int(is_drawn != hits)
	check.that(drawn > 400, "%d pixels are drawn" % drawn)
	check.equal(differing, 0, "pixels of sprites and bullets that are drawn and do not hit, or the other way round")
	# A shape covers each pixel that it touches; a point query asks for the middle of the pixel only.
	check.that(differing_shapes < 8 * 30, "%d pixels of shapes" % differing_shapes)
	check.finish(self, "%d drawn pixels" % drawn)
