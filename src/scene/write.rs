//! Writes answers as JSON: one compact line, fields in SPEC 8's order, numbers as the shortest text that reads back.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::answer::{Common, Contact, Distance, Overlap, RayHit, SpriteStep, SweepHit};
use crate::form::Form;
use crate::lattice::Vec2;
use crate::query::FreeMap;
use crate::scene::{Answer, How, PairMet, RayHits, Scene};
use crate::shortest::Shortest;

/// Returns the line that a stream contains in place of the answer to a refused scene.
///
/// ```
/// use kasuri::{scene::refusal, Error, ErrorKind};
/// assert_eq!(refusal(&Error::new(ErrorKind::Shape, "no area").at("points")), r#"{"error":"points: no area"}"#);
/// ```
pub fn refusal(error: &crate::Error) -> String {
    format!("{{\"error\":{}}}", Text(&error.to_string()))
}

/// Returns a pair of sprites as in an answer; where they do not overlap, `pixels` is 0 and there are no other fields.
///
/// ```
/// use kasuri::scene::sprite_pair;
/// assert_eq!(sprite_pair("p1", "b1", None), r#"{"a":"p1","b":"b1","kind":"sprite-sprite","pixels":0}"#);
/// ```
pub fn sprite_pair(a: &str, b: &str, common: Option<&Common>) -> String {
    let fields = fmt::from_fn(|f| match common {
        Some(common) => sprite_sprite(f, common),
        None => f.write_str("\"sprite-sprite\",\"pixels\":0"),
    });
    format!("{{\"a\":{},\"b\":{},\"kind\":{fields}}}", Text(a), Text(b))
}

impl Display for Answer<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let scene = self.scene;
        write!(f, "{{\"kasuri\":1,\"backend\":\"{}\",\"pairs\":", self.backend)?;
        list(f, &self.pairs, |f, hit| pair(f, scene, hit))?;
        if let Some(rays) = &self.rays {
            f.write_str(",\"rays\":")?;
            list(f, rays, |f, met| match met {
                RayHits::First(hit) => or_null(f, hit.as_ref(), |f, hit| ray(f, scene, hit)),
                RayHits::All(hits) => list(f, hits, |f, hit| ray(f, scene, hit)),
            })?;
        }
        if let Some(points) = &self.points {
            f.write_str(",\"points\":")?;
            list(f, points, |f, bodies| list(f, bodies, |f, &body| Text(&scene.ids()[body]).fmt(f)))?;
        }
        if let Some(distances) = &self.distances {
            f.write_str(",\"distances\":")?;
            list(f, distances, |f, found| or_null(f, found.as_ref(), distance))?;
        }
        if let Some(contacts) = &self.contacts {
            f.write_str(",\"contacts\":")?;
            list(f, contacts, |f, found| {
                or_null(f, found.as_ref(), |f, found| {
                    write!(f, "{{{}}}", fmt::from_fn(|f| contact(f, found)))
                })
            })?;
        }
        if let Some(crossings) = &self.crossings {
            f.write_str(",\"crossings\":")?;
            list(f, crossings, |f, points| list(f, points, |f, point| XY(point).fmt(f)))?;
        }
        if let Some(sweeps) = &self.sweeps {
            f.write_str(",\"sweeps\":")?;
            list(f, sweeps, |f, hit| or_null(f, hit.as_ref(), |f, hit| sweep(f, scene, hit)))?;
        }
        if let Some(grazes) = &self.grazes {
            f.write_str(",\"grazes\":")?;
            list(f, grazes, |f, &(a, b)| {
                write!(f, "{{\"a\":{},\"b\":{}}}", Text(&scene.ids()[a]), Text(&scene.ids()[b]))
            })?;
        }
        if let Some(fits) = &self.fits {
            f.write_str(",\"fits\":")?;
            list(f, fits, free_map)?;
        }
        f.write_char('}')
    }
}

/// Writes a map: a list of rows for each angle, '.' for a free pose and '#' for one that is not.
fn free_map(f: &mut Formatter<'_>, map: &FreeMap) -> fmt::Result {
    let [w, h] = map.size();
    let angles: Vec<usize> = (0..map.angles()).collect();
    list(f, &angles, |f, &angle| {
        f.write_char('[')?;
        for y in 0..h {
            f.write_str(if y == 0 { "\"" } else { ",\"" })?;
            (0..w).try_for_each(|x| f.write_char(if map.is_free(angle, x, y) { '.' } else { '#' }))?;
            f.write_char('"')?;
        }
        f.write_char(']')
    })
}

