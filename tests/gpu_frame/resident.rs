//! Tests frames that are recorded into encoders of the caller, over positions in a buffer of the caller: they find what the host
//! finds, or they are void and say so.

use kasuri::Touching;
use kasuri::gpu::layout::Outcome;
use kasuri::gpu::{FrameVerdict, Gpu, Member, PositionBuffer, ResidentCrowd, ResidentFrame, wgpu};
use kasuri::lattice::Point;
use kasuri::{Layers, Placement};
use wgpu::util::DeviceExt;

use crate::common::{KINDS, Random, Thing, cases};
use crate::gpu;
use crate::twin::{Body, Twin, place};

/// A resident crowd with the bodies of a twin.
struct Resident {
    crowd: ResidentCrowd,
    twin: Twin,
    places: Vec<[i32; 2]>,
}

impl Resident {
    fn new(gpu: &Gpu) -> Resident {
        Resident { crowd: gpu.resident_crowd(), twin: Twin::new(gpu), places: Vec::new() }
    }

    fn put(&mut self, at: Option<usize>, body: Body) {
        let here = Placement { at: Default::default(), ..body.placement };
        let (form, position) = (body.thing.place(&here).form, body.at());
        let Body { layers, margin, owner, world, .. } = body;
        let member = Member { form: &form, at: Point::default(), layers, margin, owner, world };
        let position = [position.x, position.y];
        match at {
            Some(k) => {
                self.crowd.change(k as u32, member).unwrap();
                self.places[k] = position;
            }
            None => {
                self.crowd.push(member).unwrap();
                self.places.push(position);
            }
        }
        self.twin.put(at, body);
    }

    /// Fills it with bodies of every kind, on layers and in worlds.
    fn fill(&mut self, random: &mut Random, count: u32) {
        let usual = random.pick(&[Touching::Counts, Touching::Ignored]);
        let between = [(2, 2, random.pick(&[Touching::Counts, Touching::Ignored]))];
        self.twin.set_terms(usual, &between, &[(1, 1)]);
        self.crowd.set_touching(usual, &between);
        self.crowd.set_rooted_circles(&[(1, 1)]);
        for owner in 0..count {
            let body = body(random, owner);
            self.put(None, body);
        }
    }

    fn buffer(&self) -> wgpu::Buffer {
        buffer(self.crowd.gpu(), &self.places)
    }

    fn record(&mut self, encoder: &mut wgpu::CommandEncoder) -> ResidentFrame {
        let buffer = self.buffer();
        self.crowd.record(encoder, PositionBuffer::Units(&buffer)).unwrap()
    }

    fn encoder(&self) -> wgpu::CommandEncoder {
        self.crowd.gpu().device().create_command_encoder(&Default::default())
    }

    fn submit(&self, encoders: impl IntoIterator<Item = wgpu::CommandEncoder>) {
        let gpu = self.crowd.gpu();
        gpu.queue().submit(encoders.into_iter().map(wgpu::CommandEncoder::finish));
    }

    /// Runs one frame; returns its hits, or `None` if it is void.
    fn try_frame(&mut self) -> Option<Vec<[u32; 2]>> {
        let mut encoder = self.encoder();
        let frame = self.record(&mut encoder);
        self.submit([encoder]);
        self.hits_of(&frame)
    }

    fn hits_of(&mut self, frame: &ResidentFrame) -> Option<Vec<[u32; 2]>> {
        let gpu = self.crowd.gpu().clone();
        let outcome: Outcome = gpu::read(&gpu, &frame.outcome, 1)[0];
        assert_eq!(outcome.draw, [6, outcome.hits, 0, 0]);
        let [x, y, z] = outcome.groups;
        assert_eq!(x * y * z, outcome.hits.div_ceil(64));
        (outcome.is_void == 0).then(|| gpu::read(&gpu, &frame.hits, outcome.hits as usize))
    }

    /// Runs frames until one fits; returns its hits.
    fn frame(&mut self) -> Vec<[u32; 2]> {
        let found = (0..8).find_map(|_| self.try_frame());
        found.unwrap_or_else(|| panic!("{:?}", self.crowd.report()))
    }

    fn check(&mut self, what: &str) -> usize {
        let (hits, expected) = (self.frame(), self.twin.expected().hits);
        assert!(hits == expected, "{what} on {}", self.crowd.gpu().adapter().name);
        hits.len()
    }
}

