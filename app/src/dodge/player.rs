//! Which body of a world is the player, and where it may be.

use std::str::FromStr;

use kasuri::world::DebugDraw;
use kasuri::{Handle, Vec2, World};

/// How the command line names the player.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Player {
    Region(String),
    Body(Handle),
    Layer(u32),
}

impl FromStr for Player {
    type Err = String;

    fn from_str(text: &str) -> Result<Player, String> {
        if let Some(bits) = text.strip_prefix("layer:") {
            let bits = bits.parse().ok().filter(|&bits| bits != 0);
            return bits.map(Player::Layer).ok_or_else(|| "layers are bits, such as layer:1".into());
        }
        let handle = text.split_once('v').and_then(|(slot, generation)| {
            let (slot, generation): (u32, u32) = (slot.parse().ok()?, generation.parse().ok()?);
            Handle::from_bits(u64::from(generation) << 32 | u64::from(slot))
        });
        Ok(handle.map_or_else(|| Player::Region(text.into()), Player::Body))
    }
}

impl Player {
    /// Returns the player's body, the only one of this name.
    pub(super) fn find(&self, world: &World) -> Result<Handle, String> {
        let (what, fits): (String, Vec<Handle>) = match self {
            Player::Body(body) => return world.get(*body).map(|_| *body).map_err(|error| error.to_string()),
            Player::Region(name) => {
                let has = world.iter().filter(|body| body.region_index(name).is_some());
                (format!("has a region {name:?}"), has.map(kasuri::world::BodyRef::handle).collect())
            }
            Player::Layer(bits) => {
                let on = world.iter().filter(|body| body.layers().layer & bits != 0);
                (format!("is on layer {bits}"), on.map(kasuri::world::BodyRef::handle).collect())
            }
        };
        match fits[..] {
            [one] => Ok(one),
            [] => Err(format!("no body {what}; say with --player which one is the player")),
            _ => Err(format!(
                "not one body but {} {what}; say with --player which one is the player",
                fits.len()
            )),
        }
    }

    /// Returns the region that alone can be hit; without one the whole body can.
    pub(super) fn region(&self) -> Option<&str> {
        if let Player::Region(name) = self { Some(name) } else { None }
    }
}

/// Returns the world's bounds in pixels: left, top, width and height.
pub(super) fn bounds(world: &World) -> Option<[f64; 4]> {
    let mut walls = Walls(None);
    world.debug_draw(&mut walls);
    let [a, b] = walls.0?.map(|corner| world.pixels_of(corner));
    Some([a.x.min(b.x), a.y.min(b.y), (a.x - b.x).abs(), (a.y - b.y).abs()])
}

struct Walls(Option<[Vec2; 2]>);

impl DebugDraw for Walls {
    fn walls(&mut self, least: Vec2, greatest: Vec2) {
        self.0 = Some([least, greatest]);
    }
}
