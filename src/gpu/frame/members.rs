//! The host's copy of a crowd's bodies, and which of them differ from the device's copy.

use crate::error::{Cause, Result};
use crate::form::{Form, Layers, Touching};
use crate::gpu::constants::{IS_SPRITE, NOWHERE};
use crate::gpu::forms::{FormKind, FormTables};
use crate::gpu::frame::flocks::FlockLayers;
use crate::gpu::frame::member_set::MemberSet;
use crate::gpu::layout::{Change, Move, Terms, Traits};
use crate::gpu::masks::{FEW_WORDS, MaskWords};
use crate::lattice::Point;

/// A body of a crowd, as it is added or changed.
#[derive(Debug, Clone, Copy)]
pub struct Member<'a> {
    /// The body's form: placed at the origin, that is, relative to the body's position.
    pub form: &'a Form,
    /// The body's position: the point that moves.
    pub at: Point,
    /// The body's layers.
    pub layers: Layers,
    /// The graze margin in lattice units; below 0 for none.
    pub margin: i32,
    /// The owner: two bodies with the same owner are never a pair. The regions of one body share its owner.
    pub owner: u32,
    /// The world: bodies of different worlds are never a pair. A crowd may contain any number of worlds.
    pub world: u32,
}

/// The touching rules.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct TouchRules {
    pub(crate) usual: Touching,
    /// The rules between layers; the last one that matches a pair applies.
    pub(crate) between: Vec<(u32, u32, Touching)>,
    /// Layers between which circles are measured by the root of their squared radii.
    pub(crate) rooted: Vec<(u32, u32)>,
}

impl TouchRules {
    /// Whether there may be pairs with this touching.
    pub(super) fn has(&self, which: Touching) -> bool {
        self.usual == which || self.between.iter().any(|&(.., touching)| touching == which)
    }
}

/// The bodies of a crowd.
#[derive(Debug, Default)]
pub(super) struct CrowdMembers {
    pub(super) forms: FormTables,
    pub(super) masks: MaskWords,
    flocks: FlockLayers,
    pub(super) traits: Vec<Traits>,
    /// Each body's position as the host last set it.
    pub(super) at: Vec<[i32; 2]>,
    /// Whether bodies move without the host: then the positions in `at` may be out of date.
    pub(super) moves_on_device: bool,
    pub(super) moved: MemberSet,
    pub(super) changed: MemberSet,
    /// How many bodies are sprites that need covers, and the words of all those covers.
    pub(super) turned: usize,
    pub(super) cover_words: u64,
    /// Of the bodies that may be in a pair, how many are shapes, sprites and tile maps; and how many have margins.
    pub(super) kinds: [usize; 3],
    pub(super) grazing: usize,
    /// The number of words of masks and maps when unused forms were last dropped.
    kept: usize,
    /// How often forms were renumbered.
    pub(super) epoch: u64,
}

impl CrowdMembers {
    pub(super) fn new() -> CrowdMembers {
        CrowdMembers { forms: FormTables::new(), ..CrowdMembers::default() }
    }

    pub(super) fn len(&self) -> usize {
        self.traits.len()
    }

    /// Adds a form for some bodies; the returned number is valid until [`epoch`](CrowdMembers::epoch) changes.
    pub(super) fn add_form(&mut self, form: &Form) -> u32 {
        self.forms.add_new(form, &mut self.masks)
    }

    /// Adds a body at the end, which `put` gives its properties.
    pub(super) fn push(&mut self, put: impl FnOnce(&mut CrowdMembers, u32) -> Result<()>) -> Result<u32> {
        if self.len() >= MOST {
            return Err(Cause::Count { what: "bodies", count: self.len() + 1, least: 0, most: MOST }.error());
        }
        let body = self.len() as u32;
        self.traits.push(Traits::default());
        // Outside the world, so that the first position always counts as a move.
        self.at.push([i32::MAX; 2]);
        let put = put(self, body);
        if put.is_err() {
            self.traits.pop();
            self.at.pop();
        }
        put.map(|()| body)
    }

    /// Replaces a body's properties and position.
    pub(super) fn put(&mut self, body: u32, member: Member<'_>) -> Result<()> {
        self.check(body, member.at)?;
        let form = self.forms.add(member.form, &mut self.masks);
        self.put_as(body, form, member)
    }

    /// Like [`put`](CrowdMembers::put), with a form that was added before.
    pub(super) fn put_as(&mut self, body: u32, form: u32, member: Member<'_>) -> Result<()> {
        let Member { at, layers, margin, owner, world, .. } = member;
        let at = self.check(body, at)?;
        let flock = self.flocks.of(layers);
        let Layers { layer, against, group } = layers;
        self.set(body, Traits { layer, against, group, margin, owner, flock, form, world });
        self.move_to(body, Point::new(at[0], at[1]))
    }

