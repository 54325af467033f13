## A hero walks over a tile map with slopes, jumps up through a shelf and rides a lift. With --frames=600 nobody needs to press
## keys: the demo prints the world's hash in every hundredth frame and ends.
extends Node2D

const SPEED := 90.0
const JUMP := -300.0
const GRAVITY := 15.0
const MAP: Array[String] = [
	"........................................",
	"........................................",
	"........................................",
	"........................................",
	"...................===..................",
	"........................................",
	"#............................/##\\......#",
	"#.........................../####\\.....#",
	"#......../##\\............../######\\....#",
	"######################...###############",
	"######################...###############",
]

var frame := 0
var last := 0
var lift_way := 1
@onready var world: KasuriWorld2D = $World
@onready var hero: KasuriBody2D = $World/Hero
@onready var lift: KasuriBody2D = $World/Lift
@onready var map: TileMapLayer = $World/Map/Layer

func _ready() -> void:
	for argument in OS.get_cmdline_user_args():
		if argument.begins_with("--frames="):
			last = int(argument.trim_prefix("--frames="))
	map.tile_set = tiles()
	for y in MAP.size():
		for x in MAP[y].length():
			match MAP[y][x]:
				"#": map.set_cell(Vector2i(x, y), 0, Vector2i(0, 0))
				"/": map.set_cell(Vector2i(x, y), 0, Vector2i(1, 0))
				"\\": map.set_cell(Vector2i(x, y), 0, Vector2i(1, 0), TileSetAtlasSource.TRANSFORM_FLIP_H)
				"=": map.set_cell(Vector2i(x, y), 0, Vector2i(2, 0))
	world.sync_nodes()

## A box, a slope that goes up to the right, and a shelf that lets the hero jump up through it.
func tiles() -> TileSet:
	var tile_set := TileSet.new()
	tile_set.tile_size = Vector2i(16, 16)
	tile_set.add_physics_layer()
	var atlas := TileSetAtlasSource.new()
	atlas.texture = DemoPictures.painted(Vector2i(48, 16), func(x: int, y: int) -> Color:
		var inside := x < 16 or (x < 32 and 31 - x <= y) or (x >= 32 and y < 4)
		return Color.from_hsv(0.3 - y * 0.012, 0.5, 0.75 - y * 0.02) if inside else Color.TRANSPARENT)
	atlas.texture_region_size = Vector2i(16, 16)
	tile_set.add_source(atlas, 0)
	var polygons: Array[PackedVector2Array] = [
		PackedVector2Array([Vector2(-8, -8), Vector2(8, -8), Vector2(8, 8), Vector2(-8, 8)]),
		PackedVector2Array([Vector2(8, -8), Vector2(8, 8), Vector2(-8, 8)]),
		PackedVector2Array([Vector2(-8, -8), Vector2(8, -8), Vector2(8, -4), Vector2(-8, -4)]),
	]
	for k in 3:
		atlas.create_tile(Vector2i(k, 0))
		var data := atlas.get_tile_data(Vector2i(k, 0), 0)
		data.add_collision_polygon(0)
		data.set_collision_polygon_points(0, 0, polygons[k])
		data.set_collision_polygon_one_way(0, 0, k == 2)
	return tile_set

func _physics_process(_delta: float) -> void:
	if last > 0 and frame > 0 and frame % 100 == 0:
		print("%5d %s %s" % [frame, world.hash_text(), hero.position])
	if last > 0 and frame >= last:
		get_tree().quit()
		return
	frame += 1
	# The lift goes up and down in the gap and takes the hero along.
	lift.carry(Vector2(0, lift_way))
	if lift.position.y <= 80 or lift.position.y >= 150:
		lift_way = -lift_way
	var way := Input.get_axis("ui_left", "ui_right")
	var jumps := Input.is_action_just_pressed("ui_accept")
	if last > 0:
		way = 1.0 if frame % 400 < 200 else -1.0
		jumps = frame % 90 == 0
	hero.velocity.x = way * SPEED
	hero.velocity.y += GRAVITY
	if jumps and hero.is_on_floor():
		hero.velocity.y = JUMP
	hero.move_and_slide()
	queue_redraw()

func _draw() -> void:
	draw_rect(Rect2(-50, -300, 760, 900), Color(0.12, 0.14, 0.2))
	draw_rect(Rect2(hero.position - Vector2(5, 9), Vector2(10, 18)), Color(1.0, 0.6, 0.3))
	draw_rect(Rect2(hero.position + Vector2(-5, 4), Vector2(10, 5)), Color(0.35, 0.3, 0.5))
	# It looks where it goes.
	draw_rect(Rect2(hero.position + Vector2(-2 + signf(hero.velocity.x) * 2, -6), Vector2(4, 3)), Color(0.15, 0.1, 0.1))
	draw_rect(Rect2(lift.position - Vector2(22, 3), Vector2(44, 6)), Color(0.6, 0.8, 1.0))
