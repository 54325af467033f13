// Where a body fits (SPEC 8, `fits`): a thread makes one pose of the body near one piece of an obstacle, and tests a
// piece of the body against it. The answers are gathered as bits, one for each pose. Twin: query/fits.rs.

@group(0) @binding(0) var<uniform> ask: Ask;
@group(0) @binding(1) var<storage, read> jobs: array<FitJob>;
@group(0) @binding(2) var<storage, read> places: array<FitPlace>;
// The body, if it is a sprite, once for each place in a pixel where it stands; and the pieces of the obstacles.
@group(0) @binding(3) var<storage, read> placed: array<PlacedBody>;
@group(0) @binding(4) var<storage, read> bits: array<u32>;
@group(0) @binding(5) var<storage, read> parts: array<ConvexPart>;
@group(0) @binding(6) var<storage, read> vertices: array<vec2<i32>>;
// A bit for each pose that is blocked; after them, as in hits.wgsl, what was unsure and what was cut short.
@group(0) @binding(7) var<storage, read_write> hits: array<atomic<u32>>;

// A piece of the body, a piece of an obstacle, and the poses at which they may meet.
struct FitJob {
    // The first of its threads.
    start: u32,
    // The first column and the number of columns, and the first row; both are entries of `places`.
    column: u32,
    columns: u32,
    row: u32,
    // The body's part, or its first placed sprite; the obstacle's piece among the placed bodies.
    ours: u32,
    theirs: u32,
    flags: u32,
    unused: u32,
    // From the body's position to the point that its part is seen from.
    shift: vec2<i32>,
}

// A column or a row of positions.
struct FitPlace {
    // Its lattice coordinate.
    at: i32,
    // What it adds to the number of a placed sprite.
    sprite: u32,
    // What it adds to the number of a bit.
    bit: u32,
}

struct FitPose {
    job: FitJob,
    at: vec2<i32>,
    sprite: u32,
    bit: u32,
}

// Returns the last job that starts at or before a thread.
fn job_of(thread: u32) -> FitJob {
    var low = 0u;
    var high = ask.room;
    while (go_on(1u) && high - low > 1u) {
        let middle = (low + high) / 2u;
        if (jobs[middle].start <= thread) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return jobs[low];
}

fn pose_of(thread: u32) -> FitPose {
    let job = job_of(thread);
    let k = thread - job.start;
    let column = places[job.column + k % job.columns];
    let row = places[job.row + k / job.columns];
    return FitPose(job, vec2<i32>(column.at, row.at), column.sprite + row.sprite, column.bit + row.bit);
}

// Returns the sprite at a pose: what it covers from its place in the pixel, moved by whole pixels.
fn sprite_at(pose: FitPose) -> PlacedBody {
    let sprite = placed[pose.job.ours + pose.sprite];
    let by = pose.at >> vec2<u32>(8u);
    return PlacedBody(sprite.min + by, sprite.max + by, sprite.first, sprite.count, pose.at);
}

fn is_strict(pose: FitPose) -> bool {
    return (pose.job.flags & STRICT) != 0u;
}

// Whether two circles are nearer than the root of the sum of their squared radii.
fn circles_meet(a: Hull, b: Hull) -> bool {
    let apart = vertex(a, 0u) - vertex(b, 0u);
    return cmp64(squared64(apart), squared64(vec2<i32>(a.radius, b.radius))) < 0;
}

@compute @workgroup_size(64)
fn shapes(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let pose = pose_of(index);
    if (is_hit(pose.bit)) {
        return;
    }
    let part = parts[pose.job.ours];
    let at = pose.at + pose.job.shift;
    let other = placed[pose.job.theirs];
    if ((pose.job.flags & ROOTED) != 0u) {
        tell(pose.bit, circles_meet(hull_of(part, at), hull_of(parts[other.first], other.at)));
        return;
    }
    tell(pose.bit, part_meets_shape(part, at, other, is_strict(pose)));
}

@compute @workgroup_size(64)
fn shape_sprite(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let pose = pose_of(index);
    if (is_hit(pose.bit)) {
        return;
    }
    let part = parts[pose.job.ours];
    let at = pose.at + pose.job.shift;
    let share = Share(pose.bit, 0u, 1u);
    tell(pose.bit, part_meets_sprite(part, at, placed[pose.job.theirs], share, is_strict(pose)));
}

@compute @workgroup_size(64)
fn sprite_shape(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let pose = pose_of(index);
    if (is_hit(pose.bit)) {
        return;
    }
    let other = placed[pose.job.theirs];
    let share = Share(pose.bit, 0u, 1u);
    tell(pose.bit, part_meets_sprite(parts[other.first], other.at, sprite_at(pose), share, is_strict(pose)));
}

@compute @workgroup_size(64)
fn sprites(id: Invocation) {
    let index = index_of(id, 64u);
    if (index >= ask.count) {
        return;
    }
    let pose = pose_of(index);
    if (is_hit(pose.bit)) {
        return;
    }
    tell(pose.bit, sprites_share(sprite_at(pose), placed[pose.job.theirs]));
}
