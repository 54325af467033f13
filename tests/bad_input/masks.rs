//! Masks, results made from masks, and pictures.

use std::sync::Arc;

use kasuri::lattice::{PixelBox, Point};
use kasuri::{
    Ceilings, Mask, Placement, Shape, Vec2,
    mask::{Alpha, Animation, Colour, Cover, Key, Neighbours, Sprite, Turn},
};

use crate::book::{Book, Done, Plain};

fn mask() -> Mask {
    Mask::from_rows(&[".##.", "####", "#..#"]).unwrap()
}

pub fn write(book: &mut Book) {
    making(book);
    algebra(book);
    shaping(book);
    sprites(book);
    animations(book);
}

fn making(book: &mut Book) {
    book.whole("Mask::empty", "width", |n: usize| Mask::empty(n, 1));
    book.whole("Mask::empty", "height", |n: usize| Mask::empty(1, n));
    book.one("Mask::empty", "width", "4097", || Mask::empty(4097, 1));
    book.whole("Mask::from_fn", "width", |n: usize| Mask::from_fn(n, 1, |_, _| true));
    book.whole("Mask::from_fn", "height", |n: usize| Mask::from_fn(1, n, |_, _| true));
    book.whole("Mask::from_words", "width", |n: usize| Mask::from_words(n, 1, &[1]));
    book.whole("Mask::from_words", "height", |n: usize| Mask::from_words(1, n, &[1]));
    book.one("Mask::from_words", "words", "none", || Mask::from_words(2, 2, &[]));
    book.one("Mask::from_words", "words", "one too many", || Mask::from_words(64, 1, &[0; 2]));
    book.one("Mask::from_rows", "rows", "none", || Mask::from_rows::<&str>(&[]));
    book.one("Mask::from_rows", "rows", "of nothing", || Mask::from_rows(&["", ""]));
    book.one("Mask::from_rows", "rows", "of two lengths", || Mask::from_rows(&["##", "#"]));
    book.one("Mask::from_rows", "rows", "4097", || Mask::from_rows(&vec!["#"; 4097]));
    book.whole("Mask::from_rgba", "width", |n: usize| Mask::from_rgba(n, 1, &[0; 4], Alpha(128)));
    book.whole("Mask::from_rgba", "height", |n: usize| Mask::from_rgba(1, n, &[0; 4], Key([0; 3])));
    book.one("Mask::from_rgba", "pixels", "none", || Mask::from_rgba(2, 2, &[], Alpha(128)));
    book.one("Mask::from_rgba", "pixels", "one too many", || Mask::from_rgba(1, 1, &[0; 5], Alpha(0)));
    let (red, blue) = (("hurts", Colour::new([255, 0, 0])), ("hits", Colour::new([0, 0, 255])));
    book.whole("Mask::by_colour", "width", |n: usize| Mask::by_colour(n, 1, &[0; 4], &[red]).map(drop));
    book.whole("Mask::by_colour", "height", |n: usize| Mask::by_colour(1, n, &[0; 4], &[red]).map(drop));
    book.one("Mask::by_colour", "pixels", "none", || Mask::by_colour(2, 2, &[], &[red]).map(drop));
    for (given, colours) in [
        ("none", &[][..]),
        ("a name twice", &[red, (red.0, blue.1)]),
        ("a colour twice", &[red, (blue.0, red.1)]),
        ("256", &[red; 256]),
    ] {
        book.one("Mask::by_colour", "colours", given, || Mask::by_colour(1, 1, &[0; 4], colours).map(drop));
    }
    let head = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0";
    for (what, bytes) in [("none", &[][..]), ("no picture", &[0xff; 99]), ("a picture of 2^32 a side", head)]
    {
        book.one("Mask::from_image", "bytes", what, || Mask::from_image(bytes, Alpha(128)));
        book.one("Mask::frames_from_image", "bytes", what, || Mask::frames_from_image(bytes, Alpha(128)));
        let none = Ceilings::NONE;
        book.one("Mask::frames_from_image_within", "bytes", what, || {
            Mask::frames_from_image_within(bytes, Alpha(128), none)
        });
    }
    for (name, at) in [("x", 0), ("y", 1)] {
        let place = |n: i64| if at == 0 { [n, 0] } else { [0, n] };
        book.whole("Mask::get", name, |n: i64| Plain(mask().get(place(n)[0], place(n)[1])));
        book.whole("Mask::set", name, |n: i64| {
            mask().set(place(n)[0], place(n)[1], true);
            Done
        });
    }
}