    /// Removes a body: it is in no pair from now on.
    pub(super) fn remove(&mut self, body: u32) -> Result<()> {
        self.check(body, Point::default())?;
        self.set(body, Traits { margin: -1, flock: NOWHERE, ..Traits::default() });
        Ok(())
    }

    fn set(&mut self, body: u32, traits: Traits) {
        let old = std::mem::replace(&mut self.traits[body as usize], traits);
        if old == traits {
            return;
        }
        let words = [old, traits].map(|traits| self.words_of(traits));
        self.turned = self.turned + usize::from(words[1] > 0) - usize::from(words[0] > 0);
        self.cover_words = self.cover_words + words[1] - words[0];
        let is_there = |traits: Traits| traits.form != 0 && traits.flock != NOWHERE;
        for (traits, more) in [(traits, true), (old, false)].into_iter().filter(|&(of, _)| is_there(of)) {
            let [shapes, sprites, maps] = &mut self.kinds;
            let kind = match self.forms.kind_of(traits.form) {
                FormKind::Shape(_) => shapes,
                FormKind::Sprite(_) => sprites,
                FormKind::Tiles => maps,
            };
            let grazing = Some(&mut self.grazing).filter(|_| traits.margin >= 0);
            for count in std::iter::once(kind).chain(grazing) {
                *count = if more { *count + 1 } else { *count - 1 };
            }
        }
        self.changed.add(body);
    }

    /// Returns the words of the cover that a body may need.
    fn words_of(&self, traits: Traits) -> u64 {
        if traits.form & IS_SPRITE == 0 { 0 } else { self.forms.cover_words(traits.form & !IS_SPRITE) }
    }

    pub(super) fn move_to(&mut self, body: u32, at: Point) -> Result<()> {
        let at = self.check(body, at)?;
        if std::mem::replace(&mut self.at[body as usize], at) != at || self.moves_on_device {
            self.moved.add(body);
        }
        Ok(())
    }

    /// Returns the position `at` as two numbers, or an error if the body does not exist or `at` is outside the world.
    fn check(&self, body: u32, at: Point) -> Result<[i32; 2]> {
        if body as usize >= self.len() {
            return Err(Cause::NoSuchBody { index: body as usize, count: self.len() }.error());
        }
        let at = at.offset(Point::default())?;
        Ok([at.x, at.y])
    }

    /// Iterates over the moved bodies as the device gets them.
    pub(super) fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        let moves = self.moved.iter();
        moves.map(|body| (body, self.at[body as usize])).map(|(body, [x, y])| Move { body, x, y })
    }

    /// Iterates over the changed bodies as the device gets them.
    pub(super) fn changes(&self) -> impl Iterator<Item = Change> + '_ {
        self.changed.iter().map(|body| Change { body, traits: self.traits[body as usize] })
    }

    /// Returns each body's form, as place.wgsl reads it.
    pub(super) fn bodies(&self) -> Vec<u32> {
        self.traits.iter().map(|traits| traits.form).collect()
    }

    /// Returns the terms without the sizes of buffers.
    pub(super) fn terms(&self, touch: &TouchRules) -> Terms {
        Terms {
            strict: u32::from(touch.usual == Touching::Ignored),
            touches: touch.between.len() as u32,
            circles: touch.rooted.len() as u32,
            partners: self.flocks.partners(),
            ..Terms::default()
        }
    }

    pub(super) fn wants_tidying(&self, most_words: u64) -> bool {
        let forms = self.forms.sprites.len() + self.forms.shapes.len();
        let words = self.forms.words(&self.masks);
        let is_large = words >= 2 * self.kept + FEW_WORDS || words as u64 > most_words;
        is_large || forms >= 2 * self.len() + 1024
    }

    /// Drops forms and masks that no body uses any more, if they may be most of them or too large. Returns whether it
    /// did, so that forms are renumbered.
    pub(super) fn tidy(&mut self, most_words: u64) -> bool {
        if !self.wants_tidying(most_words) {
            return false;
        }
        let now = self.forms.retain(self.traits.iter().map(|traits| traits.form), &mut self.masks);
        self.kept = self.forms.words(&self.masks);
        self.epoch += 1;
        self.traits.iter_mut().for_each(|traits| traits.form = now[&traits.form]);
        (0..self.len() as u32).for_each(|body| self.changed.add(body));
        true
    }
}

/// The largest number of bodies: body numbers, and counts that are read back, have 32 bits.
const MOST: usize = (1 << 31) - 1;
