//! Drawing crowds of bullets: one MultiMesh, and a material that draws exactly what hits if it is wanted.
//!
//! The shader `kasuri_exact_bullets.gdshader` reads where each bullet is from a texture. A MultiMesh has no room for this: its
//! colours and numbers have 16 bits in one of Godot's renderers.

use godot::classes::image::Format;
use godot::classes::multi_mesh::TransformFormat;
use godot::classes::{
    AtlasTexture, Image, ImageTexture, MultiMesh, Node2D, QuadMesh, RenderingServer, Shader, ShaderMaterial,
    Texture2D,
};
use godot::prelude::*;
use kasuri::mask::{Cover, Sprite};
use kasuri::{Mask, Placement};

use crate::mask::image_of;
use crate::shape::KasuriShape2D;
use crate::snapshot::Flock;

/// What draws the bullets of a crowd.
#[derive(Clone)]
pub(crate) struct Crowd {
    pub(crate) mesh: Gd<MultiMesh>,
    pub(crate) texture: Gd<Texture2D>,
}

impl Crowd {
    /// Makes what draws the bullets: their texture, or the pixels that their shape covers.
    pub(crate) fn new(texture: Option<&Gd<Texture2D>>, shape: Option<&Gd<KasuriShape2D>>) -> Option<Crowd> {
        let (texture, middle) = match (texture, shape) {
            (Some(texture), _) => (texture.clone(), Vector3::ZERO),
            (None, Some(shape)) => {
                let (mask, middle) = covered(&shape.bind()).ok()?;
                let texture = ImageTexture::create_from_image(&image_of(&mask)?)?;
                (texture.upcast(), middle)
            }
            (None, None) => return None,
        };
        let size = texture.get_size();
        let mut quad = QuadMesh::new_gd();
        // Pictures go down and meshes go up.
        quad.set_size(Vector2::new(size.x, -size.y));
        quad.set_center_offset(middle);
        let mut mesh = MultiMesh::new_gd();
        mesh.set_transform_format(TransformFormat::TRANSFORM_2D);
        mesh.set_mesh(&quad);
        Some(Crowd { mesh, texture })
    }

    /// Fills the mesh.
    pub(crate) fn show(&mut self, flock: &Flock) {
        let mesh = &mut self.mesh;
        let count = flock.bodies.len();
        let room = usize::try_from(mesh.get_instance_count()).unwrap_or(0);
        if count > room {
            mesh.set_instance_count(i32::try_from(count.next_power_of_two().max(64)).unwrap_or(i32::MAX));
        }
        let room = usize::try_from(mesh.get_instance_count()).unwrap_or(0);
        mesh.set_visible_instance_count(i32::try_from(count).unwrap_or(i32::MAX));
        let mut numbers = Vec::with_capacity(room * 8);
        for (at, angle) in flock.at.iter().zip(&flock.angles) {
            let (sin, cos) = (*angle as f32).sin_cos();
            numbers.extend([cos, -sin, 0.0, at.x as f32, sin, cos, 0.0, at.y as f32]);
        }
        numbers.resize(room * 8, 0.0);
        let buffer = PackedFloat32Array::from(numbers.as_slice());
        RenderingServer::singleton().multimesh_set_buffer(mesh.get_rid(), &buffer);
    }
}

/// Returns the pixels that a shape covers at the origin, and where their middle is.
fn covered(shape: &KasuriShape2D) -> Result<(Mask, Vector3), String> {
    let told = |e: kasuri::Error| e.to_string();
    let parts = shape.shape()?.place(&Placement::default()).map_err(told)?;
    let cover = Cover::of_shape(&parts);
    let pixels = cover.pixels();
    let middle = |a: i32, b: i32| (a + b) as f32 / 2.0;
    let middle = Vector3::new(middle(pixels.x0, pixels.x1), middle(pixels.y0, pixels.y1), 0.0);
    Ok((cover.to_mask().map_err(told)?, middle))
}

const SHADER: &str = "res://addons/kasuri/kasuri_exact_bullets.gdshader";

/// The number of bullets in a row of the texture.
const ROW: usize = 512;

/// The material of a crowd that is drawn exactly.
pub(crate) struct ExactCrowd {
    material: Gd<ShaderMaterial>,
    placements: Option<Gd<ImageTexture>>,
    /// The memory of the texture's next pixels.
    numbers: Vec<u8>,
}

impl ExactCrowd {
    /// Gives a node that draws a crowd the material.
    pub(crate) fn of(node: &mut Node2D, texture: &Gd<Texture2D>, alpha: i64) -> Result<ExactCrowd, String> {
        let shader = try_load::<Shader>(SHADER).map_err(|_| format!("there is no {SHADER}."))?;
        let mut material = ShaderMaterial::new_gd();
        material.set_shader(&shader);
        node.set_material(&material);
        let atlas = texture.clone().try_cast::<AtlasTexture>();
        let corner = atlas.map_or(Vector2::ZERO, |atlas| atlas.get_region().position);
        let corner = Vector2i::new(corner.x as i32, corner.y as i32);
        material.set_shader_parameter("corner", &corner.to_variant());
        material.set_shader_parameter("alpha_threshold", &alpha.to_variant());
        Ok(ExactCrowd { material, placements: None, numbers: Vec::new() })
    }

    /// Shows sprites of one mask where they hit, in a world that is at a place of the canvas.
    pub(crate) fn show(&mut self, sprites: impl Iterator<Item = Sprite>, world: Transform2D) {
        self.numbers.clear();
        let (mut count, mut common) = (0, None);
        for sprite in sprites {
            let [ux, uy, vx, vy, u, v, x, y, width, height, ..] = sprite.shader_placement();
            for number in [ux, uy, vx, vy, x >> 8, y >> 8, x & 255, y & 255] {
                self.numbers.extend((number as f32).to_ne_bytes());
            }
            common = Some([u, v, width, height]);
            count += 1;
        }
        let Some([u, v, width, height]) = common else { return };
        let rows = usize::div_ceil(count, ROW);
        self.numbers.resize(rows * ROW * 32, 0);
        self.fill(rows);
        let reach = f64::from(width).hypot(f64::from(height)) / 2.0;
        let mut set = |name: &str, value: Variant| self.material.set_shader_parameter(name, &value);
        set("pivot_and_size", Vector4i::new(u, v, width, height).to_variant());
        set("reach", (reach.ceil() + 1.0).to_variant());
        set("world_x", world.a.to_variant());
        set("world_y", world.b.to_variant());
        set("world_origin", world.origin.to_variant());
    }

    /// Writes the texture.
    fn fill(&mut self, rows: usize) {
        let bytes = PackedByteArray::from(self.numbers.as_slice());
        let (width, height) = (2 * ROW as i32, rows as i32);
        let Some(image) = Image::create_from_data(width, height, false, Format::RGBAF, &bytes) else {
            return;
        };
        if let Some(texture) = &mut self.placements
            && texture.get_height() == height
        {
            texture.update(&image);
            return;
        }
        self.placements = ImageTexture::create_from_image(&image);
        self.material.set_shader_parameter("placements", &self.placements.to_variant());
    }
}
