//! Tests what every public function with arguments does with invalid ones. It also writes docs/bad-input.md (SPEC 7).
//!
//! No call panics except where its documentation says so, no invalid number is accepted, and no public function is left
//! out.
#![cfg(all(feature = "scene", feature = "aseprite", feature = "gpu", feature = "sheet", feature = "tiled"))]
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::print_stdout)]

mod book;
mod exempt;
mod masks;
mod questions;
mod scan;
mod shapes;
mod sheets;
mod worlds;

use std::collections::BTreeSet;
use std::fmt::Write;

use book::Book;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/bad-input.md");

const HEAD: &str = "\
# What is refused, and how

The test `tests/bad_input` writes this page and checks it: `KASURI_WRITE_DOCS=1 cargo test --all-features --test bad_input`
writes it again. Every public function that takes arguments is listed with invalid arguments. **Bold** is the
`kasuri::ErrorKind`; after it is the place that the error names. Everything else is an answer: shown if it is short, else
`answers`. None of these calls panics, except where the table says so.

Every f64 is tried with NaN, inf and 1e300, and with -1, 0 and 1e-300. `least` and `most` are the smallest and the largest
value of an integer type. Lattice points are tried beyond the world's edge (2^29 units): they can be made, but not placed.
A function that stores numbers and cannot fail yet, such as `Body::circle`, is tried together with the function that
checks them, such as `World::spawn`.

";

#[test]
fn every_bad_argument_is_answered_as_the_page_says() {
    let mut book = Book::default();
    // The table reports panics.
    std::panic::set_hook(Box::new(|_| {}));
    shapes::write(&mut book);
    masks::write(&mut book);
    questions::write(&mut book);
    sheets::write(&mut book);
    worlds::write(&mut book);
    drop(std::panic::take_hook());
    let broken = book.broken();
    assert!(broken.is_empty(), "{} are not as they should be:\n{}", broken.len(), broken.join("\n"));

    let page = format!("{HEAD}{}\n{}", book.table(), exempt::section());
    if std::env::var_os("KASURI_WRITE_DOCS").is_some() {
        std::fs::write(PAGE, &page).unwrap();
    }
    let written = std::fs::read_to_string(PAGE).unwrap_or_default();
    if let Some((ours, theirs)) = page.lines().zip(written.lines()).find(|(ours, theirs)| ours != theirs) {
        panic!("docs/bad-input.md has\n{theirs}\ninstead of\n{ours}");
    }
    assert_eq!(page.lines().count(), written.lines().count());

    let tried: BTreeSet<String> = book.functions().map(str::to_owned).collect();
    nothing_is_left_out(&tried);
}

fn nothing_is_left_out(tried: &BTreeSet<String>) {
    let public = scan::public_functions();
    assert!(public.len() > 400, "{} public functions were found", public.len());
    let mut wrong = String::new();
    for (function, arguments) in &public {
        let is_exempt = exempt::reason(function).is_some();
        match (arguments.is_empty(), tried.contains(function), is_exempt) {
            (false, false, false) => writeln!(wrong, "{function}({arguments}) has no row").unwrap(),
            (_, true, true) => writeln!(wrong, "{function} is both tried and exempt").unwrap(),
            _ => {}
        }
    }
    for function in tried.iter().cloned().chain(exempt::all().map(str::to_owned)) {
        if !public.contains_key(&function) {
            writeln!(wrong, "{function} is no public function").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
