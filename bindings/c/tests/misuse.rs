//! Writes a C program that calls every function of the header with valid arguments, and then with each argument bad
//! in each way: null, stale and foreign handles, removed bodies, NULL, addresses that do not suit the type, short buffers,
//! NaN, numbers without a meaning.
//! The script `test` compiles and runs it.
#![allow(missing_docs, clippy::unwrap_used)]

use std::fmt::Write;

struct Param {
    ty: String,
    name: String,
}

struct Function {
    name: String,
    params: Vec<Param>,
}

fn functions() -> Vec<Function> {
    let header = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/include/kasuri.h")).unwrap();
    let declarations = header.split("\nkasuri_status ").skip(1);
    declarations
        .map(|text| {
            let (name, rest) = text.split_once('(').unwrap();
            let params = rest.split_once(");").unwrap().0.split(',');
            let param = |text: &str| {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                let at = text.rfind([' ', '*']).unwrap() + 1;
                Param { ty: text[..at].trim().to_owned(), name: text[at..].to_owned() }
            };
            Function { name: name.to_owned(), params: params.map(param).collect() }
        })
        .collect()
}

const HANDLES: &[(&str, &str)] = &[
    ("kasuri_world", "world"),
    ("kasuri_mask", "mask"),
    ("kasuri_shape", "shape"),
    ("kasuri_tiles", "tiles"),
    ("kasuri_look", "look"),
    ("kasuri_frames", "frames"),
    ("kasuri_snapshot", "snapshot"),
    ("kasuri_recorder", "recorder"),
    ("kasuri_recording", "recording"),
    ("kasuri_replay", "replay"),
    ("kasuri_sheet", "sheet"),
    ("kasuri_solid", "shape"),
    ("kasuri_appearance", "look"),
];

/// Parameters whose numbers are enumerators or 0 and 1.
const CHOICES: &[&str] =
    &["which", "touching", "neighbours", "response", "backend", "has", "solid", "sideways", "upside_down"];

/// Functions that accept NaN: they return NaN, or a body with such a look is refused later.
const TAKES_NAN: &[&str] = &[
    "kasuri_deflected",
    "kasuri_world_pixels_of",
    "kasuri_world_place_of",
    "kasuri_look_set_pivot",
    "kasuri_random_between",
];

/// Functions of numbers only. They return NaN for NaN, too.
const MATHEMATICS: &str = "kasuri_det_";

/// Pointers that may be NULL.
const OPTIONAL: &[&str] = &["filter"];

