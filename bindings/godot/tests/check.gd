## What the tests share: a list of failures, and small pictures.
extends RefCounted

var failures := 0
var checks := 0

func that(is_so: bool, what: String) -> void:
	checks += 1
	if not is_so:
		failures += 1
		print("FAILED: ", what)

func equal(a: Variant, b: Variant, what: String) -> void:
	that(a == b, "%s: %s instead of %s" % [what, a, b])

## Ends the test with the exit status.
func finish(tree: SceneTree, what: String) -> void:
	print("%s: %d checks, %d failures" % [what, checks, failures])
	tree.quit(1 if failures > 0 else 0)

static func image(rows: Array[String]) -> Image:
	var picture := Image.create_empty(rows[0].length(), rows.size(), false, Image.FORMAT_RGBA8)
	for y in rows.size():
		for x in rows[0].length():
			if rows[y][x] == "#":
				picture.set_pixel(x, y, Color.WHITE)
	return picture

static func texture(rows: Array[String]) -> ImageTexture:
	return ImageTexture.create_from_image(image(rows))
