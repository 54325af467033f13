//! A body placed on the lattice: the input of every backend.

use crate::lattice::{Bounds, EDGE, Point, UNITS, Vec2};
use crate::mask::Sprite;
use crate::shape::{CellForm, Convex, Parts, Tiles};

/// Whether bodies that touch without depth overlap (SPEC 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Touching {
    /// Closed sets: one shared point is enough.
    #[default]
    Counts,
    /// A pair overlaps only when its depth is more than 0.
    Ignored,
}

/// The layers a body is on, the layers it is tested against, and its group (SPEC 5). Two bodies are a pair only if each
/// one is on a layer that the other is against, and they are not in the same group.
#[doc(alias("collision group", "collision mask"))]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[repr(C)]
pub struct Layers {
    /// The layers the body is on, one bit each. With 0 it is on no layer, and nothing hits it.
    pub layer: u32,
    /// The layers the body is tested against, one bit each. With 0 it hits nothing; its regions with layers of their
    /// own still do.
    pub against: u32,
    /// The group the body is in; 0 for none. Two bodies of one group are no pair, whatever their layers say: a boss and
    /// its own shots.
    pub group: u32,
}

impl Default for Layers {
    fn default() -> Layers {
        Layers::new(1, u32::MAX)
    }
}

impl Layers {
    /// Makes layers of a body that is in no group: those it is on, and those it is tested against.
    pub const fn new(layer: u32, against: u32) -> Layers {
        Layers { layer, against, group: 0 }
    }

    /// Whether the layers and the groups of both bodies allow them to be a pair.
    pub fn pair_with(self, other: Layers) -> bool {
        let is_one_group = (self.group == other.group) & (self.group != 0);
        self.layer & other.against != 0 && other.layer & self.against != 0 && !is_one_group
    }
}

/// A body's form on the lattice.
#[derive(Debug, Clone, PartialEq)]
pub enum Form {
    /// The convex parts of a shape, in order, at least one.
    Shape(Parts),
    /// A placed mask.
    Sprite(Sprite),
    /// A placed tile map.
    Tiles(Tiles),
}

/// A form with its position and its layers, for queries that need these too, such as [`sweep`](crate::query::sweep). In
/// a list of them, an index is the place in the order of spawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// The body's form.
    pub form: Form,
    /// The position before snapping: sweeps of sprites start from it.
    pub at: Vec2,
    /// The layers the body is on.
    pub layer: u32,
    /// The layers the body is tested against.
    pub against: u32,
    /// The group the body is in; 0 for none.
    pub group: u32,
}

impl Placed {
    /// Makes a body on all layers, tested against all layers, in no group.
    ///
    /// ```
    /// use kasuri::query::{self, Placed};
    /// use kasuri::{Placement, Shape};
    /// let ball = |x: f64| -> kasuri::Result<Placed> {
    ///     let placement = Placement::at([x, 0.0]);
    ///     Ok(Placed::new(Shape::circle(2.0)?.place(&placement)?, placement.at))
    /// };
    /// let hit = query::sweep(&ball(0.0)?, [10.0, 0.0], &ball(9.0)?, [9.0, 0.0])?.expect("they meet");
    /// assert_eq!(hit.t, 0.5);
    /// # Ok::<(), kasuri::Error>(())
    /// ```
    pub fn new(form: impl Into<Form>, at: impl Into<Vec2>) -> Placed {
        Placed { form: form.into(), at: at.into(), layer: u32::MAX, against: u32::MAX, group: 0 }
    }

    /// Whether the layers and the groups of both bodies allow them to be a pair (SPEC 5).
    pub fn pairs_with(&self, other: &Placed) -> bool {
        self.layers().pair_with(other.layers())
    }

    /// Returns the body's layers.
    pub fn layers(&self) -> Layers {
        Layers { layer: self.layer, against: self.against, group: self.group }
    }
}

impl From<Parts> for Form {
    fn from(parts: Parts) -> Form {
        Form::Shape(parts)
    }
}

