//! Generates `bindings/csharp/src/Native.cs` from `include/kasuri.h`: structs, enums and imports, with their
//! comments. The test compares the file with the result.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write;

const HEADER: &str = include_str!("../include/kasuri.h");
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../csharp/src/Native.cs");

/// Converts a name to C# style: `kasuri_ray_hit` becomes `RayHit`.
fn pascal(name: &str) -> String {
    let words = name.trim_start_matches("kasuri_").split('_');
    words.map(|word| word[..1].to_uppercase() + &word[1..]).collect()
}

fn handles() -> Vec<&'static str> {
    let typedefs = HEADER.lines().filter_map(|line| line.strip_prefix("typedef uint64_t "));
    typedefs.map(|name| name.trim_end_matches(';')).collect()
}

/// Returns the C# type of a C type without its pointer.
fn plain(ty: &str) -> String {
    match ty {
        "void" => "void",
        "double" => "double",
        "float" => "float",
        "bool" | "char" | "uint8_t" => "byte",
        "int32_t" => "int",
        "uint32_t" => "uint",
        "int64_t" => "long",
        "uint64_t" => "ulong",
        "size_t" => "UIntPtr",
        ty if handles().contains(&ty) => "ulong",
        ty => return pascal(ty),
    }
    .to_owned()
}

/// Returns the C# type and the name of a parameter or field, such as `const kasuri_vec2 *at`.
fn declared(text: &str) -> (String, String) {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.strip_prefix("const ").unwrap_or(&text).to_owned();
    let at = text.rfind([' ', '*']).unwrap() + 1;
    let stars = text.matches('*').count();
    let ty = plain(text[..at].trim_end_matches([' ', '*'])) + &"*".repeat(stars);
    (ty, text[at..].to_owned())
}

/// Escapes a name of the header that is a keyword of C#.
fn name(name: &str) -> String {
    if ["object", "in", "out", "ref", "fixed", "base"].contains(&name) {
        format!("@{name}")
    } else {
        name.to_owned()
    }
}

fn comment(out: &mut String, indent: &str, comment: &[&str]) {
    let escaped = |line: &str| line.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    let text: Vec<String> = comment.iter().map(|line| escaped(line)).collect();
    if !text.is_empty() {
        writeln!(out, "{indent}/// <summary>{}</summary>", text.join(&format!("\n{indent}/// "))).unwrap();
    }
}

fn field(out: &mut String, of: &str, line: &str) {
    let line = line.trim_end_matches(';');
    if let Some((_, rest)) = line.split_once("(*") {
        writeln!(out, "        public IntPtr {};", pascal(rest.split_once(')').unwrap().0)).unwrap();
        return;
    }
    let (ty, declared) = declared(line);
    let Some((field, count)) = declared.split_once('[') else {
        // A C# member cannot have the name of its type.
        let field = Some(pascal(&declared)).filter(|field| field != of);
        writeln!(out, "        public {ty} {};", field.as_deref().unwrap_or("Value")).unwrap();
        return;
    };
    let (field, count) = (pascal(field), count.trim_end_matches(']').parse::<usize>().unwrap());
    if ty.chars().next().unwrap().is_lowercase() {
        writeln!(out, "        public fixed {ty} {field}[{count}];").unwrap();
    } else {
        // In C#, only arrays of numbers can be fixed fields of a struct.
        (0..count).for_each(|k| writeln!(out, "        public {ty} {field}{k};").unwrap());
    }
}

fn function(out: &mut String, text: &str) {
    let (function, params) = text.split_once('(').unwrap();
    let params = params.split_once(");").unwrap().0.split(',');
    let params: Vec<String> = params
        .map(|param| {
            let (ty, param) = declared(param);
            format!("{ty} {}", name(&param))
        })
        .collect();
    writeln!(out, "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]").unwrap();
    writeln!(out, "        public static extern Status {function}({});\n", params.join(", ")).unwrap();
}

