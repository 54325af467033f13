## Sheets of the hit box editor: what they tell by name, and that bodies with them give the world that every language has. The
## errors that this prints are expected.
extends SceneTree

const Check := preload("res://tests/check.gd")
const SHIP := "res://tests/sheets/two-frames.json"

var check := Check.new()

func new_world() -> KasuriWorld2D:
	var world := KasuriWorld2D.new()
	world.auto_step = false
	root.add_child(world)
	return world

func names() -> void:
	var ship := KasuriSheet.load_from_file(SHIP)
	check.equal([ship.file, ship.image(), ship.frame_count()], [SHIP, "ship.png", 2], "a sheet")
	check.equal([ship.frame_named("fly 1"), ship.frame_named("run")], [1, -1], "frames by name")
	check.equal(ship.values(), {"by": "hand"}, "the sheet's values")
	var first := ship.frame(0)
	check.equal([first.size, first.pivot, first.duration], [Vector2i(8, 4), Vector2(4, 2.5), 80], "a frame")
	check.equal(first.picture_rect, Rect2i(0, 0, 8, 4), "its place in the picture")
	check.equal(first.values, {"speed": 1.5, "is_open": true}, "its values")
	var core := first.region("core")
	check.equal([core.kind, core.layer, core.against, core.values], ["circle", 4, 8, {"damage": 3.0}], "a region")
	check.equal(first.region_of_hit(1).name, "core", "the region of a hit")
	check.that(not first.region_of_hit(0) and not first.region_of_hit(4) and not first.region("tail"), "no regions")
	var kinds := ship.frame(1).regions.map(func(region: KasuriSheetRegion) -> String: return region.kind)
	check.equal(kinds, ["capsule", "polygon", "mask"], "the regions of the other frame")
	check.equal(ship.frame(1).picture_rect.size, Vector2i.ZERO, "a frame without a place in the picture")
	var tag := ship.tags()[0]
	check.equal([ship.tags().size(), tag.name, tag.from, tag.to, tag.direction], [1, "fly", 0, 1, "pingpong"], "a tag")
	check.equal([ship.length("fly"), ship.length("run")], [120, 0], "lengths")
	check.equal([ship.frame_at("fly", 79.9), ship.frame_at("fly", 80.5), ship.frame_at("run", 0)], [0, 1, -1], "frames by time")
	check.equal(first.mask.count(), ship.frame(1).mask.count(), "the pixels of a frame")
	check.equal(KasuriSheet.from_json(ship.to_json()).to_json(), ship.to_json(), "a sheet that was written and read")
	ResourceSaver.save(ship, "user://ship.tres")
	var again: KasuriSheet = ResourceLoader.load("user://ship.tres", "", ResourceLoader.CACHE_MODE_IGNORE)
	check.equal(again.to_json(), ship.to_json(), "a resource that was saved and loaded")

func pictures() -> void:
	var cut := '{"kasuri_sheet": 1, "image": "icon.png", "frames": [{"size": [4, 2], "at": [1, 0], "mask": {"alpha": 9}}]}'
	check.equal(KasuriSheet.from_json(cut), null, "a picture that is missing")
	var picture := Check.image(["#.##..", "##..#."] as Array[String])
	var sheet := KasuriSheet.from_json(cut, picture.save_png_to_buffer())
	check.equal(sheet.frame(0).mask.count(), 4, "pixels from a picture")
	picture.save_png("user://icon.png")
	var file := FileAccess.open("user://icon.sheet.json", FileAccess.WRITE)
	file.store_string(cut)
	file.close()
	check.equal(KasuriSheet.load_from_file("user://icon.sheet.json").to_json(), sheet.to_json(), "a picture beside the file")

func refusals() -> void:
	check.equal(KasuriSheet.from_json("{}"), null, "no sheet")
	check.equal(KasuriSheet.from_json("{}", PackedByteArray([1, 2])), null, "no sheet and no picture")
	check.equal(KasuriSheet.load_from_file("res://nothing.json"), null, "no file")
	var empty := KasuriSheet.new()
	check.equal(empty.frame(0), null, "a frame of an empty sheet")
	check.equal([empty.frame_count(), empty.tags().size(), empty.looks().size()], [0, 0, 0], "an empty sheet")
	empty.file = "res://project.godot"
	check.equal(empty.frame_count(), 0, "a file that is no sheet")
	var ship := KasuriSheet.load_from_file(SHIP)
	check.that(not ship.frame(2) and not ship.frame(-1), "frames that are none")
	var world := new_world()
	var body := KasuriBody2D.new()
	world.add_child(body)
	check.that(not body.play("fly"), "a body without a sheet")
	body.sheet = empty
	world.step()
	check.equal([body.play("fly"), body.get_body()], [false, 0], "a body with an empty sheet")
	body.sheet = ship
	check.that(not body.play("run"), "a tag that is none")
	body.sheet_frame = 7
	world.step()
	check.equal(body.get_body(), 0, "a frame that is none")
	body.sheet_frame = 1
	world.step()
	check.that(body.get_body() != 0, "and one that is there")
	# The sheet changes while its tag is played.
	body.play("fly")
	world.step()
	body.sheet = KasuriSheet.from_json('{"kasuri_sheet": 1, "frames": [{"size": [2, 2], "mask": {"rows": ["##", "##"]}}]}')
	world.step()
	check.equal(body.get_body(), 0, "a sheet without the tag that is played")
	body.stop()
	body.sheet_frame = 0
	world.step()
	check.equal(world.in_rect(Rect2(-1, -1, 2, 2)).size(), 1, "it hits with the other sheet")
	world.free()

