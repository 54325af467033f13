## Takes a picture of the window: --shot=PATH --shot-at=FRAME, counted in physics frames.
extends Node

var path := ""
var at := 0
var frame := 0

func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with("--shot="):
			path = argument.trim_prefix("--shot=")
		elif argument.begins_with("--shot-at="):
			at = int(argument.trim_prefix("--shot-at="))

func _physics_process(_delta: float) -> void:
	frame += 1
	if path.is_empty() or frame != at:
		return
	await RenderingServer.frame_post_draw
	var image := get_viewport().get_texture().get_image()
	image.save_png(path)
	var colors := {}
	for y in image.get_height():
		for x in image.get_width():
			colors[image.get_pixel(x, y)] = true
	print("the picture is in %s and has %d colors" % [path, colors.size()])
