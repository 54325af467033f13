//! Functions of query and reference, the CPU executor, batches, broad phases and scenes.

use std::path::Path;
use std::sync::Arc;

use kasuri::Ceilings;
use kasuri::broad::{self, Broad};
use kasuri::gpu::twins;
use kasuri::lattice::{Bounds, Point};
use kasuri::scene::Scene;
use kasuri::{
    Body, Layers, Mask, Placement, Recorder, Recording, Shape, Snapshot, TileMap, Touching, Vec2, World,
    mask::{Sprite, aseprite},
    parallel::{Simd, Threads},
    query::{self, Dodge, Form, PlaceGrid, Placed, PlayerMoves, Reach, Threats},
    reference,
    shape::tiled,
};
use kasuri::{
    batch::{self, Batch, BoxPoses, CirclePoses, ShapePoses, SpritePoses},
    lattice::Margin,
};

use crate::book::{Book, Done, Plain};

const TILESET: &str =
    r#"{"tilewidth": 8, "tileheight": 8, "tilesets": [{"firstgid": 1, "source": "a.tsj"}]}"#;

const COUNTS: Touching = Touching::Counts;

fn placed(form: Form, at: Vec2) -> Placed {
    Placed { form, at, layer: 1, against: u32::MAX, group: 0 }
}

