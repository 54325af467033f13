//! A crowd, and beside it what the host knows of it.

use kasuri::broad::Layers;
use kasuri::gpu::{Crowd, Frame, Gpu, Member};
use kasuri::lattice::Point;
use kasuri::{Form, Placement, Touching, query};

use crate::common::{Random, Thing};

/// A crowd and beside it what the host knows.
pub(crate) struct Twin {
    pub(crate) crowd: Crowd,
    pub(crate) bodies: Vec<Option<Body>>,
    pub(crate) usual: Touching,
    pub(crate) between: Vec<(u32, u32, Touching)>,
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
        Twin { crowd: gpu.crowd(), bodies: Vec::new(), usual: Touching::Counts, between: Vec::new() }
    }

    pub(crate) fn put(&mut self, at: Option<usize>, body: Body) {
        let form = body.form();
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

    pub(crate) fn touching(&self, a: Layers, b: Layers) -> Touching {
        let on = |x: u32, y: u32| a.layer & x != 0 && b.layer & y != 0;
        let fits = |&&(x, y, _): &&(u32, u32, Touching)| on(x, y) || on(y, x);
        self.between.iter().rev().find(fits).map_or(self.usual, |&(.., touching)| touching)
    }

    /// What the host finds: hits, and those pairs among which all that may graze are.
    pub(crate) fn expected(&self) -> Expected {
        let forms: Vec<Option<(&Body, Form)>> =
            self.bodies.iter().map(|body| body.as_ref().map(|body| (body, body.form()))).collect();
        let mut expected = Expected::default();
        for (b, second) in forms.iter().enumerate() {
            for (a, first) in forms[..b].iter().enumerate() {
                let (Some((p, form_p)), Some((q, form_q))) = (first, second) else { continue };
                if !p.layers.pair_with(q.layers) || p.owner == q.owner || p.world != q.world {
                    continue;
                }
                let pair = [a as u32, b as u32];
                let touching = self.touching(p.layers, q.layers);
                let is_map = [form_p, form_q].iter().any(|form| matches!(form, Form::Tiles(_)));
                let margin = p.margin.max(q.margin);
                if query::overlaps(form_p, form_q, touching) {
                    if is_map { expected.of_maps.push(pair) } else { expected.hits.push(pair) }
                } else if margin >= 0 && query::grazes(form_p, form_q, margin, touching) {
                    expected.grazes.push((pair, is_map));
                }
            }
        }
        expected.hits.sort_unstable();
        expected
    }

    pub(crate) fn check(&mut self, what: &str) -> Frame {
        let expected = self.expected();
        let frame = self.crowd.frame().unwrap();
        assert_eq!(frame.hits, expected.hits, "{what}");
        assert!(frame.near.is_sorted() && frame.undecided.is_sorted());
        for pair in &frame.near {
            assert!(frame.hits.binary_search(pair).is_err(), "{pair:?} hits and is near, {what}");
        }
        for pair in &expected.of_maps {
            assert!(frame.undecided.binary_search(pair).is_ok(), "{pair:?} is lost, {what}");
        }
        for (pair, is_map) in &expected.grazes {
            let list = if *is_map { &frame.undecided } else { &frame.near };
            assert!(list.binary_search(pair).is_ok(), "{pair:?} may not graze, {what}");
        }
        frame
    }
}

#[derive(Default)]
pub(crate) struct Expected {
    pub(crate) hits: Vec<[u32; 2]>,
    pub(crate) of_maps: Vec<[u32; 2]>,
    pub(crate) grazes: Vec<([u32; 2], bool)>,
}

/// Anywhere in a square around the origin.
pub(crate) fn place(rng: &mut Random, side: f64) -> [f64; 2] {
    [rng.between(-side, side), rng.between(-side, side)]
}

/// The same elsewhere.
pub(crate) fn moved(body: Body, at: [f64; 2]) -> Body {
    Body { placement: Placement { at: at.into(), ..body.placement }, ..body }
}
