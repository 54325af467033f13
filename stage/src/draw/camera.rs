//! Which world pixels a picture shows, and how large. Uses whole numbers only, so that the CPU and the GPU show the
//! same.

use kasuri::lattice::PixelBox;

/// The largest number of picture pixels per side that every GPU supports.
pub const MOST: u32 = 8192;
/// No picture shows pixels farther out than this: the world ends at 2^21.
const FURTHEST: i64 = 1 << 22;

/// The size of world pixels: each is shown as several picture pixels, or only every n-th is shown. One of the two
/// fields is 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Zoom {
    /// Picture pixels per world pixel, on each axis.
    pub enlarge: u32,
    /// World pixels per picture pixel, on each axis.
    pub skip: u32,
}

impl Zoom {
    /// Makes a zoom that enlarges world pixels.
    pub fn enlarged(enlarge: u32) -> Zoom {
        Zoom { enlarge, skip: 1 }
    }

    /// Returns the largest zoom at which a whole box is visible.
    pub fn fitting(shown: PixelBox, size: [u32; 2]) -> Zoom {
        let sides = [shown.x1 - shown.x0, shown.y1 - shown.y0].map(|side| side.max(1).unsigned_abs());
        let [x, y] = [0, 1].map(|k| size[k] / sides[k]);
        match x.min(y) {
            0 => {
                let needed = (0..2).map(|k| sides[k].div_ceil(size[k].max(1))).max();
                Zoom { enlarge: 1, skip: needed.unwrap_or(1).clamp(1, 1 << 12) }
            }
            enlarge => Zoom::enlarged(enlarge.min(64)),
        }
    }

    /// Returns the next larger zoom.
    pub fn nearer(self) -> Zoom {
        match self {
            Zoom { enlarge, skip: 1 } => Zoom::enlarged((enlarge + (enlarge / 4).max(1)).min(64)),
            Zoom { skip, .. } => Zoom { enlarge: 1, skip: skip / 2 },
        }
    }

    /// Returns the next smaller zoom.
    pub fn further(self) -> Zoom {
        match self {
            Zoom { enlarge: 1, skip } => Zoom { enlarge: 1, skip: (skip * 2).min(1 << 12) },
            Zoom { enlarge, .. } => Zoom::enlarged(enlarge - (enlarge / 5).max(1)),
        }
    }
}

/// A picture's size, its zoom and its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Camera {
    /// The size of the picture, at least 1 x 1.
    size: [u32; 2],
    zoom: Zoom,
    /// The picture's left upper corner, in picture pixels from the world's origin.
    corner: [i64; 2],
}

/// The world pixels that have to be drawn for a camera, each once. Texel (x, y) shows the world pixel
/// origin + (x, y) * skip.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Canvas {
    /// The world pixel of the first texel.
    pub origin: [i32; 2],
    /// The size in texels.
    pub size: [u32; 2],
    /// World pixels from one texel to the next.
    pub skip: i32,
    /// Picture pixels per texel, on each axis.
    pub enlarge: u32,
    /// How many picture pixels of the first texel are cut off.
    pub shift: [u32; 2],
}

impl Camera {
    /// Makes a camera for a picture of that size, centred on the middle of a box.
    pub fn over(shown: PixelBox, size: [u32; 2], zoom: Zoom) -> Camera {
        let size = size.map(|side| side.clamp(1, MOST));
        let middle = [i64::from(shown.x0) + i64::from(shown.x1), i64::from(shown.y0) + i64::from(shown.y1)];
        let corner = [0, 1].map(|k| {
            (middle[k] * i64::from(zoom.enlarge) / i64::from(zoom.skip) - i64::from(size[k])).div_euclid(2)
        });
        Camera { size, zoom, corner }.within_world()
    }

    /// Returns the size of the picture.
    pub fn size(self) -> [u32; 2] {
        self.size
    }

    /// Returns the zoom.
    pub fn zoom(self) -> Zoom {
        self.zoom
    }

    /// Returns the world position under a picture position.
    pub fn place_under(self, at: [f64; 2]) -> [f64; 2] {
        let scale = f64::from(self.zoom.skip) / f64::from(self.zoom.enlarge);
        [0, 1].map(|k| (self.corner[k] as f64 + at[k]) * scale)
    }

    /// Returns the picture position of a world position.
    pub fn seen_at(self, place: [f64; 2]) -> [f64; 2] {
        let scale = f64::from(self.zoom.enlarge) / f64::from(self.zoom.skip);
        [0, 1].map(|k| place[k] * scale - self.corner[k] as f64)
    }

    /// Returns the camera moved and zoomed so that a world position is in its middle.
    #[must_use]
    pub fn looking_at(self, place: [f64; 2], zoom: Zoom) -> Camera {
        let camera = Camera { zoom, ..self };
        let seen = camera.seen_at(place);
        camera.panned([0, 1].map(|k| f64::from(self.size[k]) / 2.0 - seen[k]))
    }

    /// Returns the camera with the world moved by `by` picture pixels.
    #[must_use]
    pub fn panned(self, by: [f64; 2]) -> Camera {
        let corner = [0, 1].map(|k| self.corner[k] - by[k].round() as i64);
        Camera { corner, ..self }.within_world()
    }

    /// Returns the camera at another zoom; the world position under the picture position `about` stays there.
    #[must_use]
    pub fn zoomed(self, zoom: Zoom, about: [f64; 2]) -> Camera {
        let scale = |zoom: Zoom| f64::from(zoom.enlarge) / f64::from(zoom.skip);
        let grows = scale(zoom) / scale(self.zoom);
        let corner = [0, 1].map(|k| ((self.corner[k] as f64 + about[k]) * grows - about[k]).round() as i64);
        Camera { zoom, corner, ..self }.within_world()
    }

