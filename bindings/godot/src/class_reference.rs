//! The class reference, for its test in Godot: the XML that the editor's help gets.

/// Writes the reference into the file that `KASURI_CLASS_REFERENCE` names; `tests/reference.gd` compares it with the classes.
#[test]
fn every_class_has_a_description() {
    let mut classes: Vec<String> = godot::docs::__gather_xml_docs().collect();
    classes.sort();
    assert!(classes.len() > 20, "{} classes", classes.len());
    for class in &classes {
        assert!(!class.contains("<brief_description></brief_description>"), "{class}");
    }
    if let Some(path) = std::env::var_os("KASURI_CLASS_REFERENCE") {
        let bare = classes.iter().map(|class| class.split_once("?>").map_or("", |(_, class)| class.trim()));
        let all = format!("<classes>{}</classes>\n", bare.collect::<String>());
        assert!(std::fs::write(path, all).is_ok());
    }
}
