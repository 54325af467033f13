//! The linker arguments of the shared library on Linux.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        // Programs find the library by its name, not by the path where it was built. Once loaded it stays in memory
        // (nodelete): its threads wait in it for the next large step, even if the program that loaded it unloads it,
        // as LuaJIT does at its end.
        println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libkasuri_c.so,-z,nodelete");
    }
}
