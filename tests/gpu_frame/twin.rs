//! A crowd, together with the host's copy of it.

use kasuri::gpu::{Crowd, Frame, Gpu, Member};
use kasuri::lattice::{Bounds, PixelBox, Point};
use kasuri::{Layers, lattice::Margin};
use kasuri::{
    Placement, Shape, Touching,
    mask::Cover,
    query::{self, Form},
};

use crate::common::{Random, Thing};

/// A crowd, together with the host's copy of it.
pub(crate) struct Twin {
    pub(crate) crowd: Crowd,
    pub(crate) bodies: Vec<Option<Body>>,
    pub(crate) usual: Touching,
    pub(crate) between: Vec<(u32, u32, Touching)>,
    pub(crate) rooted: Vec<(u32, u32)>,
}

/// A body as it was placed; it may have moved since.
#[derive(Clone)]
pub(crate) struct Body {
    pub(crate) thing: Thing,
    pub(crate) placement: Placement,
    pub(crate) layers: Layers,
    pub(crate) margin: i32,
    pub(crate) owner: u32,
    pub(crate) world: u32,
}

impl Body {
    pub(crate) fn form(&self) -> Form {
        self.thing.place(&self.placement).form
    }

    pub(crate) fn at(&self) -> Point {
        Point::snapped(self.placement.at).unwrap()
    }
}

impl Twin {
    pub(crate) fn new(gpu: &Gpu) -> Twin {
        Twin {
            crowd: gpu.crowd(),
            bodies: Vec::new(),
            usual: Touching::Counts,
            between: Vec::new(),
            rooted: Vec::new(),
        }
    }

    pub(crate) fn put(&mut self, at: Option<usize>, body: Body) {
        let here = Placement { at: Default::default(), ..body.placement };
        let form = body.thing.place(&here).form;
        let Body { layers, margin, owner, world, .. } = body;
        let member = Member { form: &form, at: body.at(), layers, margin, owner, world };
        match at {
            Some(k) => {
                self.crowd.change(k as u32, member).unwrap();
                self.bodies[k] = Some(body);
            }
            None => {
                assert_eq!(self.crowd.push(member).unwrap() as usize, self.bodies.len());
                self.bodies.push(Some(body));
            }
        }
    }

    /// Sets the rules by which bodies meet.
    pub(crate) fn set_terms(
        &mut self,
        usual: Touching,
        between: &[(u32, u32, Touching)],
        rooted: &[(u32, u32)],
    ) {
        (self.usual, self.between, self.rooted) = (usual, between.to_vec(), rooted.to_vec());
        self.crowd.set_touching(usual, between);
        self.crowd.set_rooted_circles(rooted);
    }

    fn touching(&self, a: Layers, b: Layers) -> Touching {
        let fits = |&&(x, y, _): &&(u32, u32, Touching)| are_on(a, b, x, y);
        self.between.iter().rev().find(fits).map_or(self.usual, |&(.., touching)| touching)
    }

    /// Whether two circles meet that are measured by the root of the sum of their squared radii.
    fn rooted(&self, [(p, a), (q, b)]: [(Layers, &Form); 2]) -> Option<bool> {
        let circle = |form: &Form| match form {
            Form::Shape(parts) if parts.len() == 1 && parts[0].vertices().len() == 1 => {
                Some((parts[0].vertices()[0], i128::from(parts[0].radius())))
            }
            _ => None,
        };
        let is_rooted = self.rooted.iter().any(|&(x, y)| are_on(p, q, x, y));
        let ((a, r), (b, s)) = (circle(a)?, circle(b).filter(|_| is_rooted)?);
        let [dx, dy] = [i128::from(a.x) - i128::from(b.x), i128::from(a.y) - i128::from(b.y)];
        Some(dx * dx + dy * dy < r * r + s * s)
    }

