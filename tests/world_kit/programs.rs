//! Tests random programs on worlds in batches and on single worlds, with every rule of the kit on. Whatever happens
//! between the steps, both report the same.

use std::sync::Arc;

use kasuri::{
    Area, Body, Handle, Layers, Look, Mask, Placement, Region, Result, Shape, Snapshot, Step, Touching,
    World, worlds::Worlds,
};

use crate::common::{self, Random};
use crate::worlds::same;

const SIDE: f64 = 120.0;
const LAYERS: [u32; 4] = [1, 2, 4, 8];

/// The random calls made to a world: the same for the same seed.
struct Program {
    random: Random,
    kept: Option<Snapshot>,
    art: Arc<Mask>,
    frames: Arc<[Look]>,
    has_bounds: bool,
}

fn start(k: usize) -> (World, Program) {
    let mut random = Random::new(k as u64);
    let mut builder = World::builder();
    let has_bounds = !k.is_multiple_of(5);
    if has_bounds {
        builder = builder.bounds([0.0, 0.0], [SIDE, SIDE]);
    }
    if k.is_multiple_of(3) {
        builder = builder.touching(Touching::Ignored);
    }
    if k % 7 == 2 {
        builder = builder.rooted_circles_between(1, 2).touching_between(4, 8, Touching::Ignored);
    }
    let mut world = builder.build().unwrap();
    let art = Arc::new(Mask::from_fn(11, 9, |x, y| (x - 5).abs() + (y - 4).abs() < 6).unwrap());
    let frames = [
        Look::from(&art).region(Region::new("core", Shape::circle(1.5).unwrap())),
        Look::from(Shape::rect([4.0, 3.0]).unwrap())
            .region(Region::new("shield", Shape::circle(9.0).unwrap()).layer(8)),
        Look::from(Shape::circle(4.0).unwrap()),
    ];
    let program =
        Program { random: Random::new(!k as u64), kept: None, art, frames: frames.into(), has_bounds };
    let count = [0, 3, 30, 64, 64, 70][k % 6] + if k % 50 == 49 { 250 } else { 0 };
    for _ in 0..count {
        world.spawn(program.body(&mut random)).unwrap();
    }
    (world, program)
}

impl Program {
    fn body(&self, random: &mut Random) -> Body {
        let r = random.between(0.0, 6.0);
        let body = match random.below(9) {
            0 => Body::sprite(&self.art),
            1 => Body::sprite(&self.art).region(Region::new("core", Shape::circle(1.0).unwrap())),
            2 => Body::frames(&self.frames).frame(random.below(3) as usize),
            3 => Body::rect([r + 0.5, 3.0]),
            4 => Body::capsule([0.0, 0.0], [r, 5.0], 2.0),
            5 => Body::polygon(&[[0.0, 0.0], [9.0, 1.0], [2.0, 3.0]]),
            6 => Body::point(),
            _ => Body::circle(r),
        };
        let layer = LAYERS[random.below(4) as usize];
        let mut body = body.at(place(random)).layer(layer).against([!0, 1, 6, 9][random.below(4) as usize]);
        if random.chance(4) {
            body = body.graze(random.between(0.0, 9.0));
        }
        if random.chance(4) {
            body = body.group(random.below(3) as u32);
        }
        if random.chance(6) {
            body = body.cooldown(random.below(4) as u32);
        }
        if random.chance(6) {
            body = body.max_hits(random.below(3) as u32);
        }
        if random.chance(8) {
            body = body.invulnerable(random.below(5));
        }
        if random.chance(3) && self.has_bounds {
            body = body.despawn_beyond(random.between(0.0, 12.0));
        }
        body
    }

