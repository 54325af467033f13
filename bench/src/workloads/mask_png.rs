//! PNG files to masks.

use kasuri::{Alpha, Mask};

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
                work.add(Mask::from_png(file, Alpha(128)).expect("a valid file").count());
            }
            work
        })
    })
}

/// A disc with a ragged edge: as flat inside and outside as pixel art is.
fn picture(size: u32, random: &mut Random) -> Vec<u8> {
    let middle = f64::from(size) / 2.0;
    let mut pixels = Vec::new();
    for (y, x) in (0..size).flat_map(|y| (0..size).map(move |x| (y, x))) {
        let (dx, dy) = (f64::from(x) - middle, f64::from(y) - middle);
        let solid = dx * dx + dy * dy < middle * middle * random.between(0.6, 1.0);
        pixels.extend(if solid { [200, 120, 40, 255] } else { [0; 4] });
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size, size);
    encoder.set_color(png::ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a valid header");
    writer.write_image_data(&pixels).expect("as many pixels as the header says");
    writer.finish().expect("a whole file");
    file
}
