//! A body as the test itself knows it: its given values, and its forms on the lattice by public placement.

use std::sync::Arc;

use kasuri::lattice::{Bounds, PixelBox, Point, snap};
use kasuri::{
    Body, Cause, Handle, Layers, Look, Mask, Placement, Region, Result, Shape, TileMap, Vec2,
    mask::{Cover, Sprite},
    query::{Form, Moving},
    world::Solid,
};

/// A shape or mask as it was given; shapes whose numbers change later are kept as numbers.
#[derive(Debug, Clone)]
pub enum Stuff {
    Circle(f64),
    Capsule([f64; 2], [f64; 2], f64),
    Chain(Vec<[f64; 2]>, f64),
    Other(Shape),
    Mask(Arc<Mask>),
    Tiles(Arc<TileMap>),
}

impl Stuff {
    pub fn solid(&self) -> Result<Solid> {
        Ok(match self {
            Stuff::Circle(r) => Shape::circle(*r)?.into(),
            Stuff::Capsule(a, b, r) => Shape::capsule(*a, *b, *r)?.into(),
            Stuff::Chain(points, r) => Shape::chain(points, *r)?.into(),
            Stuff::Other(shape) => shape.clone().into(),
            Stuff::Mask(mask) => mask.into(),
            Stuff::Tiles(map) => map.into(),
        })
    }

    fn place(&self, placement: &Placement, pivot: Option<Vec2>) -> Result<Form> {
        match self.solid()? {
            Solid::Shape(shape) => Ok(Form::Shape(shape.place(placement)?)),
            Solid::Mask(mask) => Ok(Form::Sprite(Sprite::place(&mask, placement, pivot)?)),
            Solid::Tiles(map) => {
                let still = Placement::at(placement.at);
                if *placement == still {
                    Ok(Form::Tiles(map.place(placement.at)?))
                } else {
                    Err(Cause::TileMapTurns.error())
                }
            }
        }
    }
}

#[derive(Debug, Clone)]
pub struct Zone {
    pub name: String,
    pub stuff: Stuff,
    pub pivot: Option<Vec2>,
    pub layer: Option<u32>,
    pub against: Option<u32>,
}

/// One frame of a body.
#[derive(Debug, Clone)]
pub struct View {
    pub stuff: Stuff,
    pub pivot: Option<Vec2>,
    pub zones: Vec<Zone>,
}

impl View {
    pub fn look(&self) -> Result<Look> {
        let mut look = Look::new(self.stuff.solid()?);
        if let Some(pivot) = self.pivot {
            look = look.pivot(pivot);
        }
        for zone in &self.zones {
            let mut region = Region::new(&zone.name, zone.stuff.solid()?);
            if let Some(pivot) = zone.pivot {
                region = region.pivot(pivot);
            }
            if let Some(layer) = zone.layer {
                region = region.layer(layer);
            }
            if let Some(against) = zone.against {
                region = region.against(against);
            }
            look = look.region(region);
        }
        Ok(look)
    }

    fn place(&self, placement: &Placement) -> Result<Vec<Form>> {
        placement.frame()?;
        let mut forms = vec![self.stuff.place(placement, self.pivot)?];
        for zone in &self.zones {
            forms.push(zone.stuff.place(placement, zone.pivot)?);
        }
        Ok(forms)
    }
}

#[derive(Debug, Clone)]
pub struct Twin {
    pub serial: u64,
    pub handle: Option<Handle>,
    pub views: Vec<View>,
    pub frame: usize,
    pub placement: Placement,
    pub layers: Layers,
    pub margin: Option<f64>,
    pub leash: Option<f64>,
    pub cooldown: u32,
    pub hits_left: Option<u32>,
    /// The last step without hits.
    pub invulnerable: u64,
    pub data: u64,
    /// The forms of the body itself and of its regions, each with the box around it.
    pub forms: Vec<(Form, Option<Bounds>)>,
    pub bounds: Option<Bounds>,
    pub was_outside: bool,
    pub is_swept: bool,
    /// The start of its path, in a world with swept bodies.
    pub from: Point,
}

impl Twin {
    pub fn new(views: Vec<View>) -> Twin {
        Twin {
            serial: 0,
            handle: None,
            views,
            frame: 0,
            placement: Placement::default(),
            layers: Layers::default(),
            margin: None,
            leash: None,
            cooldown: 0,
            hits_left: None,
            invulnerable: 0,
            data: 0,
            forms: Vec::new(),
            bounds: None,
            was_outside: false,
            is_swept: false,
            from: Point::default(),
        }
    }

