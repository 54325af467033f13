//! Tests that coarse masks never give a wrong answer.

use kasuri::{Mask, mask::Coarse};

use crate::support::{WIDTHS, for_masks};

#[test]
fn an_early_answer_is_the_right_one() {
    let (mut settled, mut asked) = (0, 0);
    for_masks(71, 200, |a, random| {
        let (w, h) = (random.pick(&WIDTHS), random.within(1, 40) as usize);
        let b = random.mask(w, h);
        let at = random.offset(a, &b);
        let (one, two) = (Coarse::of(a), Coarse::of(&b));
        let early = one.meets(&two, at);
        asked += 1;
        if let Some(early) = early {
            settled += 1;
            assert_eq!(early, a.meets(&b, at), "{at:?}\n{a:?}\n{b:?}");
        }
        for y in 0..a.height() {
            let row = one.row(y);
            let set: Vec<u32> = (0..a.width()).filter(|&x| a.get(x.into(), y.into())).collect();
            assert_eq!((row.start, row.end), set.first().map_or((0, 0), |&x| (x, set[set.len() - 1] + 1)));
        }
        assert!(one.row(a.height()).is_empty());
    });
    assert!(settled * 2 > asked, "{settled} of {asked}");
}

#[test]
fn rows_that_end_where_the_others_begin_have_nothing_in_common() {
    // Their blocks meet, so only the extents of the rows can decide.
    let bar = Coarse::of(&Mask::from_fn(8, 8, |x, _| (2..6).contains(&x)).unwrap());
    assert_eq!((bar.meets(&bar, [4, 0]), bar.meets(&bar, [-4, 3])), (Some(false), Some(false)));
    assert_eq!((bar.meets(&bar, [3, 0]), bar.meets(&bar, [-3, 3])), (None, None));
}