fn algebra(book: &mut Book) {
    let other = mask();
    book.whole2("Mask::meets", "at", |at| Plain(mask().meets(&other, at)));
    book.whole2("Mask::common_count", "at", |at| Plain(mask().common_count(&other, at)));
    book.whole2("Mask::common_first", "at", |at| Plain(mask().common_first(&other, at)));
    let mut change = |name: &str, work: fn(&mut Mask, &Mask, [i32; 2])| {
        book.whole2(name, "at", |at| {
            let mut changed = mask();
            work(&mut changed, &other, at);
            Plain(changed.count())
        });
    };
    change("Mask::and", Mask::and);
    change("Mask::draw", Mask::draw);
    change("Mask::xor", Mask::xor);
    change("Mask::erase", Mask::erase);
    let cover = Cover::of_mask(&other, [0, 0]);
    book.whole2("Mask::carve", "at", |at| Plain(mask().carve(&cover, at).texels));
    book.whole2("Mask::stamp", "at", |at| Plain(mask().stamp(&cover, at).texels));
    book.whole2("Cover::of_mask", "at", |at| Plain(Cover::of_mask(&other, at).count()));
    book.whole2("Cover::common", "other", |at| Plain(Cover::of_mask(&other, at).common(&cover).is_some()));
    book.whole2("Cover::to_mask", "self", |at| Cover::of_mask(&other, at).to_mask());
    book.one("Cover::of_shape", "parts", "none", || Plain(Cover::of_shape(&[]).count()));
    let far = Shape::point().place(&Placement::at([2_097_152.0, -2_097_152.0])).unwrap();
    book.one("Cover::of_shape", "parts", "at the world's edge", || Plain(Cover::of_shape(&far).count()));
}

fn shaping(book: &mut Book) {
    let whole = mask();
    book.number("Mask::traced", "tolerance", |x| whole.traced(x));
    book.number("Mask::convex_parts", "tolerance", |x| whole.convex_parts(x));
    book.whole("Mask::dilated", "radius", |n: u32| Plain(whole.dilated(n).count()));
    book.whole("Mask::eroded", "radius", |n: u32| Plain(whole.eroded(n).count()));
    book.whole("Mask::turned", "quarters", |n: i32| Plain(whole.turned(n).width()));
    book.whole("Mask::scaled", "width", |n: usize| whole.scaled(n, 3));
    book.whole("Mask::scaled", "height", |n: usize| whole.scaled(3, n));
    book.whole("Mask::nine_slice", "size.x", |n: usize| whole.nine_slice([0; 4], [n, 3]));
    book.whole("Mask::nine_slice", "size.y", |n: usize| whole.nine_slice([0; 4], [3, n]));
    for (given, margins) in [("no middle", [2, 0, 2, 0]), ("beyond u32 together", [u32::MAX; 4])] {
        book.one("Mask::nine_slice", "margins", given, || whole.nine_slice(margins, [9, 9]));
    }
    book.one("Mask::nine_slice", "size", "below the margins", || whole.nine_slice([1, 0, 1, 0], [1, 9]));
    let large = Mask::empty(4096, 1).unwrap();
    book.one("Mask::convolved", "other", "too wide together", || large.convolved(&large));
    for (given, texels) in [
        ("empty", PixelBox::default()),
        ("inside out", PixelBox { x0: i32::MAX, y0: i32::MAX, x1: i32::MIN, y1: i32::MIN }),
        ("all of i32", PixelBox { x0: i32::MIN, y0: i32::MIN, x1: i32::MAX, y1: i32::MAX }),
        ("far off", PixelBox { x0: i32::MAX - 2, y0: i32::MIN, x1: i32::MAX, y1: i32::MIN + 2 }),
    ] {
        book.one("Mask::cropped", "texels", given, || whole.cropped(texels));
    }
    book.whole("Mask::sliced", "width", |n: usize| whole.sliced(n, 3));
    book.whole("Mask::sliced", "height", |n: usize| whole.sliced(4, n));
    book.one("Mask::sliced", "width", "3 of 4", || whole.sliced(3, 3));
    let pieces = whole.components(Neighbours::Eight);
    book.whole("Components::at_least", "texels", |n: u64| Plain(pieces.at_least(n).count()));
    book.whole("Components::at", "x", |n: i64| Plain(pieces.at(n, 0).is_some()));
    book.whole("Components::at", "y", |n: i64| Plain(pieces.at(0, n).is_some()));
    let piece = pieces.largest().unwrap();
    book.whole("Component::holds", "x", |n: i64| Plain(piece.holds(n, 0)));
    book.whole("Component::holds", "y", |n: i64| Plain(piece.holds(0, n)));
}

