## Groups, ellipses, where a body fits, recordings.
extends SceneTree

const Check := preload("res://tests/check.gd")

var check := Check.new()

func new_world() -> KasuriWorld2D:
	var world := KasuriWorld2D.new()
	world.auto_step = false
	root.add_child(world)
	return world

func new_body(world: Node, shape: KasuriShape2D, at: Vector2) -> KasuriBody2D:
	var body := KasuriBody2D.new()
	body.shape = shape
	body.position = at
	world.add_child(body)
	return body

func groups() -> void:
	var world := new_world()
	var boss := new_body(world, KasuriShape2D.circle(5), Vector2.ZERO)
	var crowd := KasuriBullets2D.new()
	crowd.shape = KasuriShape2D.circle(2)
	crowd.layer = 1
	crowd.group = 3
	world.add_child(crowd)
	crowd.spawn(Vector2(1, 0), Vector2.ZERO)
	boss.group = 3
	check.equal(world.step().hit_count(), 0, "two of one group")
	boss.group = 4
	check.equal(world.step().hit_count(), 1, "two of other groups")
	boss.group = 3
	check.equal(world.step().ended().size(), 1, "a group that changes back")
	boss.group = 0
	check.equal(world.step().hit_count(), 1, "none is no group")
	var definition := KasuriBodyDefinition.new()
	definition.look = KasuriLook.of_shape(KasuriShape2D.circle(1))
	definition.group = 3
	var number := world.spawn(definition)
	check.equal(world.step().hit_count(), 2, "a definition's group")
	check.that(world.set_body_group(number, 0), "a body without a node leaves its group")
	check.equal(world.step().hit_count(), 3, "and hits the bullet")
	check.equal(world.last_step().hit_pairs().size(), 6, "the hits as numbers")
	world.free()

func ellipses() -> void:
	var world := new_world()
	new_body(world, KasuriShape2D.ellipse(Vector2(40, 10)), Vector2.ZERO)
	world.sync_nodes()
	check.that(not world.at_point(Vector2(19.5, 0)).is_empty(), "an ellipse is as wide as its size")
	check.that(world.at_point(Vector2(15, 4.5)).is_empty() and world.at_point(Vector2(0, 5.5)).is_empty(), "and round")
	check.that(KasuriShape2D.ellipse(Vector2(-1, 3)).error() != "", "a negative size")
	world.free()

func fits() -> void:
	var world := new_world()
	var wall := new_body(world, KasuriShape2D.rectangle(Vector2(100, 8)), Vector2(50, 0))
	var pillar := new_body(world, KasuriShape2D.rectangle(Vector2(8, 80)), Vector2(30, 44))
	world.sync_nodes()
	var definition := KasuriBodyDefinition.new()
	definition.look = KasuriLook.of_shape(KasuriShape2D.rectangle(Vector2(12, 12)))
	var grid := KasuriPlaceGrid.of(Vector2(0, 11), Vector2.ONE, Vector2i(100, 20))
	var map := world.fits(definition, grid)
	# These are the numbers of the example of World::fits in Rust.
	check.equal(map.count(), 100 * 20 - 21 * 20, "free poses")
	check.equal([map.size(), map.angle_count(), map.free_positions().size()], [Vector2i(100, 20), 1, map.count()], "the map")
	check.that(map.is_free(0, 0) and not map.is_free(30, 0) and not map.is_free(100, 0) and not map.is_free(0, 0, 1), "single poses")
	check.equal(world.nearest_fit(definition, grid, Vector2(32, 11)).position, Vector2(41, 11), "the nearest")
	check.equal(world.first_fit(definition, grid, KasuriWorld2D.ALL_LAYERS, pillar.get_body()).cell, Vector2i(0, 0), "the first")
	check.equal(world.fits(definition, grid, KasuriWorld2D.ALL_LAYERS, pillar.get_body()).count(), 2000, "without the pillar")
	check.equal(grid.place(3, 2), Vector2(3, 13), "a place of the grid")
	# A node asks for itself: it is no obstacle of its own. Upright it fits where lying it does not.
	var plank := new_body(world, KasuriShape2D.rectangle(Vector2(4, 30)), Vector2(80, 40))
	var gap := KasuriPlaceGrid.of(Vector2(39, 40), Vector2.ONE, Vector2i.ONE, PackedFloat64Array([PI / 2, 0.0]))
	check.equal(plank.first_fit(gap).angle, 1, "a plank beside a pillar")
	check.equal(plank.fits(KasuriPlaceGrid.of(Vector2(80, 40), Vector2.ONE, Vector2i.ONE)).count(), 1, "where it is")
	check.equal(plank.nearest_fit(grid, Vector2.ZERO).position.y >= 19, true, "away from the wall")
	check.equal(wall.position, Vector2(50, 0), "nothing moves")
	# Mistakes.
	check.equal(world.fits(null, grid), null, "no definition")
	check.equal(world.fits(definition, null), null, "no grid")
	check.equal(world.first_fit(definition, KasuriPlaceGrid.of(Vector2.ZERO, Vector2.ZERO, Vector2i(2, 2))), null, "a step of zero")
	check.equal(world.fits(definition, KasuriPlaceGrid.of(Vector2.ZERO, Vector2.ONE, Vector2i(-1, 2))), null, "a negative count")
	check.equal(world.nearest_fit(definition, grid, Vector2(NAN, 0)), null, "near no place")
	check.equal(plank.fits(null), null, "no grid for a node")
	world.free()

