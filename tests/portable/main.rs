//! Tests the golden session and the answers of many scenes, byte for byte. scripts/portability runs this on every
//! machine that it can run or emulate.
#![cfg(feature = "scene")]
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used)]

mod held;

#[test]
fn the_golden_session() {
    assert_eq!(held::golden_session(1000), Ok(()));
}

#[test]
fn answers_of_scenes() {
    assert_eq!(held::answers(), Ok(90));
}
