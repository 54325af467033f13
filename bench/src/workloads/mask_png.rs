//! Reads PNG files as masks.

use image::codecs::png::{CompressionType, FilterType, PngEncoder};
use image::{ExtendedColorType, ImageEncoder};
use kasuri::{Mask, mask::Alpha};

use crate::random::Random;
use crate::{Job, KASURI, Work, Workload};

pub(crate) const LIST: &[Workload] = &[
    Workload {
        name: "mask-png-64",
        by: KASURI,
        about: "64 px PNG files decoded to masks",
        prepare: || pictures(64, 64),
    },
    Workload {
        name: "mask-png-1024",
        by: KASURI,
        about: "1024 px PNG files decoded to masks",
        prepare: || pictures(1024, 2),
    },
];

fn pictures(size: u32, count: usize) -> Job {
    let mut random = Random::new(3);
    let files: Vec<Vec<u8>> = (0..count).map(|_| picture(size, &mut random)).collect();
    Box::new(move |clock| {
        clock.time(|| {
            let mut work = Work::of(files.len());
            for file in &files {
                work.add(Mask::from_image(file, Alpha(128)).expect("a valid file").count());
            }
            work
        })
    })
}

/// Makes a disc with a ragged edge. Inside and outside it is as uniform as pixel art.
fn picture(size: u32, random: &mut Random) -> Vec<u8> {
    let middle = f64::from(size) / 2.0;
    let mut pixels = Vec::new();
    for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
        let (dx, dy) = (f64::from(x) - middle, f64::from(y) - middle);
        let solid = dx * dx + dy * dy < middle * middle * random.between(0.6, 1.0);
        pixels.extend(if solid { [200, 120, 40, 255] } else { [0; 4] });
    }
    let mut file = Vec::new();
    let encoder = PngEncoder::new_with_quality(&mut file, CompressionType::Default, FilterType::Adaptive);
    encoder
        .write_image(&pixels, size, size, ExtendedColorType::Rgba8)
        .expect("as many pixels as its size says");
    file
}
