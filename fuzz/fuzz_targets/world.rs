//! A program of calls to a world, made from the fuzzer's bytes: every step reports what the reference and plain rules
//! say.
#![no_main]

#[path = "../../tests/common/mod.rs"]
mod common;
#[path = "../../tests/world_soak/mirror/mod.rs"]
mod mirror;

use common::Random;
use libfuzzer_sys::fuzz_target;
use mirror::program::Program;

fuzz_target!(|bytes: &[u8]| {
    let mut program = Program::new(Random::from_bytes(bytes.to_vec()));
    // A small area, so that even few bodies meet.
    program.reach = 40.0;
    while !program.random.is_spent() {
        match program.random.below(8) {
            0 | 1 if program.twins.len() < 24 => {
                let count = program.random.size(0..=4);
                program.spawn_many(count);
            }
            2 => {
                let count = program.random.size(0..=2);
                program.remove(count);
            }
            3 => program.drift(),
            4..7 => program.act(),
            _ => {
                program.step();
                program.check_bodies();
            }
        }
    }
    program.step();
    program.check_bodies();
});