func session(turn: float) -> Array:
	var world := new_world()
	var ball := new_body(world, KasuriShape2D.circle(4), Vector2.ZERO)
	new_body(world, KasuriShape2D.rectangle(Vector2(8, 8)), Vector2(20, 0))
	world.start_recording()
	check.that(world.is_recording(), "it records")
	var hashes := PackedStringArray()
	for k in 40:
		ball.position = Vector2(k, turn if k == 30 else 0.0)
		if k == 25:
			ball.group = 2
		world.step()
		hashes.append(world.hash_text())
	var recording := world.stop_recording()
	check.that(not world.is_recording() and world.stop_recording() == null, "it records no more")
	world.free()
	return [recording, hashes]

func recordings() -> void:
	var first := session(0.0)
	var recording: KasuriRecording = first[0]
	check.equal(recording.steps(), 40, "recorded steps")
	var read := KasuriRecording.from_bytes(recording.to_bytes())
	var replay := read.replay()
	var hashes := PackedStringArray()
	var began := 0
	var step := replay.step()
	while step != null:
		hashes.append(replay.hash_text())
		began += step.began_count()
		step = replay.step()
	check.equal(hashes, first[1], "a replay has the same hashes")
	check.equal([began, replay.steps(), replay.difference(), replay.bodies().size()], [1, 40, "", 2], "a replay")
	check.equal(replay.body_position(replay.bodies()[0]), Vector2(39, 0), "where a body is in a replay")
	check.equal(recording.first_difference(session(0.0)[0]), "", "the same session again")
	check.that(recording.first_difference(session(1.0)[0]) != "", "another session")
	check.equal(KasuriRecording.from_bytes(PackedByteArray([1, 2, 3])), null, "bytes that are no recording")
	var broken := recording.to_bytes()
	broken[broken.size() / 2] ^= 1
	check.equal(KasuriRecording.from_bytes(broken), null, "a broken recording")

## The numbers are those of the library's own examples.
func mathematics() -> void:
	check.equal([KasuriDet.sin(0.5), KasuriDet.cos(0), KasuriDet.atan2(1, 1)], [0.479425538604203, 1.0, PI / 4], "angles")
	check.equal([KasuriDet.sqrt(2.25), KasuriDet.hypot(3, 4), KasuriDet.exp2(-3)], [1.5, 5.0, 0.125], "lengths and powers")
	check.equal(KasuriDet.rotate(Vector2(3, 1), 0), Vector2(3, 1), "a turn by 0")
	check.equal(KasuriDet.move_towards(Vector2.ZERO, Vector2(3, 4), 2.5), Vector2(1.5, 2), "a move")
	check.equal(KasuriDet.turn_towards(Vector2(2, 0), Vector2(0, 50), 2), Vector2(0, 2), "a turn")
	var random := KasuriRandomStream.of_seed(0)
	var wave := random.split(9)
	check.equal("%x %x" % [random.bits() >> 32 & 0xffffffff, random.bits() >> 32 & 0xffffffff], "ca00a045 66c24222", "random bits")
	check.equal([random.drawn, wave.drawn, random.split(9).key], [2, 0, wave.key], "streams of their own")
	check.that(random.below(6) < 6 and random.between(2, 3) >= 2 and random.drawn == 4, "random numbers")
	check.equal(random.below(-1), 0, "a number below -1")

func _initialize() -> void:
	await process_frame
	groups()
	ellipses()
	fits()
	recordings()
	mathematics()
	check.finish(self, "groups, ellipses, fits, recordings, mathematics")