fn sprites(book: &mut Book) {
    let mask = Arc::new(mask());
    let place = |placement: Placement, pivot| Sprite::place(&mask, &placement, pivot);
    book.vec2("Sprite::place", "placement.at", |v| place(Placement::at(v), None));
    book.number("Sprite::place", "placement.angle", |x| place(Placement::default().turned(x), None));
    book.vec2("Sprite::place", "placement.scale", |v| place(Placement::default().scaled(v), None));
    book.vec2("Sprite::place", "pivot", |v| place(Placement::default(), Some(v)));
    let huge = Arc::new(Mask::empty(4096, 4096).unwrap());
    book.one("Sprite::place", "placement.scale", "64 of 4096 texels", || {
        Sprite::place(&huge, &Placement::default().scaled([64.0, 64.0]), None)
    });
    let frame = Placement::default().frame().unwrap();
    let mut bent = frame;
    (bent.cos, bent.sin, bent.scale) = (f64::NAN, f64::INFINITY, Vec2::new(0.0, f64::NAN));
    book.one("Turn::new", "frame", "of NaN", || Turn::new(&mask, &bent, None));
    book.vec2("Turn::new", "pivot", |v| Turn::new(&mask, &frame, Some(v)));
    let turn = Turn::new(&mask, &frame, None).unwrap();
    book.point("Turn::start", "at", |p| Plain(turn.start(p).0 == 0));
    let sprite = place(Placement::default().turned(0.3), None).unwrap();
    book.point("Sprite::moved_to", "at", |p| {
        let moved = sprite.moved_to(p);
        let reach = moved.reach();
        Plain(Cover::of(&moved).count() > 0 && !reach.is_empty())
    });
    book.whole2("Sprite::covers", "i, j", |[i, j]| Plain(sprite.covers(i, j)));
    book.whole2("Sprite::texel_at", "i, j", |[i, j]| Plain(sprite.texel_at(i, j)));
    book.point("Sprite::common", "self.at", |p| Plain(sprite.moved_to(p).common(&sprite).is_some()));
    let _ = Point::default();
}

fn animations(book: &mut Book) {
    book.one("Animation::new", "frames", "none", || Animation::new(&[]));
    book.one("Animation::new", "frames", "one of no length", || Animation::new(&[(0, 5), (1, 0)]));
    book.whole("Animation::new", "frames[0].0", |n: usize| Animation::new(&[(n, 1)]));
    book.whole("Animation::new", "frames[0].1", |n: u32| Animation::new(&[(0, n), (1, u32::MAX)]));
    let animation = Animation::new(&[(0, 5), (1, u32::MAX)]).unwrap();
    book.whole("Animation::frame_at", "time", |n: u64| Plain(animation.frame_at(n)));
}