## The time of tags, their end, and snapshots.
func playing() -> void:
	var world := new_world()
	var body := KasuriBody2D.new()
	body.sheet = KasuriSheet.load_from_file(SHIP)
	world.add_child(body)
	check.equal([body.playing_tag(), body.playing_time()], ["", 0], "nothing is played")
	check.that(body.play("fly"), "a tag")
	var frames := []
	for k in 12:
		world.step()
		frames.append(body.sheet_frame)
	check.equal(frames, [0, 0, 0, 0, 0, 1, 1, 1, 0, 0, 0, 0], "80 and 40 ms at 60 steps a second")
	check.equal([body.playing_tag(), body.playing_time()], ["fly", 200], "what is played")
	var kept := world.snapshot()
	for k in 5:
		world.step()
	var hash := world.hash_text()
	body.stop()
	body.sheet_frame = 0
	world.restore(kept)
	check.equal([body.playing_tag(), body.playing_time(), body.sheet_frame], ["fly", 200, 0], "after a restore")
	for k in 5:
		world.step()
	check.equal(world.hash_text(), hash, "the same steps again")
	body.stop()
	body.play("fly", true)
	for k in 12:
		world.step()
	check.equal([body.playing_tag(), body.sheet_frame], ["", 1], "a tag that is played once")
	world.free()

## The pixels that a world's bodies cover around the origin.
func covered(world: KasuriWorld2D) -> Array:
	var found := []
	for y in range(-9, 9):
		for x in range(-9, 9):
			if not world.at_point(Vector2(x + 0.5, y + 0.5), 1).is_empty():
				found.append(Vector2i(x, y))
	return found

## A sprite shows the frame of the sheet where the body hits, flipped around the pivot.
func sprites() -> void:
	var json := """{"kasuri_sheet": 1, "frames": [
		{"size": [3, 2], "at": [0, 0], "mask": {"rows": ["##.", "#.."]}, "pivot": [1, 1]},
		{"size": [2, 2], "at": [3, 0], "mask": {"rows": [".#", "##"]}, "pivot": [0, 2]}]}"""
	var texture := Check.texture(["##..#", "#..##"] as Array[String])
	for flips in 4:
		for frame in 2:
			var world := new_world()
			var body := KasuriBody2D.new()
			body.sheet = KasuriSheet.from_json(json)
			body.sheet_frame = frame
			var sprite := Sprite2D.new()
			sprite.texture = texture
			sprite.hframes = 5
			sprite.frame = 3
			sprite.flip_h = flips & 1
			sprite.flip_v = flips & 2
			body.add_child(sprite)
			world.add_child(body)
			world.sync_nodes()
			var by_sheet := covered(world)
			check.that(by_sheet.size() == 3, "the pixels of frame %d" % frame)
			# The same sprite, now without the sheet: it hits as Godot draws it.
			body.sheet = null
			world.sync_nodes()
			check.equal(covered(world), by_sheet, "what the sprite draws, frame %d, flips %d" % [frame, flips])
			world.free()

## The same steps as in tests/sheet.rs of the library, with nodes and without.
func worlds() -> void:
	var want := FileAccess.get_file_as_string("res://tests/sheets/hash.txt").strip_edges()
	var sheet := KasuriSheet.load_from_file("res://tests/sheets/edited.sheet.json")
	for has_nodes: bool in [true, false]:
		var world := new_world()
		var bodies := []
		for k in sheet.tags().size():
			var at := Vector2(100 + 20 * k, 100)
			if has_nodes:
				var body := KasuriBody2D.new()
				body.sheet = sheet
				body.position = at
				body.play(sheet.tags()[k].name)
				world.add_child(body)
				bodies.append(body)
			else:
				var definition := KasuriBodyDefinition.new()
				definition.frames = sheet.looks()
				definition.position = at
				bodies.append(world.spawn(definition))
		var ball := KasuriBody2D.new()
		ball.shape = KasuriShape2D.circle(3)
		ball.graze = 4
		world.add_child(ball)
		var hits := 0
		for step in 600:
			for k in bodies.size():
				if has_nodes:
					bodies[k].rotation = step / 64.0
				else:
					world.set_body_frame(bodies[k], sheet.frame_at(sheet.tags()[k].name, step * 16))
					world.set_body_rotation(bodies[k], step / 64.0)
			ball.position = Vector2(90 + step % 60, 100 + step % 7)
			hits += world.step(0.016).hit_count()
		check.equal("%s %d" % [world.hash_text(), hits], want, "600 steps with nodes: %s" % has_nodes)
		world.free()

func _initialize() -> void:
	await process_frame
	names()
	pictures()
	refusals()
	playing()
	sprites()
	worlds()
	check.finish(self, "sheets")