impl From<Sprite> for Form {
    fn from(sprite: Sprite) -> Form {
        Form::Sprite(sprite)
    }
}

impl From<Tiles> for Form {
    fn from(tiles: Tiles) -> Form {
        Form::Tiles(tiles)
    }
}

/// A cell as a form that a body can have.
impl From<&CellForm> for Form {
    fn from(cell: &CellForm) -> Form {
        match cell {
            CellForm::Convex(convex) => Form::Shape(convex.clone().into()),
            CellForm::Sprite(sprite) => Form::Sprite(sprite.clone()),
        }
    }
}

impl Form {
    /// Converts a form in world coordinates into one relative to a position.
    pub(crate) fn seen_from(self, at: Point) -> Form {
        self.translated(Point::new(-at.x, -at.y))
    }

    /// Converts a form relative to a position into world coordinates.
    pub(crate) fn standing_at(&self, at: Point) -> Form {
        match self {
            Form::Shape(parts) => Form::Shape(parts.standing_at(at)),
            Form::Sprite(_) | Form::Tiles(_) => self.clone().translated(at),
        }
    }

    /// Moves the form; the caller guarantees that coordinates stay within `i32`.
    fn translated(self, by: Point) -> Form {
        match self {
            Form::Shape(mut parts) => {
                parts.translate(by);
                Form::Shape(parts)
            }
            Form::Sprite(mut sprite) => {
                let Point { x, y } = sprite.at();
                sprite.move_to(Point::new(x + by.x, y + by.y));
                Form::Sprite(sprite)
            }
            Form::Tiles(mut tiles) => {
                let Point { x, y } = tiles.at();
                tiles.move_to(Point::new(x + by.x, y + by.y));
                Form::Tiles(tiles)
            }
        }
    }

    /// Returns the closed lattice box around the form; `None` where the form is empty.
    pub fn bounds(&self) -> Option<Bounds> {
        match self {
            Form::Shape(parts) => parts.pieces().iter().map(Convex::bounds).reduce(Bounds::union),
            Form::Sprite(sprite) => Some(sprite.bounds()),
            Form::Tiles(tiles) => tiles.bounds(),
        }
    }
}

/// A form that moves from one position to another, for [`overlap_on_way`](crate::query::overlap_on_way).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Moving<'a> {
    /// The form at the end of the motion.
    pub form: &'a Form,
    /// The position where the motion begins.
    pub from: Point,
    /// The position now, where the motion ends.
    pub to: Point,
}

impl<'a> Moving<'a> {
    /// Returns a body that does not move.
    pub fn still(form: &'a Form, at: Point) -> Moving<'a> {
        Moving { form, from: at, to: at }
    }

    /// Returns the same motion, except that a tile map does not move.
    pub(crate) fn of_its_kind(self) -> Moving<'a> {
        match self.form {
            Form::Tiles(_) => Moving::still(self.form, self.to),
            _ => self,
        }
    }

    /// Returns the box around the whole motion. A sprite's box is grown by one pixel, because its reach may shift by
    /// one.
    pub fn bounds(&self) -> Option<Bounds> {
        let end = match self.form {
            Form::Sprite(sprite) => sprite.bounds().grown(UNITS),
            form => form.bounds()?,
        };
        let back = |x: i32, from: i32, to: i32| {
            let moved = i64::from(x) + i64::from(from) - i64::from(to);
            moved.clamp(i32::MIN.into(), i32::MAX.into()) as i32
        };
        let start =
            |p: Point| Point::new(back(p.x, self.from.x, self.to.x), back(p.y, self.from.y, self.to.y));
        Some(end.union(Bounds { min: start(end.min), max: start(end.max) }))
    }

    /// Whether the motion begins and ends within the world.
    pub(crate) fn is_in_world(&self) -> bool {
        [self.from.x, self.from.y, self.to.x, self.to.y].into_iter().all(|x| (-EDGE..=EDGE).contains(&x))
    }
}