fn forms() -> [(&'static str, Form); 3] {
    let mask = Arc::new(Mask::from_rows(&[".##.", "####"]).unwrap());
    let turned = Placement::default().turned(0.3);
    let map = Arc::new(TileMap::from_rows([8.0, 8.0], &["##"], &[]).unwrap());
    let shape = Shape::capsule([0.0, 0.0], [9.0, 0.0], 2.0).unwrap();
    [
        ("of a shape", Form::Shape(shape.place(&turned).unwrap())),
        ("of a sprite", Form::Sprite(Sprite::place(&mask, &turned, None).unwrap())),
        ("of tiles", Form::Tiles(map.place([0.0, 0.0]).unwrap())),
    ]
}

pub fn write(book: &mut Book) {
    points_and_rays(book);
    ways(book);
    margins(book);
    places(book);
    executors(book);
    broad_phases(book);
    texts(book);
}

fn points_and_rays(book: &mut Book) {
    let o = Point::default();
    for (kind, form) in forms() {
        let bodies = [placed(form.clone(), Vec2::default())];
        let of = |argument: &str| format!("{argument}, {kind}");
        let stays = query::Moving::still(&form, o);
        let from = |p| query::Moving { form: &form, from: p, to: o };
        book.point("query::overlap_on_way", &of("a.from"), |p| {
            Plain(query::overlap_on_way(from(p), stays, COUNTS).is_some())
        });
        book.point("reference::overlap_on_way", &of("a.from"), |p| {
            Plain(reference::overlap_on_way(from(p), stays, COUNTS).is_some())
        });
        book.point("Moving::bounds", &of("from"), |p| Plain(from(p).bounds().is_some()));
        let tree = query::BodyTree::of(&bodies);
        book.point("BodyTree::containing", &of("at"), |p| Plain(tree.containing(p, 1)));
        book.point("BodyTree::first_on_ray", &of("from"), |p| Plain(tree.first_on_ray(p, o, 1).is_some()));
        book.point("BodyTree::all_on_ray", &of("to"), |p| Plain(tree.all_on_ray(o, p, 1).len()));
        book.point("query::contains", &of("at"), |p| Plain(query::contains(&form, p)));
        book.point("query::containing", &of("at"), |p| Plain(query::containing(&bodies, p)));
        book.point("query::cast", &of("from"), |p| Plain(query::cast(&form, p, o).is_some()));
        book.point("query::cast", &of("to"), |p| Plain(query::cast(&form, o, p).is_some()));
        book.point("query::first_on_ray", &of("from"), |p| {
            Plain(query::first_on_ray(&bodies, p, o, 1).is_some())
        });
        book.point("query::first_on_ray", &of("to"), |p| {
            Plain(query::first_on_ray(&bodies, o, p, 1).is_some())
        });
        book.point("reference::contains", &of("at"), |p| Plain(reference::contains(&form, p)));
        book.point("reference::containing", &of("at"), |p| Plain(reference::containing(&bodies, p)));
        if matches!(form, Form::Shape(_)) {
            // For the other bodies the reference walks pixel by pixel through the whole world, which is slow.
            book.point("reference::ray", &of("from"), |p| Plain(reference::ray(&bodies, p, o, 1).is_some()));
            book.point("reference::ray", &of("to"), |p| Plain(reference::ray(&bodies, o, p, 1).is_some()));
        }
    }
}

fn ways(book: &mut Book) {
    let o = Vec2::default();
    for (kind, form) in forms() {
        let [body, other] = [o, Vec2::new(0.0, 1.0)].map(|at| placed(form.clone(), at));
        let all = [body.clone(), other.clone()];
        let from = |at: Vec2| placed(form.clone(), at);
        let of = |argument: &str| format!("{argument}, {kind}");
        book.vec2("query::sweep", &of("a_to"), |v| query::sweep(&body, v, &other, o));
        book.vec2("query::sweep", &of("b_to"), |v| query::sweep(&body, o, &other, v));
        book.vec2("query::sweep", &of("a.at"), |v| query::sweep(&from(v), o, &other, o));
        book.vec2("query::first_on_way", &of("to"), |v| query::first_on_way(&all, 0, v));
        book.vec2("reference::meeting", &of("a_to"), |v| reference::meeting(&body, v, &other, o));
        book.vec2("reference::meeting", &of("b_to"), |v| reference::meeting(&body, o, &other, v));
        book.vec2("reference::sweep", &of("to"), |v| reference::sweep(&all, 0, v));
    }
    let all = [placed(forms()[0].1.clone(), o)];
    book.whole("query::first_on_way", "mover", |n: usize| query::first_on_way(&all, n, o));
    book.whole("reference::sweep", "mover", |n: usize| reference::sweep(&all, n, o));
    let tree = query::BodyTree::of(&all);
    book.whole("BodyTree::first_on_way", "mover", |n: usize| tree.first_on_way(n, o));
    book.vec2("BodyTree::first_on_way", "to", |v| tree.first_on_way(0, v));
    book.one("query::first_on_way", "bodies", "none", || query::first_on_way(&[], 0, o));
    book.one("reference::sweep", "bodies", "none", || reference::sweep(&[], 0, o));
}

fn margins(book: &mut Book) {
    for (kind, form) in forms() {
        let bodies = [placed(form.clone(), Vec2::default()), placed(form.clone(), Vec2::default())];
        let of = |argument: &str| format!("{argument}, {kind}");
        let away = Shape::point().place(&Placement::at([50.0, 50.0])).unwrap();
        let away = Form::Shape(away);
        book.whole("query::grazes", &of("margin"), |n: i32| {
            Margin::from_units(n).map(|margin| query::grazes(&form, &away, margin, COUNTS))
        });
        book.whole("query::grazing_pairs", &of("margin"), |n: i32| {
            Margin::from_units(n).map(|margin| query::grazing_pairs(&bodies, margin, COUNTS))
        });
        book.whole("reference::graze", &of("margin"), |n: i32| {
            Plain(reference::graze(&form, &away, n, COUNTS))
        });
        book.whole("reference::grazes", &of("margin"), |n: i32| Plain(reference::grazes(&bodies, n, COUNTS)));
    }
    for function in ["query::pairs", "reference::pairs"] {
        let pairs = if function == "query::pairs" { query::pairs } else { reference::pairs };
        book.one(function, "bodies", "none", || Plain(pairs(&[], COUNTS).len()));
    }
}

fn dodges(book: &mut Book, tiles: &Placed) {
    let (o, by) = (Vec2::default(), Vec2::new(1.0, 1.0));
    let moves = || PlayerMoves::of_speeds(&[1.0], 1.0).unwrap();
    book.number("PlayerMoves::of_speeds", "speeds[0]", |x| PlayerMoves::of_speeds(&[x], 1.0));
    book.number("PlayerMoves::of_speeds", "step", |x| PlayerMoves::of_speeds(&[1.0], x));
    book.one("PlayerMoves::new", "moves", "one of 5000 columns", || PlayerMoves::new(&[[5000, 0]]));
    let grid = |from: Vec2, step: Vec2, count: [u32; 2]| {
        Reach::new(&PlaceGrid { from, step, count }, moves()).map(|reach| reach.map().count())
    };
    book.vec2("Reach::new", "places.from", |v| grid(v, by, [2, 2]));
    book.vec2("Reach::new", "places.step", |v| grid(o, v, [2, 2]));
    book.one("Reach::new", "places.count", "2^27 positions", || grid(o, by, [1 << 14, 1 << 13]));
    let reach = || Reach::new(&PlaceGrid::new(o, by, [2, 2]), moves()).unwrap();
    book.vec2("Reach::start_at", "at", |v| reach().start_at(v));
    book.vec2("Reach::nearest", "at", |v| reach().nearest(v));
    book.whole("Reach::place", "x", |n: u32| Plain(reach().place(n, 0)));
    book.whole("Reach::place", "y", |n: u32| Plain(reach().place(0, n)));
    book.whole("PlaceMap::has", "x", |n: u32| Plain(reach().map().has(n, 0)));
    book.whole("PlaceMap::has", "y", |n: u32| Plain(reach().map().has(0, n)));
    book.whole("PlaceMap::row", "y", |n: u32| Plain(reach().map().row(n).len()));
    book.whole("Dodge::within", "most_bytes", |n: usize| {
        Dodge::new(reach()).within(n).step(&Threats::new(&[], COUNTS).unwrap())
    });
    book.one("Threats::new", "player", "a tile map", || {
        Threats::new(std::slice::from_ref(tiles), COUNTS).map(|threats| threats.count())
    });
    book.vec2("Threats::add_swept", "from", |v| {
        let mut threats =
            Threats::new(std::slice::from_ref(tiles), COUNTS).or_else(|_| Threats::new(&[], COUNTS))?;
        threats.add_swept(tiles, v)
    });
}

fn places(book: &mut Book) {
    let all = forms().map(|(_, form)| placed(form, Vec2::default()));
    let [shape, sprite, tiles] = &all;
    let grid = |from: Vec2, step: Vec2, count: [u32; 2]| PlaceGrid { from, step, count };
    let (o, by) = (Vec2::default(), Vec2::new(1.0, 1.0));
    for (kind, body) in [("of a shape", shape), ("of a sprite", sprite)] {
        let poses = std::slice::from_ref(body);
        let of = |argument: &str| format!("{argument}, {kind}");
        let ask = |places: PlaceGrid| query::fits(poses, &places, &all, COUNTS).map(|fits| fits.count());
        book.vec2("query::fits", &of("places.from"), |v| ask(grid(v, by, [2, 2])));
        book.vec2("query::fits", &of("places.step"), |v| ask(grid(o, v, [2, 2])));
        book.whole("query::fits", &of("places.count[0]"), |n: u32| ask(grid(o, by, [n, 2])));
        book.whole("query::fits", &of("places.count[1]"), |n: u32| ask(grid(o, by, [2, n])));
        book.vec2("reference::fits", &of("from"), |v| {
            reference::fits(poses, [v, by], [2, 2], &all, |_, _| COUNTS)
        });
        book.vec2("reference::fits", &of("step"), |v| {
            reference::fits(poses, [o, v], [2, 2], &all, |_, _| COUNTS)
        });
    }
    let one = grid(o, by, [1, 1]);
    book.one("query::fits", "poses", "none", || query::fits(&[], &one, &all, COUNTS));
    book.one("query::fits", "poses", "a tile map", || {
        query::fits(std::slice::from_ref(tiles), &one, &all, COUNTS)
    });
    book.one("reference::fits", "poses", "a tile map", || {
        reference::fits(std::slice::from_ref(tiles), [o, by], [1, 1], &all, |_, _| COUNTS)
    });
    dodges(book, tiles);
    book.vec2("PlaceGrid::new", "from", |v| Plain(PlaceGrid::new(v, by, [2, 2]).count));
    book.vec2("PlaceGrid::new", "step", |v| Plain(PlaceGrid::new(o, v, [2, 2]).count));
    book.keeps("PlaceGrid::new");
    book.whole("PlaceGrid::place", "column", |n: u32| Plain(one.place(n, 0)));
    let fits = query::fits(std::slice::from_ref(shape), &one, &[], COUNTS).unwrap();
    book.vec2("Fits::nearest", "to", |v| fits.nearest(v));
    book.whole("Fits::threads", "count", |n: usize| {
        let asked = query::fits(std::slice::from_ref(shape), &one, &[], COUNTS);
        asked.map(|fits| fits.threads(n).count())
    });
    let map = fits.map();
    book.whole("FreeMap::row", "angle", |n: usize| Plain(map.row(n, 0).len()));
    book.whole("FreeMap::row", "y", |n: u32| Plain(map.row(0, n).len()));
    book.whole("FreeMap::is_free", "angle", |n: usize| Plain(map.is_free(n, 0, 0)));
    book.whole("FreeMap::is_free", "x", |n: u32| Plain(map.is_free(0, n, 0)));
}

fn executors(book: &mut Book) {
    let bodies = forms().map(|(_, form)| form);
    for (given, pair) in [("past the last body", [0, 3]), ("2^32 - 1", [u32::MAX, 0])] {
        book.one("gpu::twins::hits", "pairs", given, || twins::hits(&bodies, &[pair], COUNTS));
        book.one("gpu::twins::integers", "pairs", given, || twins::integers(&bodies, &[pair], COUNTS));
    }
    book.one("gpu::twins::hits", "pairs", "a body and itself", || twins::hits(&bodies, &[[0, 0]], COUNTS));
    book.one("gpu::twins::integers", "pairs", "a body and itself", || {
        twins::integers(&bodies, &[[0, 0]], COUNTS)
    });
    book.one("gpu::twins::hits", "pairs", "none", || twins::hits(&[], &[], COUNTS));
    book.one("gpu::twins::integers", "pairs", "none", || twins::integers(&[], &[], COUNTS));
    book.one("gpu::twins::compact", "bits", "none", || Plain(twins::compact(&[])));
    let Form::Sprite(sprite) = &bodies[1] else { unreachable!() };
    book.one("gpu::twins::shape_shape", "a", "no parts", || Plain(twins::shape_shape(&[], &[], COUNTS)));
    book.one("gpu::twins::sprite_shape", "shape", "no parts", || {
        Plain(twins::sprite_shape(sprite, &[], COUNTS))
    });
    book.one("gpu::twins::squares", "shape", "no parts", || Plain(twins::squares(sprite, &[], COUNTS)));
    // Batches of equal or different lengths: tested up to the shorter one.
    let disc = Shape::circle(1.0).unwrap().place(&Placement::default()).unwrap();
    let (mut one, none, mut hits) = (batch::Circles::default(), batch::Circles::default(), vec![true; 9]);
    one.push(&disc[0]);
    book.one("Circles::overlaps", "other", "shorter", || {
        one.overlaps(&none, COUNTS, &mut hits);
        Plain(hits.len())
    });
    let (boxes, polygons) = (batch::Boxes::default(), batch::Polygons::default());
    book.one("Boxes::push", "shape", "no box", || Plain(batch::Boxes::default().push(&disc[0])));
    book.one("Circles::push", "shape", "no circle", || {
        let flat = Shape::rect([1.0, 1.0]).unwrap().place(&Placement::default()).unwrap();
        Plain(batch::Circles::default().push(&flat[0]))
    });
    book.one("Polygons::push", "shape", "a circle", || Plain(batch::Polygons::default().push(&disc[0])));
    let mut hits = Vec::new();
    book.one("Boxes::overlaps", "other", "none", || {
        boxes.overlaps(&boxes, COUNTS, &mut hits);
        Plain(hits.len())
    });
    let mut hits = Vec::new();
    book.one("Polygons::overlaps", "other", "none", || {
        polygons.overlaps(&polygons, COUNTS, &mut hits);
        Plain(hits.len())
    });
    let mut hits = Vec::new();
    book.one("Boxes::overlaps_circles", "circles", "more than boxes", || {
        boxes.overlaps_circles(&one, COUNTS, &mut hits);
        Plain(hits.len())
    });
    poses(book);
    book.whole("Threads::new", "count", |n: usize| Plain(Threads::new(n).count() >= 1));
    book.one("Simd::named", "name", "of no set", || Plain(Simd::named("mmx").is_some()));
}

fn poses(book: &mut Book) {
    let (zero, one) = ([0.0], [1.0]);
    let still = BoxPoses { x: &zero, y: &zero, hx: &one, hy: &one, angle: &zero };
    let overlaps = |poses: BoxPoses<f64>| Batch::new().overlaps(poses, still).map(|bits| bits.count());
    book.number("Batch::overlaps", "a.x", |x| overlaps(BoxPoses { x: &[x], ..still }));
    book.number("Batch::overlaps", "a.y", |y| overlaps(BoxPoses { y: &[y], ..still }));
    book.number("Batch::overlaps", "a.hx", |hx| overlaps(BoxPoses { hx: &[hx], ..still }));
    book.number("Batch::overlaps", "a.hy", |hy| overlaps(BoxPoses { hy: &[hy], ..still }));
    book.number("Batch::overlaps", "a.angle", |angle| overlaps(BoxPoses { angle: &[angle], ..still }));
    book.one("Batch::overlaps", "a.y", "longer than a.x", || overlaps(BoxPoses { y: &[0.0; 2], ..still }));
    let none: [f64; 0] = [];
    let nobody = BoxPoses { x: &none, y: &none, hx: &none, hy: &none, angle: &none };
    book.one("Batch::overlaps", "b", "fewer than a", || Batch::new().overlaps(still, nobody));
    book.one("Batch::overlaps", "a and b", "none", || Batch::new().overlaps(nobody, nobody));
    let round = CirclePoses { x: &zero, y: &zero, r: &one };
    book.number("Batch::hits", "b.r", |r| {
        Batch::new().hits(round, CirclePoses { r: &[r], ..round }).map(|hits| hits.len())
    });
    let masks = [Arc::new(Mask::from_rows(&["##"]).unwrap())];
    let shapes = [Shape::point()];
    for (given, index) in [("past the last", 1), ("2^32 - 1", u32::MAX)] {
        let index = [index];
        book.one("Batch::hits", "b.mask", given, || {
            let sprites = SpritePoses { masks: &masks, mask: &index, x: &zero, y: &zero, angle: &zero };
            Batch::new().hits(round, sprites)
        });
        book.one("Batch::separations", "a.shape", given, || {
            let shapes = ShapePoses { shapes: &shapes, shape: &index, x: &zero, y: &zero, angle: &zero };
            Batch::new().separations(shapes, round)
        });
    }
    book.number("Batch::separations", "a.angle", |angle| {
        Batch::new().separations(BoxPoses { angle: &[angle], ..still }, round).map(|ways| ways.len())
    });
    book.whole("Batch::threads", "count", |n: usize| {
        Batch::new().threads(n).hits(round, round).map(|hits| hits.len())
    });
    let bits = Batch::new().overlaps(round, round).unwrap();
    book.whole("Bits::get", "index", |n: usize| Plain(bits.get(n)));
}

fn broad_phases(book: &mut Book) {
    let ends = [
        Bounds { min: Point::new(i32::MIN, i32::MIN), max: Point::new(i32::MAX, i32::MAX) },
        Bounds { min: Point::new(i32::MAX, i32::MAX), max: Point::new(i32::MIN, i32::MIN) },
        Bounds { min: Point::default(), max: Point::default() },
        Bounds { min: Point::new(i32::MAX, i32::MIN), max: Point::new(i32::MAX, i32::MIN) },
    ];
    let layers = [Layers::default(); 4];
    book.may_panic("BoxList::new");
    book.one("BoxList::new", "layers", "fewer than bounds", || {
        Plain(broad::BoxList::new(&ends, &layers[1..]).bounds().len())
    });
    book.may_panic("BoxList::pair");
    book.one("BoxList::pair", "b", "past the last", || Plain(broad::BoxList::new(&ends, &layers).pair(0, 9)));
    let ways: [(&str, Box<dyn Broad>); 4] = [
        ("brute", Box::<broad::Brute>::default()),
        ("grid", Box::<broad::Grid>::default()),
        ("tree", Box::<broad::Tree>::default()),
        ("auto", Box::<broad::Auto>::default()),
    ];
    for (name, mut way) in ways {
        let argument = format!("boxes, {name}");
        let mut find = |bounds: &[Bounds]| {
            // So many that each broad phase works as it does with many boxes.
            let bounds = bounds.repeat(200);
            let layers = vec![Layers::default(); bounds.len()];
            let mut pairs = vec![[7, 7]];
            way.pairs(broad::BoxList::new(&bounds, &layers), &mut pairs);
            let mut judge = Vec::new();
            broad::Brute.pairs(broad::BoxList::new(&bounds, &layers), &mut judge);
            assert!(pairs == judge, "{} pairs instead of {}", pairs.len(), judge.len());
            Done
        };
        book.one("Broad::pairs", &argument, "none", || find(&[]));
        book.one("Broad::pairs", &argument, "as large as i32", || find(&ends[..1]));
        book.one("Broad::pairs", &argument, "at the ends of i32", || find(&ends[2..]));
    }
}

fn texts(book: &mut Book) {
    let read = |text: &[u8]| Scene::from_json(text, Path::new(".")).map(drop);
    let deep = "[".repeat(100_000);
    for (given, text) in [
        ("nothing", &b""[..]),
        ("no UTF-8", &b"\xff\xfe"[..]),
        ("100,000 deep", deep.as_bytes()),
        ("1e400", &br#"{"kasuri": 1, "bodies": [{"id": "b", "at": [1e400, 0], "point": {}}]}"#[..]),
        ("NaN", &br#"{"kasuri": 1, "bodies": [{"id": "b", "at": [NaN, 0], "point": {}}]}"#[..]),
        ("a far body", &br#"{"kasuri": 1, "bodies": [{"id": "b", "at": [1e300, 0], "point": {}}]}"#[..]),
    ] {
        book.one("Scene::from_json", "text", given, || read(text));
        book.one("Scene::from_json_within", "text", given, || {
            Scene::from_json_within(text, Path::new("."), Ceilings::default()).map(drop)
        });
    }
    for (given, text) in [
        ("nothing", ""),
        ("no frames", "{}"),
        ("a frame of NaN", r#"{"frames": [{"filename": "a", "frame": {"x": NaN}}], "meta": {}}"#),
    ] {
        book.one("Aseprite::from_json", "json", given, || aseprite::Aseprite::from_json(text));
    }
    let sheet = r#"{"frames": [{"filename": "a 0.aseprite", "frame": {"x": 90, "y": 0, "w": 4, "h": 4},
        "rotated": false, "trimmed": false, "spriteSourceSize": {"x": 0, "y": 0, "w": 4, "h": 4},
        "sourceSize": {"w": 4, "h": 4}, "duration": 100}],
        "meta": {"image": "a.png", "size": {"w": 8, "h": 8}, "scale": "1"}}"#;
    if let Ok(read) = aseprite::Aseprite::from_json(sheet) {
        let small = Mask::empty(8, 8).unwrap();
        book.one("Aseprite::masks", "sheet", "smaller than its frames", || read.masks(&small));
        book.whole("Aseprite::regions", "frame", |n: usize| Plain(read.regions(n).len()));
        book.one("Aseprite::layer", "name", "of none", || Plain(read.layer("hurts").is_some()));
        book.one("Aseprite::animation", "tag", "of none", || Plain(read.animation("run").is_some()));
    } else {
        book.one("Aseprite::from_json", "json", "a frame outside its sheet", || {
            aseprite::Aseprite::from_json(sheet)
        });
    }
    for (given, text) in [("nothing", ""), ("no size", "{}"), ("a tileset of its own", TILESET)] {
        book.one("Tiled::from_json", "json", given, || tiled::Tiled::from_json(text));
    }
    book.one("Tiled::from_json_with", "tileset", "of nothing", || {
        tiled::Tiled::from_json_with(TILESET, |_| Some(String::new()))
    });
    if let Ok(read) = tiled::Tiled::from_json(r#"{"tilewidth": 8, "tileheight": 8}"#) {
        book.one("Tiled::map", "layer", "of none", || read.map("sky"));
    }
    book.one("Recording::new", "bytes", "none", || Recording::new([]));
    let few = Ceilings::default().values(1);
    let text = br#"{"kasuri": 1, "bodies": []}"#;
    book.one("Scene::from_json_within", "ceilings", "too low", || {
        Scene::from_json_within(text, Path::new("."), few).map(drop)
    });
    book.one("Recording::new", "bytes", "of another version", || Recording::new(*b"kasurirc\x07\0\0\0"));
    book.one("Snapshot::from_bytes", "bytes", "none", || Snapshot::from_bytes(&[]));
    book.one("Snapshot::from_bytes", "bytes", "of another version", || {
        Snapshot::from_bytes(b"kasurisn\x07\0\0\0")
    });
    book.one("Snapshot::from_bytes", "bytes", "a recording's", || {
        Snapshot::from_bytes(Recorder::new().bytes())
    });
    book.one("Snapshot::from_bytes", "bytes", "one of them changed", || {
        let mut bytes = World::new().snapshot().to_bytes();
        bytes[21] ^= 1;
        Snapshot::from_bytes(&bytes)
    });
    book.one("Snapshot::from_bytes_within", "bytes", "more bodies than the ceilings allow", || {
        let mut world = World::new();
        world.spawn_many(3, |_| Body::point())?;
        let ceilings = Ceilings::default().bodies(2);
        Snapshot::from_bytes_within(&world.snapshot().to_bytes(), ceilings)
    });
    book.one("Recording::new", "bytes", "no recording", || Recording::new([0xff; 99]));
}
