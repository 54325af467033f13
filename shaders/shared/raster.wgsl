// A sprite to rasterise: its first word among the words of this pass, its body, its form, and its first word in
// `bits`. The twin of `gpu::layout::Raster`.
struct Raster {
    start: u32,
    body: u32,
    form: u32,
    first: u32,
}
