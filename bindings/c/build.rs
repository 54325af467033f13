//! How the shared library is linked on Linux.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        // Programs that link it look for it by its name, not by where it was built. And once loaded it stays: its threads wait
        // in it for the next large step, also when whoever loaded it, as LuaJIT does at its end, unloads it.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libkasuri_c.so,-z,nodelete");
    }
}
