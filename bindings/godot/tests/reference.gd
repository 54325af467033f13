## The class reference has a description of every class, method, property, signal and constant, and of nothing else.
## tests/reference.xml is what the editor's help gets, written by the crate's own test.
extends SceneTree

const Check := preload("res://tests/check.gd")

var check := Check.new()
var described := {}

func read() -> void:
	var xml := XMLParser.new()
	check.equal(xml.open("res://tests/reference.xml"), OK, "the reference")
	var name := ""
	var item := ""
	while xml.read() == OK:
		if xml.get_node_type() == XMLParser.NODE_ELEMENT:
			match xml.get_node_name():
				"class":
					name = xml.get_named_attribute_value("name")
					described[name] = {}
				"method", "signal", "member", "constant":
					item = "%s %s" % [xml.get_node_name(), xml.get_named_attribute_value("name")]
					described[name][item] = ""
		elif xml.get_node_type() == XMLParser.NODE_ELEMENT_END:
			if xml.get_node_name() in ["method", "signal", "member", "constant"]:
				item = ""
		elif xml.get_node_type() == XMLParser.NODE_TEXT and not item.is_empty():
			described[name][item] += xml.get_node_data().strip_edges()

## What a class has, as Godot knows it.
func parts(name: String) -> Array[String]:
	var found: Array[String] = []
	var accessors := {}
	for property in ClassDB.class_get_property_list(name, true):
		if property.usage & (PROPERTY_USAGE_GROUP | PROPERTY_USAGE_CATEGORY | PROPERTY_USAGE_SUBGROUP):
			continue
		found.append("member " + property.name)
		accessors[ClassDB.class_get_property_getter(name, property.name)] = true
		accessors[ClassDB.class_get_property_setter(name, property.name)] = true
	for method in ClassDB.class_get_method_list(name, true):
		if not accessors.has(StringName(method.name)) and not method.name.begins_with("_"):
			found.append("method " + method.name)
	for told in ClassDB.class_get_signal_list(name, true):
		found.append("signal " + told.name)
	for constant in ClassDB.class_get_integer_constant_list(name, true):
		found.append("constant " + constant)
	return found

func _initialize() -> void:
	read()
	var count := 0
	for name in ClassDB.get_class_list():
		if not name.begins_with("Kasuri"):
			continue
		check.that(described.has(name), "%s has a reference" % name)
		var have := parts(name)
		for part in have:
			count += 1
			check.that(described.get(name, {}).get(part, "") != "", "%s: %s has a description" % [name, part])
		for part: String in described.get(name, {}):
			var is_virtual := part.begins_with("method _")
			check.that(part in have or is_virtual or described[name][part] == "", "%s: %s is there" % [name, part])
	check.that(count > 200, "%d parts" % count)
	check.finish(self, "the class reference, %d parts" % count)