fn pair(f: &mut Formatter<'_>, scene: &Scene, hit: &PairMet) -> fmt::Result {
    write!(f, "{{\"a\":{},\"b\":{},\"kind\":", Text(&scene.ids()[hit.a]), Text(&scene.ids()[hit.b]))?;
    match &hit.how {
        How::Now(found) => overlap(f, found)?,
        How::OnWay(met) => {
            match &met.overlap {
                Some(found) => overlap(f, found)?,
                None => write!(f, "\"{}\"", kind(scene, hit))?,
            }
            write!(f, ",\"t\":{}", Shortest(met.t))?;
        }
    }
    f.write_char('}')
}

/// Returns the kind of a pair for which only the time is reported.
fn kind(scene: &Scene, pair: &PairMet) -> &'static str {
    let is_map = |k: usize| matches!(scene.bodies()[k].form, Form::Tiles(_));
    if is_map(pair.a) || is_map(pair.b) { "tiles" } else { "shape-shape" }
}

fn overlap(f: &mut Formatter<'_>, overlap: &Overlap) -> fmt::Result {
    match overlap {
        Overlap::SpriteSprite(common) => sprite_sprite(f, common),
        Overlap::SpriteShape { pixels } => write!(f, "\"sprite-shape\",\"pixels\":{pixels}"),
        Overlap::ShapeShape(found) => {
            f.write_str("\"shape-shape\",")?;
            contact(f, found)
        }
        Overlap::Tiles { cells } => {
            f.write_str("\"tiles\",\"cells\":")?;
            list(f, cells, |f, [x, y]| write!(f, "[{x},{y}]"))
        }
    }
}

fn sprite_sprite(f: &mut Formatter<'_>, common: &Common) -> fmt::Result {
    let Common { pixels, bounds: b, first: [i, j], centroid, normal, depth } = common;
    write!(f, "\"sprite-sprite\",\"pixels\":{pixels}")?;
    write!(f, ",\"bounds\":[{},{},{},{}],\"first\":[{i},{j}]", b.x0, b.y0, b.x1, b.y1)?;
    write!(f, ",\"centroid\":{},\"normal\":{},\"depth\":{depth}", XY(centroid), XY(normal))
}

fn contact(f: &mut Formatter<'_>, contact: &Contact) -> fmt::Result {
    let Contact { normal, depth, point } = contact;
    write!(f, "\"normal\":{},\"depth\":{},\"point\":{}", XY(normal), Shortest(*depth), XY(point))
}

fn distance(f: &mut Formatter<'_>, found: &Distance) -> fmt::Result {
    let Distance { distance, a, b } = found;
    write!(f, "{{\"distance\":{},\"points\":[{},{}]}}", Shortest(*distance), XY(a), XY(b))
}

fn ray(f: &mut Formatter<'_>, scene: &Scene, hit: &RayHit<usize>) -> fmt::Result {
    let RayHit { body, t, point, normal, .. } = hit;
    write!(f, "{{\"id\":{},\"t\":{}", Text(&scene.ids()[*body]), Shortest(*t))?;
    write!(f, ",\"point\":{},\"normal\":{}}}", XY(point), XY(normal))
}

fn sweep(f: &mut Formatter<'_>, scene: &Scene, hit: &SweepHit<usize>) -> fmt::Result {
    write!(f, "{{\"id\":{},\"t\":{}", Text(&scene.ids()[hit.body]), Shortest(hit.t))?;
    if let Some(SpriteStep { number, count }) = hit.step {
        write!(f, ",\"step\":{number},\"of\":{count}")?;
    }
    f.write_char('}')
}

fn list<T>(
    f: &mut Formatter<'_>,
    items: &[T],
    each: impl Fn(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    f.write_char('[')?;
    for (k, item) in items.iter().enumerate() {
        if k > 0 {
            f.write_char(',')?;
        }
        each(f, item)?;
    }
    f.write_char(']')
}

fn or_null<T>(
    f: &mut Formatter<'_>,
    hit: Option<&T>,
    each: impl FnOnce(&mut Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    match hit {
        Some(hit) => each(f, hit),
        None => f.write_str("null"),
    }
}

/// Writes two numbers, [x,y].
struct XY<'a>(&'a Vec2);

impl Display for XY<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "[{},{}]", Shortest(self.0.x), Shortest(self.0.y))
    }
}

/// Writes a string with JSON's escapes.
pub(crate) struct Text<'a>(pub(crate) &'a str);