    /// Returns what the host finds.
    pub(crate) fn expected(&self) -> Expected {
        let forms: Vec<Option<(&Body, Form)>> =
            self.bodies.iter().map(|body| body.as_ref().map(|body| (body, body.form()))).collect();
        let mut expected = Expected::default();
        for (a, first) in forms.iter().enumerate() {
            for (b, second) in forms.iter().enumerate().skip(a + 1) {
                let (Some((p, form_p)), Some((q, form_q))) = (first, second) else { continue };
                if !p.layers.pair_with(q.layers) || p.owner == q.owner || p.world != q.world {
                    continue;
                }
                let pair = [a as u32, b as u32];
                let touching = self.touching(p.layers, q.layers);
                let margin = p.margin.max(q.margin);
                let rooted = self.rooted([(p.layers, form_p), (q.layers, form_q)]);
                let within = |touching| {
                    Margin::from_units(margin)
                        .is_ok_and(|margin| query::grazes(form_p, form_q, margin, touching))
                };
                let on_seams = || query::overlaps(form_p, form_q, touching);
                if rooted.unwrap_or_else(|| overlap_by_parts(form_p, form_q, touching)) {
                    expected.hits.push(pair);
                } else if within(touching)
                    || margin >= 0 && rooted.is_none() && on_seams()
                    || margin >= 0 && rooted.is_some() && query::overlaps(form_p, form_q, Touching::Counts)
                {
                    expected.grazes.push(pair);
                }
            }
        }
        expected
    }

    pub(crate) fn check(&mut self, what: &str) -> Frame {
        self.try_check(what).unwrap()
    }

    /// Like [`check`](Twin::check), for frames that a device may refuse.
    pub(crate) fn try_check(&mut self, what: &str) -> kasuri::Result<Frame> {
        let expected = self.expected();
        let frame = self.crowd.frame()?;
        assert_eq!(frame.hits, expected.hits, "{what}");
        assert_eq!(frame.grazes, expected.grazes, "{what}");
        let decided = (frame.hits.len() + frame.grazes.len()) as u64;
        assert!(decided <= frame.report.pairs, "{what}, {:?}", frame.report);
        Ok(frame)
    }
}

/// Every pair that hits, and every pair that grazes: the device decides all of them.
#[derive(Default)]
pub(crate) struct Expected {
    pub(crate) hits: Vec<[u32; 2]>,
    pub(crate) grazes: Vec<[u32; 2]>,
}

/// Whether two bodies overlap part by part, as a frame decides: it ignores seams.
fn overlap_by_parts(a: &Form, b: &Form, touching: Touching) -> bool {
    let is_thin = |form: &Form| match form {
        Form::Shape(parts) => parts.iter().any(|part| part.radius() == 0 && part.vertices().len() < 3),
        _ => false,
    };
    if touching == Touching::Counts || !is_thin(a) && !is_thin(b) {
        return query::overlaps(a, b, touching);
    }
    let (Some(near_a), Some(near_b)) = (a.bounds(), b.bounds()) else { return false };
    let of_b = pieces(b, near_a);
    pieces(a, near_b).iter().any(|p| of_b.iter().any(|q| query::overlaps(p, q, touching)))
}

/// Returns parts, cells, and covered squares near a box.
fn pieces(form: &Form, near: Bounds) -> Vec<Form> {
    match form {
        Form::Shape(parts) => parts.iter().map(|part| Form::Shape(part.clone().into())).collect(),
        Form::Tiles(tiles) => tiles.cells().flat_map(|cell| pieces(&Form::from(&cell.form), near)).collect(),
        Form::Sprite(sprite) => {
            let near = PixelBox::around(near.grown(256));
            let is_near =
                |&(i, j): &(i32, i32)| (near.x0..near.x1).contains(&i) && (near.y0..near.y1).contains(&j);
            Cover::of(sprite).iter().filter(is_near).map(square).collect()
        }
    }
}

fn square((i, j): (i32, i32)) -> Form {
    let middle = [f64::from(i) + 0.5, f64::from(j) + 0.5];
    Form::Shape(Shape::rect([0.5, 0.5]).unwrap().place(&Placement::at(middle)).unwrap())
}

fn are_on(a: Layers, b: Layers, x: u32, y: u32) -> bool {
    a.layer & x != 0 && b.layer & y != 0 || a.layer & y != 0 && b.layer & x != 0
}

/// Returns a position anywhere in a square around the origin.
pub(crate) fn place(rng: &mut Random, side: f64) -> [f64; 2] {
    [rng.between(-side, side), rng.between(-side, side)]
}

/// Returns the body at another position.
pub(crate) fn moved(body: Body, at: [f64; 2]) -> Body {
    Body { placement: Placement { at: at.into(), ..body.placement }, ..body }
}
