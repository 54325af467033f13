## In the editor without a screen: the library of the extension is replaced and reloaded, while nodes of its classes live. They
## keep their properties, find their world again, and hit.
@tool
extends EditorPlugin

const EXTENSION := "res://addons/kasuri/kasuri.gdextension"

var failures := 0

func _enter_tree() -> void:
	run.call_deferred()

func equal(a: Variant, b: Variant, what: String) -> void:
	print("%s: %s" % [what, a])
	if a != b:
		failures += 1
		print("FAILED: %s instead of %s" % [a, b])

func version() -> String:
	return ClassDB.class_call_static("KasuriWorld2D", "version")

# Without static types: they would hold on to the classes of the first library.
func new_body(world: Node, x: float) -> Node:
	var body: Node = ClassDB.instantiate("KasuriBody2D")
	body.shape = ClassDB.class_call_static("KasuriShape2D", "circle", 4)
	body.position = Vector2(x, 0)
	body.data = 77
	world.add_child(body)
	return body

func run() -> void:
	await get_tree().create_timer(1).timeout
	var first := version()
	var world: Node = ClassDB.instantiate("KasuriWorld2D")
	world.auto_step = false
	add_child(world)
	var body := new_body(world, 0)
	new_body(world, 3)
	equal(world.step().began_count(), 1, "hits before")
	for round in 3:
		var library := "res://addons/kasuri/bin/%s" % OS.get_environment("KASURI_LIBRARY")
		var next := ["res://reloaded.so", "res://first.so"][round % 2] as String
		DirAccess.copy_absolute(next, library + ".new")
		DirAccess.rename_absolute(library + ".new", library)
		equal(GDExtensionManager.reload_extension(EXTENSION), GDExtensionManager.LOAD_STATUS_OK, "reload %d" % round)
		await get_tree().process_frame
		equal(version(), first + "-reloaded" if round % 2 == 0 else first, "the version after reload %d" % round)
		equal([body.data, body.shape.radius], [77, 4.0], "what a node kept")
		equal(body.get_kasuri_world() == world, true, "a node has found its world")
		equal(world.step().began_count(), 1, "hits after reload %d" % round)
	world.free()
	print("hot reload: %d failures" % failures)
	get_tree().quit(1 if failures else 0)