impl Display for Text<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        for c in self.0.chars() {
            match c {
                '"' | '\\' => write!(f, "\\{c}")?,
                '\n' => f.write_str("\\n")?,
                c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
                c => f.write_char(c)?,
            }
        }
        f.write_char('"')
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::answer::OnWay;
    use crate::lattice::PixelBox;

    fn scene() -> Scene {
        let text = r#"{"kasuri": 1, "bodies": [{"id": "a\"\n\u0001é", "point": {}, "at": [0, 0]},
                                               {"id": "b", "point": {}, "at": [9, 9]}]}"#;
        Scene::from_json(text, Path::new(".")).unwrap()
    }

    #[test]
    fn everything_is_written_in_the_order_of_the_spec() {
        let scene = scene();
        let common = Common {
            pixels: 1000,
            bounds: PixelBox { x0: -1, y0: 2, x1: 3, y1: 4 },
            first: [-1, 2],
            centroid: Vec2::new(0.5, 1e-7),
            normal: Vec2::new(-0.0, 1.0),
            depth: 2,
        };
        let contact = Contact { normal: Vec2::new(0.6, -0.8), depth: 0.0, point: Vec2::new(1.0, 2.5) };
        let overlaps = [
            Overlap::SpriteSprite(common),
            Overlap::SpriteShape { pixels: 7 },
            Overlap::ShapeShape(contact),
            Overlap::Tiles { cells: vec![[0, 1], [2, 3]] },
        ];
        let on_way = |overlap| How::OnWay(OnWay { t: 0.25, overlap });
        let [common, squares, touch, cells] = overlaps;
        let hows = [
            How::Now(common),
            How::Now(squares.clone()),
            How::Now(touch),
            How::Now(cells),
            on_way(Some(squares)),
            on_way(None),
        ];
        let hit =
            RayHit { body: 1, region: 0, t: 0.25, point: Vec2::new(1.0, -0.0), normal: Vec2::new(0.0, -1.0) };
        let answer = Answer {
            pairs: hows.map(|how| PairMet { a: 0, b: 1, how }).into(),
            rays: Some(vec![RayHits::First(None), RayHits::First(Some(hit)), RayHits::All(vec![hit])]),
            points: Some(vec![vec![], vec![0, 1]]),
            distances: Some(vec![
                None,
                Some(Distance { distance: 1.5, a: Vec2::new(0.0, 1.0), b: Vec2::new(2.0, 3.0) }),
            ]),
            contacts: Some(vec![None, Some(contact)]),
            crossings: Some(vec![vec![], vec![Vec2::new(1.0, 2.0), Vec2::new(3.0, 4.5)]]),
            sweeps: Some(vec![
                Some(SweepHit::in_step(2, 4).of_body(1)),
                Some(SweepHit::at(1.0).of_body(1)),
                None,
            ]),
            grazes: Some(vec![(0, 1)]),
            ..scene.solve().unwrap()
        };
        let a = r#""a\"\n\u0001é""#;
        let ab = format!(r#"{{"a":{a},"b":"b""#);
        let expected = [
            r#"{"kasuri":1,"backend":"cpu","pairs":["#,
            &format!(r#"{ab},"kind":"sprite-sprite","pixels":1000,"bounds":[-1,2,3,4],"first":[-1,2],"#),
            r#""centroid":[0.5,1e-7],"normal":[0,1],"depth":2},"#,
            &format!(r#"{ab},"kind":"sprite-shape","pixels":7}},"#),
            &format!(r#"{ab},"kind":"shape-shape","normal":[0.6,-0.8],"depth":0,"point":[1,2.5]}},"#),
            &format!(r#"{ab},"kind":"tiles","cells":[[0,1],[2,3]]}},"#),
            &format!(r#"{ab},"kind":"sprite-shape","pixels":7,"t":0.25}},"#),
            &format!(r#"{ab},"kind":"shape-shape","t":0.25}}],"#),
            r#""rays":[null,{"id":"b","t":0.25,"point":[1,0],"normal":[0,-1]},"#,
            r#"[{"id":"b","t":0.25,"point":[1,0],"normal":[0,-1]}]],"#,
            &format!(r#""points":[[],[{a},"b"]],"#),
            r#""distances":[null,{"distance":1.5,"points":[[0,1],[2,3]]}],"#,
            r#""contacts":[null,{"normal":[0.6,-0.8],"depth":0,"point":[1,2.5]}],"#,
            r#""crossings":[[],[[1,2],[3,4.5]]],"#,
            r#""sweeps":[{"id":"b","t":0.5,"step":2,"of":4},{"id":"b","t":1},null],"#,
            &format!(r#""grazes":[{ab}}}]}}"#),
        ];
        assert_eq!(answer.to_string(), expected.concat());
    }

    #[test]
    fn only_what_was_asked_is_answered() {
        assert_eq!(scene().solve().unwrap().to_string(), r#"{"kasuri":1,"backend":"cpu","pairs":[]}"#);
    }
}
