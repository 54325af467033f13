//! Tests environment variables with unknown values: each call that can fail returns an error that names the variable.
#![allow(clippy::unwrap_used)]

use std::process::Command;

use kasuri::{Body, Cause, Error, Result, World, parallel::Simd, worlds::Worlds};

/// Runs a test of this file once more, in its own process, with a variable set; `inside` runs only there.
fn with(test: &str, name: &str, value: &str, inside: impl FnOnce()) {
    const MARK: &str = "KASURI_TEST_INSIDE";
    if std::env::var_os(MARK).is_some() {
        return inside();
    }
    let mut command = Command::new(std::env::current_exe().unwrap());
    let done = command.args([test, "--exact"]).env(MARK, "1").env(name, value).output().unwrap();
    let said = String::from_utf8_lossy(&done.stdout).into_owned();
    assert!(done.status.success() && said.contains("1 passed"), "{said}");
}

fn is_refused<T>(done: Result<T>, name: &str, value: &str) {
    match done.as_ref().map_err(Error::cause).err() {
        Some(Cause::Variable { name: found, value: given, .. }) => {
            assert_eq!((*found, given.as_str()), (name, value));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn lanes_that_no_machine_has_are_refused_by_all_that_can_fail() {
    let (name, value) = ("KASURI_SIMD", "avx3");
    with("lanes_that_no_machine_has_are_refused_by_all_that_can_fail", name, value, || {
        is_refused(World::builder().build(), name, value);
        // A call that cannot fail creates the world, which refuses its first step.
        let mut world = World::new();
        world.spawn(Body::circle(3.0)).unwrap();
        is_refused(world.step(), name, value);
        assert_eq!(world.steps(), 0);
        is_refused(Worlds::from(vec![World::new()]).step(), name, value);
        #[cfg(feature = "scene")]
        {
            let text = r#"{"kasuri": 1, "bodies": []}"#;
            is_refused(kasuri::scene::Scene::from_json(text, std::path::Path::new(".")), name, value);
        }
        assert!(Simd::available().any(|simd| simd == Simd::best()));
    });
}

#[test]
fn lanes_that_every_machine_has_are_taken() {
    with("lanes_that_every_machine_has_are_taken", "KASURI_SIMD", "plain", || {
        assert_eq!((Simd::from_env(), Simd::best()), (Ok(Some(Simd::PLAIN)), Simd::PLAIN));
        World::builder().build().unwrap().step().unwrap();
    });
}

/// An empty variable counts as none.
#[test]
fn nothing_names_nothing() {
    with("nothing_names_nothing", "KASURI_SIMD", "", || {
        assert_eq!(Simd::from_env(), Ok(None));
        World::builder().build().unwrap().step().unwrap();
    });
}

#[cfg(feature = "gpu")]
#[test]
fn a_back_end_that_is_misspelt_is_refused_where_a_gpu_is_wanted() {
    use kasuri::{Backend, gpu::Gpu};
    let (name, value) = ("WGPU_BACKEND", "vulkan,vulcan");
    with("a_back_end_that_is_misspelt_is_refused_where_a_gpu_is_wanted", name, value, || {
        is_refused(Gpu::new(), name, value);
        for backend in [Backend::Gpu, Backend::Auto] {
            is_refused(World::builder().backend(backend).build(), name, value);
        }
        World::builder().build().unwrap().step().unwrap();
    });
}
