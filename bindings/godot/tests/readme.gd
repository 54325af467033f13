## Runs the README's first example for two frames: it prints who hits whom.
extends SceneTree

func _initialize() -> void:
	var example: Node2D = (load("res://tests/readme_example.gd") as GDScript).new()
	root.add_child(example)
	for k in 3:
		await physics_frame
	var world: KasuriWorld2D = example.get_child(0)
	var hits := world.last_step().hit_count()
	print("the README's example: %d hit" % hits)
	quit(0 if hits == 1 else 1)
