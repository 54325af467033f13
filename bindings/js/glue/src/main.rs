//! Makes the JavaScript that goes with the WebAssembly module: what wasm-bindgen's own program does, with less around it.
//!
//! Its arguments: the module as the compiler wrote it, and the folder that `raw.js` and `raw_bg.wasm` go to. With a third, `names`, the
//! functions keep their names, for profiles.

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