fn buffer<T: bytemuck::Pod>(gpu: &Gpu, list: &[T]) -> wgpu::Buffer {
    gpu.device().create_buffer_init(&wgpu::util::BufferInitDescriptor {
        label: None,
        contents: bytemuck::cast_slice(list),
        usage: wgpu::BufferUsages::STORAGE,
    })
}

fn body(random: &mut Random, owner: u32) -> Body {
    let kind = random.pick(&KINDS);
    let (thing, mut placement) = Thing::random(random, kind);
    placement.at = place(random, 120.0).into();
    let layers = Layers { layer: 1 << random.below(3), against: 7, group: random.below(9) as u32 };
    let margin = if random.chance(4) { random.below(256 * 8) as i32 } else { -1 };
    Body { thing, placement, layers, margin, owner, world: random.below(2) as u32 }
}

/// Bodies of every kind, which move, change and are removed.
#[test]
fn resident_frames_find_what_the_host_finds() {
    for gpu in gpu::all() {
        for seed in 0..cases(3, 40) as u64 {
            let mut random = Random::new(900 + seed);
            let mut all = Resident::new(gpu);
            all.fill(&mut random, 150);
            let mut hits = 0;
            for frame in 0..6 {
                hits += all.check(&format!("scene {seed}, frame {frame}"));
                for _ in 0..random.below(40) {
                    let k = random.below(150) as usize;
                    if random.chance(8) {
                        all.crowd.remove(k as u32).unwrap();
                        all.twin.crowd.remove(k as u32).unwrap();
                        all.twin.bodies[k] = None;
                        // Nothing reads it any more.
                        all.places[k] = [i32::MIN, i32::MAX];
                    } else {
                        let body = body(&mut random, k as u32);
                        all.put(Some(k), body);
                    }
                }
            }
            assert!(hits > 20, "{hits}");
        }
    }
}

/// Frames in one encoder and in several of one submission, with changes between them: each is decided by its own data.
#[test]
fn frames_of_one_submission_have_their_own_data() {
    for gpu in gpu::all() {
        let mut random = Random::new(71);
        let mut all = Resident::new(gpu);
        all.fill(&mut random, 120);
        all.check("at first");
        for (k, count) in [1, 2, 3].into_iter().cycle().take(9).enumerate() {
            let mut encoders = vec![all.encoder()];
            let mut expected = Vec::new();
            let mut kept = Vec::new();
            for _ in 0..count {
                let which = random.below(120) as usize;
                let body = body(&mut random, which as u32);
                all.put(Some(which), body);
                if random.chance(2) {
                    encoders.push(all.encoder());
                }
                let encoder = encoders.last_mut().unwrap();
                let positions = buffer(gpu, &all.places);
                let frame = all.crowd.record(encoder, PositionBuffer::Units(&positions)).unwrap();
                expected.push(all.twin.expected().hits);
                // The next frame writes over it.
                let usage = wgpu::BufferUsages::COPY_DST | wgpu::BufferUsages::COPY_SRC;
                let size = frame.hits.size() + 256;
                let copy = gpu.device().create_buffer(&wgpu::BufferDescriptor {
                    label: None,
                    size,
                    usage,
                    mapped_at_creation: false,
                });
                encoder.copy_buffer_to_buffer(&frame.outcome, 0, &copy, 0, Some(256));
                encoder.copy_buffer_to_buffer(&frame.hits, 0, &copy, 256, Some(frame.hits.size()));
                kept.push(copy);
            }
            all.submit(encoders);
            for (expected, copy) in expected.iter().zip(&kept) {
                let words: Vec<u32> = gpu::read(gpu, copy, copy.size() as usize / 4);
                let outcome: Outcome = bytemuck::pod_read_unaligned(bytemuck::cast_slice(&words[..12]));
                let hits: &[[u32; 2]] = bytemuck::cast_slice(&words[64..64 + 2 * outcome.hits as usize]);
                assert_eq!((outcome.is_void, hits), (0, &expected[..]), "submission {k}");
            }
        }
    }
}

