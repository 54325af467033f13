//! Generates the JavaScript for the WebAssembly module, like wasm-bindgen's own program, but with less around it.
//!
//! The arguments: the module as the compiler wrote it, and the folder for `raw.js` and `raw_bg.wasm`. With a third
//! argument, `names`, the functions keep their names, for profiling.

use std::error::Error;

use wasm_bindgen_cli_support::Bindgen;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let (Some(module), Some(folder)) = (arguments.next(), arguments.next()) else {
        return Err("usage: kasuri-js-glue MODULE.wasm FOLDER".into());
    };
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .web(true)?
        .out_name("raw")
        .typescript(false)
        .remove_producers_section(true)
        .remove_name_section(arguments.next().is_none());
    bindgen.generate(folder)?;
    Ok(())
}