impl Function {
    fn handle(&self, k: usize) -> Option<&'static str> {
        let Param { ty, name } = &self.params[k];
        if self.name == "kasuri_free" {
            return Some("mask");
        }
        if ty == "kasuri_mask" && name == "other" {
            return Some("other");
        }
        if ty == "kasuri_recording" && name == "other" {
            return Some("recording");
        }
        HANDLES.iter().find(|(handle, _)| handle == ty).map(|&(_, field)| field)
    }

    fn takes_nan(&self) -> bool {
        TAKES_NAN.contains(&self.name.as_str()) || self.name.starts_with(MATHEMATICS)
    }

    fn has(&self, name: &str) -> bool {
        self.params.iter().any(|param| param.name == name)
    }

    /// Whether parameter `k` is the pointer of a pair of pointer and capacity.
    fn is_list(&self, k: usize) -> bool {
        self.params.get(k + 1).is_some_and(|next| next.name.ends_with("capacity"))
    }

    fn body(&self, name: &str) -> &'static str {
        match (self.name.as_str(), name) {
            ("kasuri_world_set_chain", _) => "f.chain",
            ("kasuri_world_set_mask", _) => "f.sprite",
            ("kasuri_world_set_frame", _) => "f.framed",
            ("kasuri_world_region_index" | "kasuri_world_region_name" | "kasuri_world_remove_region", _) => {
                "f.ship"
            }
            (_, "b") => "f.circles[1]",
            _ => "f.circle",
        }
    }

    fn size(&self, name: &str) -> String {
        match (self.name.as_str(), name) {
            (_, "world_def_size" | "body_def_size" | "hit_size") => {
                return format!("sizeof(kasuri_{})", name.trim_end_matches("_size"));
            }
            ("kasuri_mask_from_texels", "width" | "height") => "8",
            ("kasuri_mask_from_texels" | "kasuri_mask_from_rgba", "count") => "64",
            ("kasuri_mask_from_words", "count") | (_, "width" | "height") => "4",
            ("kasuri_mask_from_png", _) | (_, "picture_count") => "sizeof PNG",
            ("kasuri_sheet_from_json", _) => "sizeof SHEET - 1",
            ("kasuri_recording_new", _) => "f.recorded_count",
            ("kasuri_snapshot_from_bytes", _) => "f.saved_count",
            ("kasuri_tiles_from_rows", _) => "1",
            ("kasuri_world_set_chains", "count") => "2",
            (_, "count") if self.has("points") => "4",
            (_, "point_count") => "4",
            (_, "pose_count" | "body_count") => "1",
            (_, "angle_count") => "2",
            (_, "count" | "most") => "2",
            (_, "index") => "0",
            _ if name.ends_with("capacity") => "4096",
            _ => panic!("{}: {name}", self.name),
        }
        .to_owned()
    }

    fn constant(&self, k: usize) -> &'static str {
        let Param { ty, name } = &self.params[k];
        match (ty.as_str(), name.as_str()) {
            ("const kasuri_vec2 *", _) => "f.points",
            ("const kasuri_vec2f *", _) => "f.floats",
            ("const double *", _) => "f.numbers",
            ("const uint32_t *", _) => "f.zeros",
            ("const uint64_t *", _) => "f.words",
            ("const uint8_t *", "bytes") if self.name == "kasuri_mask_from_png" => "PNG",
            ("const uint8_t *", "bytes") if self.name == "kasuri_snapshot_from_bytes" => "f.saved",
            ("const uint8_t *", "bytes") => "f.recorded",
            ("const uint8_t *", "json") => "(const uint8_t *)SHEET",
            ("const uint8_t *", "picture") => "PNG",
            ("const kasuri_poses *", "b") => "&f.others",
            ("const kasuri_poses *", _) => "&f.poses",
            ("const uint8_t *", _) => "f.texels",
            ("const kasuri_body *", _) if self.name == "kasuri_world_set_frames" => "f.framed_two",
            ("const kasuri_body *", _) if self.name == "kasuri_world_set_chains" => "f.chains",
            ("const kasuri_place_grid *", _) => "&f.places",
            ("const kasuri_body *", _) => "f.circles",
            ("const kasuri_placement *", _) => "f.placements",
            ("const kasuri_filter *", _) => "&f.filter",
            ("const kasuri_opaque *", _) => "&f.opaque",
            ("const kasuri_placed *", "a") if self.name == "kasuri_query_overlap_cells" => "&f.placed_tiles",
            ("const kasuri_placed *", _) if self.name.ends_with("_pixels") => "&f.placed_mask",
            ("const kasuri_placed *", "b") => "&f.placed_b",
            ("const kasuri_placed *", _) => "&f.placed_a",
            ("const kasuri_hit *", _) => "&f.hit",
            ("const kasuri_part *", _) => "f.parts",
            ("const kasuri_cell *", _) => "f.legend",
            ("const kasuri_region *", _) => "&f.region",
            ("const kasuri_appearance *", _) => "f.looks",
            ("const kasuri_world_def *", _) => "&f.world_def",
            ("const kasuri_body_def *", _) => "f.defs",
            ("const kasuri_debug_draw *", _) => "&f.draw",
            ("const kasuri_random_stream *", _) => "&f.random",
            ("const char *", "rows") => "\"##\\n#m\"",
            ("const char *", "name") => "\"core\"",
            (ty, name) => panic!("{}: {ty}{name}", self.name),
        }
    }

    /// Returns a valid argument for parameter `k`.
    fn good(&self, k: usize) -> String {
        let Param { ty, name } = &self.params[k];
        if let Some(field) = self.handle(k) {
            return format!("f.{field}");
        }
        match ty.as_str() {
            "kasuri_body" => self.body(name).to_owned(),
            "kasuri_vec2" => "one".to_owned(),
            "kasuri_layers" => "layers".to_owned(),
            "double" => match name.as_str() {
                "cell_width" | "cell_height" => "8.0",
                "tolerance" | "restitution" | "share" | "half_angle" => "0.5",
                _ => "1.0",
            }
            .to_owned(),
            "size_t" => self.size(name),
            "uint32_t" => match name.as_str() {
                "version" => "KASURI_ABI_VERSION",
                "response" => "2u",
                "which" | "touching" | "neighbours" | "backend" => "0u",
                _ => "1u",
            }
            .to_owned(),
            "uint64_t" | "uint8_t" => "1".to_owned(),
            "int32_t" | "int64_t" => if name.ends_with('1') { "4" } else { "0" }.to_owned(),
            ty if ty.starts_with("const ") => self.constant(k).to_owned(),
            ty if ty.ends_with('*') => format!("out{k}"),
            _ => panic!("{}: {ty} {name}", self.name),
        }
    }

    /// Returns the call, with some arguments replaced.
    fn call(&self, others: &[(usize, &str)]) -> String {
        let argument = |k: usize| {
            let other = others.iter().find(|(other, _)| *other == k);
            other.map_or_else(|| self.good(k), |(_, text)| (*text).to_owned())
        };
        let arguments: Vec<String> = (0..self.params.len()).map(argument).collect();
        format!("{}({})", self.name, arguments.join(", "))
    }

    /// Writes a call whose argument `k`, a list, has an odd address. Bytes may have one.
    fn odd_address(&self, out: &mut String, k: usize) {
        let ty = &self.params[k].ty;
        if !ty.contains("char") && !ty.contains("uint8_t") {
            let odd = format!("({ty})(const void *)((const char *)(const void *){} + 1)", self.good(k));
            self.refused(out, "WRONG_VALUE", k, &odd);
        }
    }

    fn refused(&self, out: &mut String, status: &str, k: usize, argument: &str) {
        writeln!(out, "    STATUS({status}, {});", self.call(&[(k, argument)])).unwrap();
    }

    /// Writes the calls with a bad argument `k`.
    fn bad(&self, out: &mut String, k: usize) {
        let Param { ty, name } = &self.params[k];
        if let Some(field) = self.handle(k) {
            let foreign = match ty.as_str() {
                "kasuri_solid" | "kasuri_appearance" => "f.snapshot",
                "kasuri_world" => "f.mask",
                _ => "f.world",
            };
            for none in ["0", "UINT64_MAX", "(uint64_t)1 << 48 << 4"] {
                self.refused(out, "NULL_HANDLE", k, none);
            }
            self.refused(out, "STALE_HANDLE", k, &format!("stale.{field}"));
            if self.name != "kasuri_free" {
                self.refused(out, "WRONG_KIND", k, foreign);
            }
        }
        match ty.as_str() {
            "kasuri_body" if self.name != "kasuri_world_contains" => {
                for body in ["no_body", "f.removed", "foreign_body"] {
                    self.refused(out, "STALE_BODY", k, body);
                }
            }
            "double" if !self.takes_nan() => self.refused(out, "REFUSED", k, "NAN"),
            "kasuri_vec2" if !self.takes_nan() => {
                self.refused(out, "REFUSED", k, "nan_x");
                self.refused(out, "REFUSED", k, "nan_y");
            }
            "uint32_t" if CHOICES.contains(&name.as_str()) => self.refused(out, "WRONG_VALUE", k, "99u"),
            "const char *" => {
                self.refused(out, "NULL_POINTER", k, "NULL");
                self.refused(out, "WRONG_VALUE", k, "\"\\xff\\xfe\"");
            }
            ty if ty.starts_with("const ") => self.bad_constant(out, k),
            ty if ty.ends_with('*') => {
                self.refused(out, "NULL_POINTER", k, "NULL");
                if self.is_list(k) {
                    self.odd_address(out, k);
                }
            }
            _ => {}
        }
    }

    fn bad_constant(&self, out: &mut String, k: usize) {
        let Param { ty, name } = &self.params[k];
        let may_be_null = OPTIONAL.contains(&name.as_str()) || ty == "const kasuri_world_def *";
        if !may_be_null {
            self.refused(out, "NULL_POINTER", k, "NULL");
        }
        if let Some(count) =
            self.params.iter().position(|param| param.name == "count" && param.ty == "size_t")
        {
            self.refused(out, "WRONG_VALUE", count, "SIZE_MAX");
            self.odd_address(out, k);
        }
        let good = self.good(k);
        let place =
            if let Some(one) = good.strip_prefix('&') { one.to_owned() } else { format!("{good}[1]") };
        let fields: &[&str] = match ty.as_str() {
            "const kasuri_vec2 *" | "const kasuri_vec2f *" => &[".x", ".y"],
            "const double *" => &[""],
            "const kasuri_placement *" if !good.starts_with('&') && !self.has("count") => &[],
            "const kasuri_placement *" => &[".at.x", ".at.y", ".angle", ".scale.x", ".scale.y"],
            "const kasuri_place_grid *" => &[".from.x", ".from.y", ".step.x", ".step.y"],
            // A body to fit stands at the positions of the grid, at the angles of the list.
            "const kasuri_body_def *" if self.has("places") => &[".placement.scale.y"],
            "const kasuri_placed *" => &[".placement.at.x", ".placement.angle", ".placement.scale.y"],
            "const kasuri_body_def *" => &[".placement.at.x", ".placement.angle", ".placement.scale.y"],
            "const kasuri_body *" => {
                writeln!(out, "    kept = {place}; {place} = no_body;").unwrap();
                writeln!(out, "    STATUS(STALE_BODY, {}); {place} = kept;", self.call(&[])).unwrap();
                &[]
            }
            _ => &[],
        };
        // A single struct is the first element of an array in the fixture.
        let single = self.params.iter().all(|param| param.name != "count" || param.ty != "size_t");
        let place = if single && !good.starts_with('&') { format!("{good}[0]") } else { place };
        for field in fields {
            let number = if ty == "const kasuri_vec2f *" { "(float)NAN" } else { "NAN" };
            let value = match (ty.as_str(), *field) {
                ("const kasuri_vec2f *", _) => "1.0f",
                (_, field) if field.ends_with("angle") => "0.0",
                _ => "1.0",
            };
            writeln!(out, "    {place}{field} = {number};").unwrap();
            writeln!(out, "    STATUS(REFUSED, {}); {place}{field} = {value};", self.call(&[])).unwrap();
        }
    }

    fn write(&self, out: &mut String) {
        writeln!(out, "static void try_{}(void) {{", self.name).unwrap();
        for (k, param) in self.params.iter().enumerate() {
            if param.ty.ends_with('*') && !param.ty.starts_with("const ") {
                writeln!(out, "    static {} out{k}[4096];", param.ty.trim_end_matches(" *")).unwrap();
            }
        }
        writeln!(out, "    uint64_t before, after;\n    make(&f);").unwrap();
        writeln!(out, "    OK(kasuri_world_hash(f.world, &before));").unwrap();
        (0..self.params.len()).for_each(|k| self.bad(out, k));
        writeln!(out, "    OK(kasuri_world_hash(f.world, &after));").unwrap();
        writeln!(out, "    CHECK(before == after);").unwrap();
        writeln!(out, "    unmake(&f);\n    make(&f);\n    OK({});", self.call(&[])).unwrap();
        for k in (0..self.params.len()).filter(|&k| self.is_list(k)) {
            self.short_buffers(out, k);
        }
        for (k, param) in self.params.iter().enumerate().filter(|(_, param)| param.ty == "double") {
            for far in ["INFINITY", "-INFINITY", "1e300", "-1e300", "1e-300", "-0.0"] {
                writeln!(out, "    sane({}); /* {} */", self.call(&[(k, far)]), param.name).unwrap();
            }
        }
        for k in (0..self.params.len()).filter(|&k| self.params[k].ty.starts_with("int")) {
            for far in ["INT32_MIN", "INT32_MAX"] {
                writeln!(out, "    sane({});", self.call(&[(k, far)])).unwrap();
            }
        }
        writeln!(out, "    unmake(&f);\n}}\n").unwrap();
    }

    /// Writes calls with room for one item less than there are, and with no room.
    fn short_buffers(&self, out: &mut String, k: usize) {
        let is_text = self.params[k].ty == "char *";
        // The first count or length after the list belongs to it.
        let ends = ["count", "length"];
        let count = (k..self.params.len())
            .find(|&j| ends.iter().any(|end| self.params[j].name.ends_with(end)))
            .unwrap();
        let need = if is_text { "total + 1" } else { "total" };
        writeln!(
            out,
            "    {{\n        size_t total = out{count}[0];\n        unmake(&f);\n        make(&f);"
        )
        .unwrap();
        writeln!(out, "        if ({need} > 0) {{").unwrap();
        let short = self.call(&[(k + 1, &format!("{need} - 1"))]);
        writeln!(out, "            STATUS(SHORT_BUFFER, {short});").unwrap();
        writeln!(out, "            CHECK(out{count}[0] == total);").unwrap();
        let none = self.call(&[(k, "NULL"), (k + 1, "0")]);
        writeln!(out, "            STATUS(SHORT_BUFFER, {none});").unwrap();
        writeln!(out, "            CHECK(out{count}[0] == total);\n        }}").unwrap();
        let many = self.call(&[(k + 1, "SIZE_MAX")]);
        writeln!(out, "        STATUS(WRONG_VALUE, {many});\n    }}").unwrap();
    }
}