/// Bodies at one place, so that every list is too short at first. A frame is void, or has all its hits.
#[test]
fn what_does_not_fit_is_void() {
    for gpu in gpu::all() {
        let mut all = Resident::new(gpu);
        let mut random = Random::new(72);
        let (thing, _) = Thing::random(&mut random, crate::common::Kind::Rect);
        let ball = |owner| Body {
            thing: thing.clone(),
            placement: Placement::default(),
            layers: Layers::default(),
            margin: -1,
            owner,
            world: 0,
        };
        let mut voids = 0;
        for count in [20, 150, 400] {
            for owner in all.crowd.len() as u32..count {
                all.put(None, ball(owner));
            }
            let pairs = (count * (count - 1) / 2) as usize;
            let mut found = None;
            while found.is_none() {
                found = all.try_frame();
                let report = all.crowd.report().unwrap();
                assert_eq!(report.verdict == FrameVerdict::Answered, found.is_some());
                if found.is_none() {
                    assert_eq!((report.verdict, report.hits), (FrameVerdict::NoRoom, 0));
                    voids += 1;
                    assert!(voids < 12, "{report:?}");
                }
                assert_eq!(report.void_frames, voids);
            }
            assert_eq!(found.unwrap().len(), pairs);
        }
        assert!(voids >= 2, "{voids}");
    }
}

/// The changes of a dropped frame are sent again, and no frame is answered with old data.
#[test]
fn frames_out_of_order_are_void() {
    for gpu in gpu::all() {
        let mut random = Random::new(73);
        let mut all = Resident::new(gpu);
        all.fill(&mut random, 120);
        all.check("at first");
        for round in 0..4 {
            let which = random.below(120) as usize;
            let body = body(&mut random, which as u32);
            all.put(Some(which), body);
            let mut encoders: Vec<_> = (0..2).map(|_| all.encoder()).collect();
            let mut frames = Vec::new();
            for encoder in &mut encoders {
                frames.push(all.record(encoder));
            }
            match round % 2 {
                // The first one is never submitted.
                0 => drop(encoders.remove(0)),
                // Both are submitted, the later one first.
                _ => encoders.reverse(),
            }
            let before = all.crowd.report().unwrap().void_frames;
            all.submit(encoders);
            gpu.device().poll(wgpu::PollType::wait_indefinitely()).unwrap();
            let report = all.crowd.report().unwrap();
            assert_eq!(report.verdict, FrameVerdict::OutOfOrder);
            assert!(report.void_frames > before);
            // The next frame has all data again: no other frame is void.
            let voids = report.void_frames;
            assert_eq!(all.try_frame(), Some(all.twin.expected().hits), "round {round}");
            assert_eq!(all.crowd.report().unwrap().void_frames, voids);
        }
    }
}

/// A position beyond the world's edge, or no number, makes a frame void, and the next one is answered.
#[test]
fn positions_beyond_the_edge_make_a_frame_void() {
    for gpu in gpu::all() {
        let mut random = Random::new(74);
        let mut all = Resident::new(gpu);
        all.fill(&mut random, 60);
        all.check("at first");
        for wrong in [f32::NAN, f32::INFINITY, -2.1e6, 1e30] {
            let mut places = vec![[0.0f32; 2]; 60];
            places[7][1] = wrong;
            let mut encoder = all.encoder();
            let positions = buffer(gpu, &places);
            let frame = all.crowd.record(&mut encoder, PositionBuffer::Pixels(&positions)).unwrap();
            all.submit([encoder]);
            assert_eq!(all.hits_of(&frame), None);
            assert_eq!(all.crowd.report().unwrap().verdict, FrameVerdict::BeyondEdge);
            all.check("after it");
        }
        for wrong in [i32::MIN, i32::MAX, (1 << 29) + 1] {
            let right = std::mem::replace(&mut all.places[9], [0, wrong]);
            assert_eq!(all.try_frame(), None);
            assert_eq!(all.crowd.report().unwrap().verdict, FrameVerdict::BeyondEdge);
            all.places[9] = right;
            all.check("after it");
        }
    }
}

#[test]
fn a_crowd_without_bodies_leaves_no_hits_and_a_small_buffer_is_refused() {
    for gpu in gpu::all() {
        let mut all = Resident::new(gpu);
        all.places.push([0, 0]);
        assert_eq!(all.try_frame(), Some(Vec::new()));
        all.places.clear();
        all.fill(&mut Random::new(75), 3);
        let mut encoder = all.encoder();
        let [short, odd] = [2, 3].map(|count| {
            gpu.device().create_buffer(&wgpu::BufferDescriptor {
                label: None,
                size: 8 * count,
                usage: if count == 2 { wgpu::BufferUsages::STORAGE } else { wgpu::BufferUsages::COPY_DST },
                mapped_at_creation: false,
            })
        });
        for wrong in [&short, &odd] {
            let refused = all.crowd.record(&mut encoder, PositionBuffer::Pixels(wrong)).unwrap_err();
            assert!(refused.to_string().contains("STORAGE"), "{refused}");
        }
        all.check("after it");
    }
}