    /// Returns the body to spawn; `invulnerable` is in steps here.
    pub fn body(&self) -> Result<Body> {
        let mut looks = self.views.iter().map(View::look).collect::<Result<Vec<Look>>>()?;
        let mut body = match looks.len() {
            1 => Body::new(looks.remove(0)),
            _ => Body::frames(&looks.into()),
        };
        let Placement { at, angle, scale } = self.placement;
        body = body.at(at).turned(angle).scaled(scale).frame(self.frame).data(self.data);
        body = body.layer(self.layers.layer).against(self.layers.against).group(self.layers.group);
        body = body.cooldown(self.cooldown).invulnerable(self.invulnerable);
        if let Some(margin) = self.margin {
            body = body.graze(margin);
        }
        if let Some(leash) = self.leash {
            body = body.despawn_beyond(leash);
        }
        if let Some(hits) = self.hits_left {
            body = body.max_hits(hits);
        }
        if self.is_swept {
            body = body.swept();
        }
        Ok(body)
    }

    pub fn view(&self) -> &View {
        &self.views[self.frame]
    }

    /// Returns the layers of the body itself (0) or of a region.
    pub fn layers_of(&self, region: usize) -> Layers {
        let Some(zone) = region.checked_sub(1).map(|k| &self.view().zones[k]) else { return self.layers };
        Layers {
            layer: zone.layer.unwrap_or(self.layers.layer),
            against: zone.against.unwrap_or(self.layers.against),
            group: self.layers.group,
        }
    }

    /// Returns its margin in lattice units, below 0 for none.
    pub fn reach(&self) -> Result<i32> {
        match self.margin {
            None => Ok(-1),
            Some(margin) => snap_length(margin),
        }
    }

    /// Places it again.
    pub fn place(&mut self) -> Result<()> {
        let frame = self.frame;
        let view =
            self.views.get(frame).ok_or(Cause::NoSuchFrame { frame, count: self.views.len() }.error())?;
        let with_box = |form: Form| {
            let bounds = form.bounds();
            (form, bounds)
        };
        self.forms = view.place(&self.placement)?.into_iter().map(with_box).collect();
        self.bounds = self.forms.iter().filter_map(|(_, bounds)| *bounds).reduce(Bounds::union);
        self.reach()?;
        self.leash.map(snap_length).transpose()?;
        Ok(())
    }

    /// Changes it, where the change is accepted.
    pub fn edit(&mut self, change: impl FnOnce(&mut Twin) -> Result<()>) -> Result<()> {
        let mut next = self.clone();
        change(&mut next)?;
        next.place()?;
        *self = next;
        Ok(())
    }

    /// Replaces its frames by one view: the current one, changed.
    pub fn edit_view(&mut self, change: impl FnOnce(&mut View) -> Result<()>) -> Result<()> {
        self.edit(|twin| {
            let mut view = twin.view().clone();
            change(&mut view)?;
            (twin.views, twin.frame) = (vec![view], 0);
            Ok(())
        })
    }

    /// Whether it is a tile map, which has no path.
    pub fn stands(&self) -> bool {
        matches!(self.forms.first(), Some((Form::Tiles(_), _)))
    }

    /// Starts its path at its current position.
    pub fn end_way(&mut self) {
        self.from = Point::snapped(self.placement.at).unwrap();
    }

    /// Returns one of its forms with its motion.
    pub fn moving(&self, region: usize) -> Moving<'_> {
        let (form, to) = (&self.forms[region].0, Point::snapped(self.placement.at).unwrap());
        Moving { form, from: if self.stands() { to } else { self.from }, to }
    }

    /// Whether any of it lies in a box, by its covered squares where it has some.
    pub fn is_in(&self, area: Bounds) -> bool {
        if !self.bounds.is_some_and(|bounds| bounds.meets(area)) {
            return false;
        }
        self.forms.iter().any(|(form, bounds)| match form {
            Form::Sprite(sprite) => {
                let pixel = |(i, j)| PixelBox { x0: i, y0: j, x1: i + 1, y1: j + 1 };
                let covered =
                    Cover::of(sprite).iter().filter_map(|p| pixel(p).bounds()).reduce(Bounds::union);
                covered.or(*bounds).is_some_and(|bounds| bounds.meets(area))
            }
            _ => bounds.is_some_and(|bounds| bounds.meets(area)),
        })
    }
}

pub fn snap_length(length: f64) -> Result<i32> {
    if length < 0.0 {
        return Err(Cause::Negative { what: "a length", value: length }.error());
    }
    snap(length)
}
