## Pictures made of text, so that the demos need no files.
class_name DemoPictures

## Makes a texture: each letter is a pixel with a colour of the list, other signs are transparent.
static func texture(rows: Array[String], colors: Dictionary[String, Color]) -> ImageTexture:
	var image := Image.create_empty(rows[0].length(), rows.size(), false, Image.FORMAT_RGBA8)
	for y in rows.size():
		for x in rows[0].length():
			if colors.has(rows[y][x]):
				image.set_pixel(x, y, colors[rows[y][x]])
	return ImageTexture.create_from_image(image)

## Makes a texture of a size; [param color] returns the colour of a pixel.
static func painted(size: Vector2i, color: Callable) -> ImageTexture:
	var image := Image.create_empty(size.x, size.y, false, Image.FORMAT_RGBA8)
	for y in size.y:
		for x in size.x:
			image.set_pixel(x, y, color.call(x, y))
	return ImageTexture.create_from_image(image)