    fn go_on(&mut self, world: &mut World) -> Result<()> {
        let mut random = self.random.clone();
        let bodies: Vec<Handle> = world.bodies().collect();
        let at: Vec<[f64; 2]> = bodies.iter().map(|&body| moved(world, body, &mut random)).collect();
        world.set_positions(&bodies, &at)?;
        for _ in 0..random.below(4) {
            let what = random.below(20);
            let any = bodies.get(random.below(bodies.len().max(1) as u64) as usize);
            let any = any.copied().filter(|&body| world.contains(body));
            match (what, any) {
                (0..4, _) if world.len() < 400 => drop(world.spawn(self.body(&mut random))?),
                (4, _) if world.len() < 90 => {
                    let count = random.below(9) as usize;
                    drop(world.spawn_many(count, |_| self.body(&mut random))?);
                }
                (5, _) => self.kept = Some(world.snapshot()),
                (6, _) if random.chance(3) => {
                    if let Some(kept) = &self.kept {
                        world.restore(kept);
                        break;
                    }
                }
                (7, _) if random.chance(4) => {
                    let at = Placement::at(place(&mut random));
                    let bomb = Shape::circle(25.0)?;
                    drop(world.remove_overlapping(Area::solid(bomb, at), LAYERS[random.below(4) as usize])?);
                }
                (8, _) => drop(world.step()?),
                (9..11, Some(body)) => world.remove(body)?,
                (11, Some(body)) => world.edit(body).invulnerable(random.below(4)).map(drop)?,
                (12, Some(body)) => world.edit(body).cooldown(random.below(5) as u32).map(drop)?,
                (13, Some(body)) => world.edit(body).max_hits(Some(random.below(4) as u32)).map(drop)?,
                (14, Some(body)) => world.edit(body).graze(Some(random.between(0.0, 8.0))).map(drop)?,
                (15, Some(body)) if self.has_bounds => {
                    world.edit(body).despawn_beyond(Some(random.between(0.0, 8.0)))?;
                }
                (16, Some(body)) => {
                    let layer = LAYERS[random.below(4) as usize];
                    world.edit(body).layers(Layers::new(layer, random.below(16) as u32))?;
                }
                (17, Some(body)) => world.edit(body).angle(random.between(0.0, 6.0)).map(drop)?,
                (18, Some(body)) => drop(world.edit(body).frame(random.below(3) as usize)),
                (19, Some(body)) => {
                    world.edit(body).shape(Shape::circle(random.between(0.0, 8.0))?).map(drop)?;
                }
                _ => {}
            }
        }
        self.random = random;
        Ok(())
    }
}

/// Returns a position, now and then beyond the bounds.
fn place(random: &mut Random) -> [f64; 2] {
    [random.between(-12.0, SIDE + 12.0), random.between(-12.0, SIDE + 12.0)]
}

fn moved(world: &World, body: Handle, random: &mut Random) -> [f64; 2] {
    let at = world.get(body).unwrap().at();
    if random.chance(40) { place(random) } else { [at.x, at.y].map(|x| x + random.between(-3.0, 3.0)) }
}

#[test]
fn batches_on_any_number_of_threads_are_told_what_worlds_of_their_own_are() {
    let count = common::cases(150, 600);
    let (mut alone, mut programs): (Vec<World>, Vec<Program>) = (0..count).map(start).unzip();
    let batch = |threads: usize| {
        let (worlds, programs): (Vec<World>, Vec<Program>) = (0..count).map(start).unzip();
        (Worlds::from(worlds).threads(threads), programs)
    };
    let mut batches = [1, 2, 3, 8].map(batch);
    let mut seen = [0; 6];
    for step in 0..common::cases(60, 300) {
        let steps = alone.iter_mut().zip(&mut programs).map(|(world, program)| {
            program.go_on(world).unwrap();
            world.step().unwrap()
        });
        let steps: Vec<Step> = steps.collect();
        for told in &steps {
            let lists = [told.began(), told.ended(), told.grazes()].map(<[_]>::len);
            let bodies = [told.left(), told.entered(), told.despawned()].map(<[_]>::len);
            seen.iter_mut().zip(lists.iter().chain(&bodies)).for_each(|(sum, n)| *sum += n);
        }
        for (k, (batch, programs)) in batches.iter_mut().enumerate() {
            // Changed on the threads that step them, or before.
            let told = if (step + k) % 2 == 0 {
                batch.step_after(programs, |world, program| program.go_on(world)).unwrap()
            } else {
                let changed = batch.iter_mut().zip(programs);
                changed.for_each(|(world, program)| program.go_on(world).unwrap());
                batch.step().unwrap()
            };
            told.iter().zip(&steps).for_each(|(told, step)| same(told, step));
            assert!(batch.iter().zip(&alone).all(|(p, q)| p.hash() == q.hash()), "step {step}");
        }
    }
    assert!(seen.iter().all(|&n| n > 300), "{seen:?}");
}
