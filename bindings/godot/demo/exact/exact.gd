## The same turned sprite three times, enlarged: as Godot draws it, as kasuri_exact.gdshader draws it, and both on the pixels
## that hit (red), where Godot draws pixels that do not hit and leaves out others that do.
extends Node2D

@onready var world: KasuriWorld2D = $World
var frame := 0

func _ready() -> void:
	get_viewport().canvas_transform = Transform2D(0, Vector2(10, 10), 0, Vector2.ZERO)
	for k in 3:
		var body := KasuriBody2D.new()
		var sprite := Sprite2D.new()
		sprite.texture = DemoPictures.painted(Vector2i(14, 10), func(x: int, y: int) -> Color:
			var inside := x < 3 or absi(2 * y - 9) * 2 < 14 - x
			return Color.from_hsv(0.5 + x * 0.02, 0.5, 0.9) if inside else Color.TRANSPARENT)
		body.add_child(sprite)
		body.position = Vector2(11 + 21 * k, 12)
		body.rotation = 0.5
		body.against = 0
		body.draws_exactly = k == 1
		sprite.modulate.a = 0.6 if k == 2 else 1.0
		world.add_child(body)

func _draw() -> void:
	draw_rect(Rect2(0, 0, 64, 72), Color(0.1, 0.1, 0.12))
	# The pixels that hit, under the third sprite.
	for y in 26:
		for x in range(42, 64):
			if not world.at_point(Vector2(x + 0.5, y + 0.5)).is_empty():
				draw_rect(Rect2(x, y, 1, 1), Color.RED)

func _physics_process(_delta: float) -> void:
	frame += 1
	if frame == 2:
		queue_redraw()
	if frame == 30 and not OS.get_cmdline_user_args().is_empty():
		get_tree().quit()