    /// Returns the camera for a picture of another size; the middle stays the middle.
    #[must_use]
    pub fn resized(self, size: [u32; 2]) -> Camera {
        let size = size.map(|side| side.clamp(1, MOST));
        let corner =
            [0, 1].map(|k| self.corner[k] + (i64::from(self.size[k]) - i64::from(size[k])).div_euclid(2));
        Camera { size, corner, ..self }.within_world()
    }

    fn within_world(mut self) -> Camera {
        let most = FURTHEST * i64::from(self.zoom.enlarge) / i64::from(self.zoom.skip);
        for (corner, size) in self.corner.iter_mut().zip(self.size) {
            *corner = (*corner).clamp(-most, most - i64::from(size).min(most));
        }
        self
    }

    /// Returns the canvas that has to be drawn for this camera.
    pub fn canvas(self) -> Canvas {
        let Zoom { enlarge, skip } = self.zoom;
        let first = self.corner.map(|corner| corner.div_euclid(enlarge.into()));
        let shift = self.corner.map(|corner| corner.rem_euclid(enlarge.into()) as u32);
        Canvas {
            origin: first.map(|texel| (texel * i64::from(skip)) as i32),
            size: [0, 1].map(|k| (self.size[k] + shift[k]).div_ceil(enlarge)),
            skip: skip as i32,
            enlarge,
            shift,
        }
    }
}

impl Canvas {
    /// Returns the texels that show pixels of a box: half-open ranges in x and y.
    pub fn texels_of(self, pixels: PixelBox) -> [std::ops::Range<u32>; 2] {
        let texel = |pixel: i32, k: usize| {
            let from_origin = i64::from(pixel) - i64::from(self.origin[k]);
            // The first texel at or after the pixel.
            let texel = -(-from_origin).div_euclid(self.skip.into());
            texel.clamp(0, self.size[k].into()) as u32
        };
        [texel(pixels.x0, 0)..texel(pixels.x1, 0), texel(pixels.y0, 1)..texel(pixels.y1, 1)]
    }

    /// Returns the world pixel that a texel shows.
    pub fn pixel(self, x: u32, y: u32) -> [i32; 2] {
        [self.origin[0] + x as i32 * self.skip, self.origin[1] + y as i32 * self.skip]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHOWN: PixelBox = PixelBox { x0: -20, y0: 10, x1: 300, y1: 250 };

    #[test]
    fn a_box_fits_as_large_as_it_can() {
        assert_eq!(Zoom::fitting(SHOWN, [960, 720]), Zoom::enlarged(3));
        assert_eq!(Zoom::fitting(SHOWN, [959, 720]), Zoom::enlarged(2));
        assert_eq!(Zoom::fitting(SHOWN, [319, 720]), Zoom { enlarge: 1, skip: 2 });
        assert_eq!(Zoom::fitting(SHOWN, [40, 10]), Zoom { enlarge: 1, skip: 24 });
        let canvas = Camera::over(SHOWN, [960, 720], Zoom::enlarged(3)).canvas();
        assert_eq!((canvas.origin, canvas.size, canvas.shift), ([-20, 10], [320, 240], [0, 0]));
    }

    #[test]
    fn zooming_keeps_what_is_under_the_pointer() {
        let seen = |camera: Camera, at: [f64; 2]| {
            let canvas = camera.canvas();
            [0, 1].map(|k| {
                canvas.origin[k] + ((at[k] as u32 + canvas.shift[k]) / canvas.enlarge) as i32 * canvas.skip
            })
        };
        let mut camera = Camera::over(SHOWN, [800, 600], Zoom::enlarged(2)).panned([13.0, -7.0]);
        let at = [123.0, 456.0];
        let before = seen(camera, at);
        for _ in 0..12 {
            camera = camera.zoomed(camera.zoom().nearer(), at);
            let after = seen(camera, at);
            assert!((0..2).all(|k| (after[k] - before[k]).abs() <= 1), "{before:?} {after:?} {camera:?}");
        }
        for _ in 0..40 {
            camera = camera.zoomed(camera.zoom().further(), at);
        }
        assert_eq!(camera.zoom(), Zoom { enlarge: 1, skip: 1 << 12 });
        assert!(camera.canvas().origin.iter().all(|o| o.abs() <= 1 << 23), "{camera:?}");
    }

    #[test]
    fn places_are_seen_where_they_are() {
        let camera = Camera::over(SHOWN, [800, 600], Zoom::enlarged(3)).panned([13.0, -7.0]);
        assert_eq!(camera.place_under(camera.seen_at([12.5, -3.25])), [12.5, -3.25]);
        let near = camera.looking_at([70.0, 90.0], Zoom::enlarged(8));
        assert_eq!((near.seen_at([70.0, 90.0]), near.zoom()), ([400.0, 300.0], Zoom::enlarged(8)));
    }

    #[test]
    fn texels_are_those_whose_pixel_is_in_the_box() {
        for skip in [1, 2, 8] {
            let canvas = Canvas { origin: [-7, 3], size: [20, 9], skip, enlarge: 1, shift: [0, 0] };
            for (x0, x1) in (-30..30).flat_map(|x0| (x0..x0 + 20).map(move |x1| (x0, x1))) {
                let [xs, _] = canvas.texels_of(PixelBox { x0, y0: 0, x1, y1: 9 });
                for x in 0..canvas.size[0] {
                    assert_eq!(
                        xs.contains(&x),
                        (x0..x1).contains(&canvas.pixel(x, 0)[0]),
                        "{skip} {x0} {x1} {x}"
                    );
                }
            }
        }
    }
}