#[test]
fn every_function_is_tried() {
    let functions = functions();
    assert!(functions.len() > 150, "{}", functions.len());
    let mut out = String::from("#include \"fixture.h\"\n\nstatic Fixture f;\nstatic kasuri_body kept;\n");
    out += "static const kasuri_body no_body = {0, 0}, foreign_body = {1000000, 7};\n";
    out += "static const kasuri_vec2 one = {1, 1}, nan_x = {NAN, 1}, nan_y = {1, NAN};\n";
    out += "static const kasuri_layers layers = {1, 1, 0};\n\n";
    out += "static void sane(kasuri_status status) {\n";
    out += "    CHECK(status == KASURI_STATUS_OK || status == KASURI_STATUS_REFUSED);\n}\n\n";
    for function in &functions {
        function.write(&mut out);
    }
    out += "int main(void) {\n    make(&stale);\n    unmake(&stale);\n";
    for function in &functions {
        writeln!(out, "    try_{}();", function.name).unwrap();
    }
    out += "    (void)kept;\n    (void)layers;\n    return checked(\"misuse\");\n}\n";
    let path = std::env::var("KASURI_MISUSE_C")
        .unwrap_or_else(|_| concat!(env!("CARGO_TARGET_TMPDIR"), "/misuse.c").to_owned());
    std::fs::write(path, out).unwrap();
}
