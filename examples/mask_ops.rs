//! Answers requests about masks, one on each line, in the words of pygame's `Mask`: scripts/compare-pygame uses it.
//!
//! A mask is written as `WIDTHxHEIGHT:` and a 0 or 1 for each texel, row by row. A line is an operation, its masks and
//! its numbers, as in `overlap_area 2x1:11 1x1:1 1 0`.

use std::error::Error;
use std::io::{BufRead, Write};

use kasuri::{
    Mask,
    mask::{Component, Neighbours},
};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn main() -> Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        writeln!(out, "{}", answer(&line).map_err(|e| format!("{e} in {line}"))?)?;
    }
    Ok(())
}

fn answer(line: &str) -> Result<String> {
    let mut words = line.split(' ');
    let operation = words.next().unwrap_or_default();
    let (masks, numbers): (Vec<&str>, Vec<&str>) = words.partition(|word| word.contains(':'));
    let masks = masks.into_iter().map(read).collect::<Result<Vec<Mask>>>()?;
    let numbers = numbers.into_iter().map(|n| Ok(n.parse()?)).collect::<Result<Vec<i32>>>()?;
    match (&masks[..], &numbers[..]) {
        ([a], []) => alone(operation, a),
        ([a], &[n]) => with_number(operation, a, n),
        ([a], &[x, y]) => with_place(operation, a, [x, y]),
        ([a, b], &[]) if operation == "convolve" => Ok(write(&a.convolved(b)?)),
        ([a, b], &[x, y]) => with_other(operation, a, b, [x, y]),
        ([a, b, output], &[x, y]) if operation == "convolve_onto" => {
            let mut output = output.clone();
            output.draw(&a.convolved(b)?, [x, y]);
            Ok(write(&output))
        }
        _ => Err("no such operation".into()),
    }
}

fn alone(operation: &str, mask: &Mask) -> Result<String> {
    Ok(match operation {
        "count" => mask.count().to_string(),
        "centroid" => {
            // pygame measures from the texels' corners, and rounds down.
            let [x, y] = mask.centroid().unwrap_or([0.5, 0.5]).map(|x| (x - 0.5).floor());
            format!("{x} {y}")
        }
        "invert" => {
            let mut inverse = mask.clone();
            inverse.invert();
            write(&inverse)
        }
        "get_bounding_rects" => list(mask.components(Neighbours::Eight).iter().map(|piece| {
            let b = piece.bounds();
            format!("{},{},{},{}", b.x0, b.y0, b.x1 - b.x0, b.y1 - b.y0)
        })),
        "connected_component" => write(&in_place(mask, mask.components(Neighbours::Eight).largest())),
        _ => return Err("no such operation".into()),
    })
}

fn with_number(operation: &str, mask: &Mask, n: i32) -> Result<String> {
    Ok(match operation {
        "outline" => list(mask.outline().iter().step_by(n.try_into()?).map(|[x, y]| format!("{x},{y}"))),
        "connected_components" => {
            let pieces = mask.components(Neighbours::Eight);
            list(pieces.at_least(n.try_into()?).map(|piece| write(&in_place(mask, Some(piece)))))
        }
        _ => return Err("no such operation".into()),
    })
}

fn with_place(operation: &str, mask: &Mask, [x, y]: [i32; 2]) -> Result<String> {
    Ok(match operation {
        "scale" => write(&mask.scaled(x.try_into()?, y.try_into()?)?),
        "connected_component" => {
            write(&in_place(mask, mask.components(Neighbours::Eight).at(x.into(), y.into())))
        }
        _ => return Err("no such operation".into()),
    })
}

fn with_other(operation: &str, mask: &Mask, other: &Mask, at: [i32; 2]) -> Result<String> {
    let changed = |change: fn(&mut Mask, &Mask, [i32; 2])| {
        let mut mask = mask.clone();
        change(&mut mask, other, at);
        write(&mask)
    };
    Ok(match operation {
        "overlap" => mask.common_first(other, at).map_or("none".into(), |[x, y]| format!("{x} {y}")),
        "overlap_area" => mask.common_count(other, at).to_string(),
        "overlap_mask" => changed(Mask::and),
        "draw" => changed(Mask::draw),
        "erase" => changed(Mask::erase),
        _ => return Err("no such operation".into()),
    })
}

/// Returns a piece alone, in a mask of the size of the original.
fn in_place(mask: &Mask, piece: Option<Component>) -> Mask {
    let mut alone = mask.clone();
    alone.clear();
    if let Some(piece) = piece {
        alone.draw(&piece.mask(), [piece.bounds().x0, piece.bounds().y0]);
    }
    alone
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join("|")
}

fn read(text: &str) -> Result<Mask> {
    let (size, texels) = text.split_once(':').ok_or("no texels")?;
    let (width, height) = size.split_once('x').ok_or("no size")?;
    let (width, height) = (width.parse()?, height.parse()?);
    let texels = texels.as_bytes();
    Ok(Mask::from_fn(width, height, |x, y| texels.get(y as usize * width + x as usize) == Some(&b'1'))?)
}

fn write(mask: &Mask) -> String {
    let (w, h) = (mask.width(), mask.height());
    let bits = (0..h).flat_map(|y| (0..w).map(move |x| (x, y)));
    let bits = bits.map(|(x, y)| if mask.get(x.into(), y.into()) { '1' } else { '0' });
    format!("{w}x{h}:{}", bits.collect::<String>())
}
