//! What a sheet tells of its frames, regions and tags.

use godot::prelude::*;
use kasuri::mask::aseprite::{Direction, Tag};
use kasuri::sheet::{SheetFrame, SheetRegion, SheetShape, SheetValue, SheetValues};

use crate::errors::vector2;
use crate::mask::KasuriMask;
use crate::sheet::number;

/// A frame of a [KasuriSheet]. Coordinates are pixels of the frame; its top left corner is (0, 0).
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriSheetFrame {
    /// The name; it may be empty.
    #[var(no_set)]
    name: GString,
    /// The width and the height.
    #[var(no_set)]
    size: Vector2i,
    /// The frame's rectangle in the sheet's picture; without a size if the sheet does not tell it.
    #[var(no_set)]
    picture_rect: Rect2i,
    /// How long the frame is shown, in milliseconds.
    #[var(no_set)]
    duration: i64,
    /// The point that is placed at the body's position.
    #[var(no_set)]
    pivot: Vector2,
    /// The pixels that hit.
    #[var(no_set)]
    mask: Option<Gd<KasuriMask>>,
    /// The regions. Region k of the list has number k + 1 in hits, because 0 is the body itself.
    #[var(no_set)]
    regions: Array<Gd<KasuriSheetRegion>>,
    /// The frame's values by name: numbers, texts, true and false.
    #[var(no_set)]
    values: VarDictionary,
}

#[godot_api]
impl KasuriSheetFrame {
    /// Returns the region with a name; [code]null[/code] if there is none.
    #[func]
    fn region(&self, name: GString) -> Option<Gd<KasuriSheetRegion>> {
        self.regions.iter_shared().find(|region| region.bind().name == name)
    }

    /// Returns the region that a hit tells by its number; [code]null[/code] for 0, the body itself.
    #[func]
    fn region_of_hit(&self, region: i64) -> Option<Gd<KasuriSheetRegion>> {
        usize::try_from(region.checked_sub(1)?).ok().and_then(|k| self.regions.get(k))
    }
}

impl KasuriSheetFrame {
    pub(crate) fn of(frame: &SheetFrame) -> Gd<KasuriSheetFrame> {
        let size = Vector2i::new(frame.mask.width().cast_signed(), frame.mask.height().cast_signed());
        let at = frame.at.map(|at| Vector2i::new(at[0].cast_signed(), at[1].cast_signed()));
        Gd::from_object(KasuriSheetFrame {
            name: frame.name.as_str().into(),
            size,
            picture_rect: at.map_or_else(Rect2i::default, |at| Rect2i::new(at, size)),
            duration: frame.duration.into(),
            pivot: vector2(frame.pivot),
            mask: Some(Gd::from_object(KasuriMask { mask: frame.mask.clone() })),
            regions: frame.regions.iter().map(KasuriSheetRegion::of).collect(),
            values: dictionary(&frame.values),
        })
    }
}

/// A named region of a [KasuriSheetFrame].
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriSheetRegion {
    /// The name.
    #[var(no_set)]
    name: GString,
    /// What the region is: [code]circle[/code], [code]ellipse[/code], [code]box[/code], [code]capsule[/code],
    /// [code]polygon[/code] or [code]mask[/code].
    #[var(no_set)]
    kind: GString,
    /// The layers that it is on; -1 for those of the body.
    #[var(no_set)]
    layer: i64,
    /// The layers that it hits; -1 for those of the body.
    #[var(no_set)]
    against: i64,
    /// The region's values by name: numbers, texts, true and false.
    #[var(no_set)]
    values: VarDictionary,
}

#[godot_api]
impl KasuriSheetRegion {}

impl KasuriSheetRegion {
    fn of(region: &SheetRegion) -> Gd<KasuriSheetRegion> {
        let kind = match region.shape {
            SheetShape::Circle { .. } => "circle",
            SheetShape::Ellipse { .. } => "ellipse",
            SheetShape::Box { .. } => "box",
            SheetShape::Capsule { .. } => "capsule",
            SheetShape::Polygon { .. } => "polygon",
            SheetShape::Mask { .. } => "mask",
        };
        Gd::from_object(KasuriSheetRegion {
            name: region.name.as_str().into(),
            kind: kind.into(),
            layer: region.layer.map_or(-1, i64::from),
            against: region.against.map_or(-1, i64::from),
            values: dictionary(&region.values),
        })
    }
}

/// A tag of a [KasuriSheet]: a named part of its timeline.
#[derive(GodotClass)]
#[class(no_init)]
pub(crate) struct KasuriSheetTag {
    /// The name, for [method KasuriBody2D.play].
    #[var(no_set)]
    name: GString,
    /// The first frame.
    #[var(no_set)]
    from: i64,
    /// The last frame.
    #[var(no_set)]
    to: i64,
    /// The order of the frames: [code]forward[/code], [code]reverse[/code], [code]pingpong[/code] or
    /// [code]pingpong_reverse[/code].
    #[var(no_set)]
    direction: GString,
}

#[godot_api]
impl KasuriSheetTag {}

impl KasuriSheetTag {
    pub(crate) fn of(tag: &Tag) -> Gd<KasuriSheetTag> {
        let direction = match tag.direction {
            Direction::Forward => "forward",
            Direction::Reverse => "reverse",
            Direction::PingPong => "pingpong",
            Direction::PingPongReverse => "pingpong_reverse",
        };
        Gd::from_object(KasuriSheetTag {
            name: tag.name.as_str().into(),
            from: number(tag.from),
            to: number(tag.to),
            direction: direction.into(),
        })
    }
}

pub(crate) fn dictionary(values: &SheetValues) -> VarDictionary {
    let mut named = VarDictionary::new();
    for (name, value) in values.iter() {
        let value = match value {
            SheetValue::Number(number) => number.to_variant(),
            SheetValue::Text(text) => GString::from(&**text).to_variant(),
            SheetValue::Truth(truth) => truth.to_variant(),
        };
        named.set(name, &value);
    }
    named
}