fn made() -> String {
    let mut types = String::new();
    let (mut constants, mut functions) = (String::new(), String::new());
    let (mut told, mut lines) = (Vec::new(), HEADER.lines().peekable());
    while let Some(line) = lines.next() {
        if line == "/**" {
            told = lines.by_ref().take_while(|line| *line != " */").map(|line| line[2..].trim()).collect();
        } else if let Some((constant, value)) =
            line.strip_prefix("#define ").and_then(|line| line.split_once(' '))
        {
            comment(&mut constants, "        ", &told);
            let constant = constant.trim_start_matches("KASURI_");
            writeln!(constants, "        public const uint {constant} = {value};\n").unwrap();
        } else if let Some(name) = line.strip_prefix("enum ") {
            let base = lines.find(|line| line.starts_with("  : ")).unwrap().trim_start_matches("  : ");
            comment(&mut types, "    ", &told);
            writeln!(types, "    public enum {} : {}\n    {{", pascal(name), plain(base)).unwrap();
            variants(&mut types, name, lines.by_ref().take_while(|line| *line != "};"));
        } else if line == "typedef struct {" {
            let body: Vec<&str> = lines.by_ref().take_while(|line| !line.starts_with('}')).collect();
            // `take_while` consumed the closing line, which contains the name.
            let name = struct_name(&body);
            comment(&mut types, "    ", &told);
            let head = "[StructLayout(LayoutKind.Sequential)]";
            writeln!(types, "    {head}\n    public unsafe partial struct {}\n    {{", pascal(name)).unwrap();
            fields(&mut types, &pascal(name), &body);
        } else if let Some(start) = line.strip_prefix("kasuri_status kasuri_") {
            let mut text = format!("kasuri_{start}");
            while !text.ends_with(");") {
                text += lines.next().unwrap().trim();
            }
            comment(&mut functions, "        ", &told);
            function(&mut functions, &text);
        }
    }
    format!(
        "// Made of bindings/c/include/kasuri.h by bindings/c/tests/csharp.rs. Do not edit it here.\n\
         using System;\nusing System.Runtime.InteropServices;\n\nnamespace Kasuri\n{{\n{types}\
         \u{20}   /// <summary>The C library as it is: see the comments of kasuri.h.</summary>\n\
         \u{20}   public static unsafe class Native\n    {{\n\
         \u{20}       /// <summary>The name of the shared library.</summary>\n\
         \u{20}       public const string Library = \"kasuri_c\";\n\n{constants}{functions}    }}\n}}\n"
    )
}

/// Finds the name of a struct by its fields: the line that closes the struct has the name.
fn struct_name(body: &[&str]) -> &'static str {
    let text = format!("typedef struct {{\n{}\n}} ", body.join("\n"));
    let rest = &HEADER[HEADER.find(&text).unwrap() + text.len()..];
    rest.split_once(';').unwrap().0
}

fn variants<'a>(out: &mut String, name: &str, lines: impl Iterator<Item = &'a str>) {
    let prefix = format!("{}_", name.to_uppercase());
    let mut told = Vec::new();
    for line in lines.map(str::trim) {
        if let Some(text) = line.strip_prefix("* ") {
            told.push(text);
        } else if let Some(variant) = line.strip_prefix(&prefix) {
            comment(out, "        ", &std::mem::take(&mut told));
            let (variant, value) = variant.trim_end_matches(',').split_once(" = ").unwrap();
            writeln!(out, "        {} = {value},", pascal(&variant.to_lowercase())).unwrap();
        }
    }
    out.push_str("    }\n\n");
}

fn fields(out: &mut String, of: &str, body: &[&str]) {
    let (mut told, mut text) = (Vec::new(), String::new());
    for line in body.iter().map(|line| line.trim()).filter(|line| !matches!(*line, "/**" | "*/")) {
        if let Some(text) = line.strip_prefix("* ") {
            told.push(text);
            continue;
        }
        // A long field has several lines.
        text += line;
        if line.ends_with(';') {
            comment(out, "        ", &std::mem::take(&mut told));
            field(out, of, &std::mem::take(&mut text));
        }
    }
    out.push_str("    }\n\n");
}

#[test]
fn the_imports_of_csharp_are_made_of_the_header() {
    let made = made();
    if std::env::var_os("KASURI_WRITE_HEADER").is_some() {
        std::fs::write(PATH, &made).unwrap();
    }
    let kept = std::fs::read_to_string(PATH).unwrap_or_default();
    assert_eq!(made.matches("[DllImport").count(), HEADER.matches("\nkasuri_status kasuri_").count());
    assert!(made == kept, "bindings/csharp/src/Native.cs is another; KASURI_WRITE_HEADER=1 writes it anew");
}
