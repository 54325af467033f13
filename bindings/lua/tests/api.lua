--- Tests every part of the Lua layer once, and how it reports mistakes.
local ffi = require "ffi"
local kasuri = require "kasuri"

local function refused(pattern, f, ...)
    local ok, text = pcall(f, ...)
    assert(not ok, "it was not refused")
    assert(tostring(text):find(pattern, 1, true), text)
end

-- Masks.
local mask = kasuri.mask_from_rows { "..##", ".###", "####" }
local width, height = mask:size()
assert(width == 4 and height == 3 and mask:count() == 9)
assert(mask:get(2, 0) and not mask:get(0, 0))
local copy = mask:copy()
copy:set(0, 0)
copy:set(3, 2, false)
assert(copy:count() == 9 and mask:count() == 9 and not copy:get(3, 2))
assert(mask:bounds().x1 == 4 and kasuri.mask(2, 2):bounds() == nil)
assert(mask:common_count(copy) == 8 and mask:meets(copy, 1, 1))
copy:keep_common(mask)
assert(copy:count() == 8)
assert(#mask:sliced(2, 3) == 2 and mask:sliced(2, 3)[2]:count() == 6)
assert(mask:scaled(8, 6):count() == 36 and mask:turned(1):size() == 3)
assert(mask:carve(kasuri.circle(1), { at = { 2, 2 } }) > 0)
assert(math.abs(kasuri.mask_from_rows({ "#..", ".#.", "..#" }):angle() - math.pi / 4) < 1e-12)
assert(kasuri.mask(2, 2):angle() == nil)
refused("0 x 4 texels", kasuri.mask, 0, 4)
refused("no handle", mask.draw, mask, {})
mask:free()
refused("no handle", mask.count, mask)

-- Pictures: the number of bytes must be right.
local rgba = ("\0\0\0\255"):rep(3) .. ("\0"):rep(12)
assert(kasuri.mask_from_rgba(3, 2, rgba):count() == 3)
refused("has 3 bytes; 4096 x 4096 RGBA pixels need 67108864", kasuri.mask_from_rgba, 4096, 4096, "abc")
refused("has 3 bytes; 10 x 10 RGBA pixels need 400", kasuri.mask_from_rgba, 10, 10, "abc")
refused("has 25 bytes; 3 x 2 RGBA pixels need 24", kasuri.mask_from_rgba, 3, 2, rgba .. "x")
local pixels = ffi.new("uint8_t[?]", 24, 255)
assert(kasuri.mask_from_rgba(3, 2, pixels):count() == 6 and kasuri.mask_from_rgba(3, 2, pixels + 0):count() == 6)
refused("has 24 bytes; 3 x 3 RGBA pixels need 36", kasuri.mask_from_rgba, 3, 3, pixels)
refused("has 16 bytes; 3 x 2 RGBA pixels need 24", kasuri.mask_from_rgba, 3, 2, ffi.new "uint8_t[16]")
refused("pixels: the pointer is NULL", kasuri.mask_from_rgba, 3, 2, nil)

-- A handle that is none: the text says what is expected, and what to do.
refused("mask: 0 is no handle; a mask is expected: create it first, and free it after its last use", mask.count, mask)

-- A misspelt option is named, and so are those that there are.
local function misspelt(name, what, known, f, ...)
    refused(("kasuri: %s: '%s' is not known; the options are %s"):format(what, name, known), f, ...)
end
local empty, disc = kasuri.world(), kasuri.circle(3)
misspelt("thread", "a world", "axes, touching, broad, threads, pixels_per_unit, bounds, rules", kasuri.world, { thread = 1 })
refused("axes: 'y_upp' is not known; there are y_down, y_up", kasuri.world, { axes = "y_upp" })
refused("rule: 'rooted' is not known; there are rooted_circles, touching_counts", kasuri.world, { rules = { { "rooted", 1, 2 } } })
local body = "look, at, angle, scale, pivot, graze, despawn_beyond, data, invulnerable, layer, against, frame, cooldown, "
    .. "max_hits, swept, group, sensor, one_way"
misspelt("layers", "a body", body, empty.spawn, empty, { look = disc, layers = 2 })
misspelt("position", "a body", body, empty.spawn_many, empty, 2, function()
    return { look = disc, position = { 1, 2 } }
end)
misspelt("1", "a body", body, empty.spawn, empty, { disc })
assert(empty:len() == 0)
misspelt("x", "a placement", "at, angle, scale", empty.overlapping, empty, disc, { x = 1 })
misspelt("layer", "a filter", "layers, except", empty.at_point, empty, 0, 0, { layer = 1 })
misspelt("shift", "a part", "shape, offset", kasuri.compound, { { shape = disc, shift = { 1, 1 } } })
misspelt("layers", "a region", "name, solid, layer, against, pivot", kasuri.look, disc, { { name = "a", solid = disc, layers = 1 } })
misspelt("turn", "a placed solid", "solid, at, angle, scale, pivot", kasuri.query.overlaps, { solid = disc, turn = 1 }, { solid = disc })
misspelt("segments", "a renderer", "segment, pixels, bounds, margin, walls, contact, common, cell", empty.debug_draw, empty,
    { segments = print })

-- Worlds.
local world = kasuri.world { bounds = { 0, 0, 320, 240 }, threads = 1 }
local ball = kasuri.circle(3)
local balls = world:spawn_many(3, function(k)
    return { look = ball, at = { 10 + 5 * k, 20 }, data = k }
end)
assert(world:len() == 3 and world:get(balls[2]).data == 2)
local step = world:step()
assert(step.began == 2 and step.number == 1)
local hits, count = world:hits "began"
assert(count == 2 and kasuri.is_same(hits[0].a, balls[0]))
local contact = world:contact(hits[0])
assert(contact.normal.x == 1 and contact.depth == 1)
assert(world:distance(balls[0], balls[2]).distance == 4)
local moved, other = world:push_apart(hits[0], 0.5)
assert(moved.x < 0 and other.x > 0)
world:set_positions({ balls[0], balls[1] }, { { 100, 100 }, { 200, 100 } })
world:step()
assert(select(2, world:hits "ended") == 2 and select(2, world:hits()) == 0)
local met = world:first_on_ray({ 0, 100 }, { 300, 100 })
assert(kasuri.is_same(met.body, balls[0]) and math.abs(met.point.x - 97) < 1e-9)
assert(select(2, world:along_ray({ 0, 100 }, { 300, 100 })) == 2)
local near, n = world:nearest(60, 100, 1)
assert(n == 1 and near[0].distance == 37)
assert(select(2, world:in_box({ 0, 0 }, { 320, 240 })) == 3)
assert(world:sweep(balls[0], { 300, 100 }).t > 0.4)
local travel, things, many = world:travel(balls[0], { 150, 0 }, "stick")
assert(many == 1 and kasuri.is_same(things[0].body, balls[1]) and travel.at.x > 190)
refused("NaN is not a finite number", world.set_position, world, balls[0], 0 / 0, 0)
refused("there are no hits", world.hits, world, "none")

-- Bulk calls: each array must be as long as they need.
local three, two = ffi.new("kasuri_body[3]", balls[0], balls[1], balls[2]), ffi.new "kasuri_vec2[2]"
local before_refusals = world:hash()
refused("positions: 3 items of 16 bytes are expected, but the C array has 32 bytes", world.set_positions, world, three, two, 3)
refused("bodies: 4 items of 8 bytes are expected, but the C array has 24 bytes", world.set_positions, world, three, two, 4)
refused("bodies: -1 items", world.set_positions, world, three, two, -1)
refused("the number of items of a C array is expected, found nil", world.set_positions, world, three, two)
refused("angles: 3 items of 8 bytes", world.set_angles, world, three, ffi.new("double[?]", 2), 3)
refused("frames: 3 items of 4 bytes", world.set_frames, world, three, ffi.new "uint32_t[2]", 3)
refused("positions: 3 items of 8 bytes", world.set_positions_float, world, three, ffi.new "kasuri_vec2f[2]", 3)
refused("positions: 3 items of 16 bytes", world.teleport_many, world, three, two, 3)
refused("bodies: 1000000 items", world.remove_many, world, three, 1000000)
refused("bodies: 3 items are expected, but the table has 1", world.remove_many, world, { balls[0] }, 3)
refused("positions: there are 1 for 2 bodies", world.set_positions, world, { balls[0], balls[1] }, { { 1, 1 } })
refused("angles: there are 3 for 2 bodies", world.set_angles, world, { balls[0], balls[1] }, { 1, 2, 3 })
refused("positions: 2 items are expected, but the table has 1", world.set_positions, world, three, { { 1, 1 } }, 2)
refused("positions: 3 items of 16 bytes", world.set_positions, world, { balls[0], balls[1], balls[2] }, two)
refused("points: 100 items of 16 bytes", world.set_chain, world, balls[0], two, 100)
refused("points: a table or a C array is expected, found nil", kasuri.polygon, nil)
assert(world:hash() == before_refusals)
-- A pointer is believed.
local at = ffi.new("kasuri_vec2[3]", { { 100, 100 }, { 200, 100 }, { 20, 20 } })
world:set_positions(three + 0, at + 0, 3)
assert(world:position(balls[1]) == 200 and world:position(balls[2]) == 20)

world:set_swept(balls[0], true)
world:teleport(balls[0], 10, 200)
world:teleport_many({ balls[0] }, { { 20, 200 } })
assert(world:position(balls[0]) == 20)
world:remove(balls[0])
refused("was removed", world.get, world, balls[0])
assert(not world:contains(balls[0]))

-- Snapshots and recordings.
local before, hash = world:snapshot(), world:hash()
world:spawn { look = kasuri.box(5, 5), at = { 50, 50 }, angle = 0.5 }
assert(world:hash() ~= hash)
world:restore(before)
assert(world:hash() == hash and before:hash() == hash)
local recorder = kasuri.recorder()
for k = 1, 5 do
    world:set_position(balls[1], 10 * k, 20)
    recorder:step(world)
end
local recording = kasuri.recording(recorder:bytes())
local replay = recording:replay()
while replay:step() do end
assert(recording:len() == 5 and replay:difference() == nil and replay:hash() == world:hash())
assert(recording:first_difference(recording) == nil)
local again = replay:into_world()
assert(again:hash() == world:hash())
local loaded = kasuri.world()
loaded:restore(kasuri.snapshot(before:bytes()))
assert(loaded:hash() == hash)
refused("not a readable snapshot", kasuri.snapshot, "nonsense")
refused("not a readable recording", kasuri.recording, "nonsense")

-- Debug drawing.
local drawn = { segments = 0, walls = 0 }
world:debug_draw {
    segment = function(segment)
        drawn.segments = drawn.segments + (segment.radius == 3 and 1 or 0)
    end,
    walls = function(walls)
        drawn.walls = drawn.walls + walls.greatest.x
    end,
}
assert(drawn.segments == 2 and drawn.walls == 320)
refused("on purpose", world.debug_draw, world, { walls = function()
    error "on purpose"
end })

-- Queries without a world.
local a, b = { solid = ball }, { solid = ball, at = { 10, 0 } }
assert(not kasuri.query.overlaps(a, b) and kasuri.query.distance(a, b).distance == 4)
assert(kasuri.query.sweep(a, { 10, 0 }, b, { 10, 0 }).t == 0.4)
assert(kasuri.query.contact(a, b) == nil and kasuri.query.cast(b, { 0, 0 }, { 10, 0 }).t == 0.7)

local balls3 = { solid = kasuri.circle(4) }
assert(kasuri.query.contains(balls3, 4, 0) and not kasuri.query.contains(balls3, 4.1, 0))
assert(select(2, kasuri.query.crossings(balls3, { solid = balls3.solid, at = { 5, 0 } })) == 2)
local plain = kasuri.tiles(8, 8, { "##", "##", "##" })
assert(plain:size() == 2 and select(2, plain:size()) == 3)
assert(select(2, kasuri.query.overlap_cells({ solid = balls3.solid, at = { 5, 0 } }, { solid = plain })) == 2)
assert(kasuri.query.deflected({ 3, 4 }, { 0, -1 }, 1).y == -4)
refused("at[0]: NaN", kasuri.query.contains, balls3, 0 / 0, 0)

-- Mathematics and random numbers: those of the library's own examples.
local det = kasuri.det
assert(det.sin(0.5) == 0.479425538604203 and det.cos(0) == 1 and det.atan2(1, 1) == math.pi / 4)
assert(det.sqrt(2.25) == 1.5 and det.hypot(3, 4) == 5 and det.exp2(-3) == 0.125)
assert(det.rotate({ 3, 1 }, 0).x == 3 and det.move_towards({ 0, 0 }, { 3, 4 }, 2.5).y == 2)
assert(det.turn_towards({ 2, 0 }, { 0, 50 }, 2).y == 2)
local stream = kasuri.random_stream(0)
local wave = stream:split(9)
assert(stream:bits() == 0xca00a0459843d731ULL and stream:bits() == 0x66c24222c9a845b5ULL and stream.drawn == 2)
assert(stream:split(9).key == wave.key and stream:split(8).key ~= wave.key and wave.drawn == 0)
assert(stream:below(6) < 6 and stream:between(2, 3) >= 2 and stream.drawn == 4)

-- The rest of worlds, snapshots, recordings and masks.
local rest = kasuri.world { axes = "y_up" }
local two_of = { rest:spawn { look = balls3.solid }, rest:spawn { look = balls3.solid, at = { 5, 1 }, angle = 0.5 } }
local positions, placements = rest:positions(two_of), rest:placements(two_of)
assert(positions[1].x == 5 and placements[1].angle == 0.5 and select(2, rest:crossings(two_of[1], two_of[2])) == 2)
refused("bodies: 3 items", rest.positions, rest, ffi.new "kasuri_body[2]", 3)
local px, py = rest:pixels_of(3, 4)
local bx, by = rest:place_of(px, py)
assert(py == -4 and bx == 3 and by == 4)
rest:set_backend "cpu"
refused("backend: 'abacus' is not known", rest.set_backend, rest, "abacus")
rest:set_region(two_of[1], { name = "core", solid = balls3.solid })
assert(rest:region_name(two_of[1], 1) == "core")
refused("there is no region 2", rest.region_name, rest, two_of[1], 2)
rest:step()
assert(rest:snapshot():steps() == 1 and recording:cut() == 0)
local stair = kasuri.mask_from_rows { "##..", ".#..", "..##" }
local fx, fy = stair:common_first(stair)
assert(fx == 0 and fy == 0 and stair:common_first(kasuri.mask(2, 2)) == nil)
local words, word_count = stair:words()
assert(word_count == 3 and words[0] == 3 and kasuri.mask_from_words(4, 3, words, word_count):count() == 5)
refused("words: 4 items of 8 bytes", kasuri.mask_from_words, 4, 4, ffi.new "uint64_t[3]", 4)
refused("words: there are 3 words", kasuri.mask_from_words, 4, 4, ffi.new "uint64_t[3]", 3)
assert(select(2, stair:components()) == 1 and select(2, stair:components(true)) == 2)
assert(stair:component(1, true):count() == 2 and select(2, stair:rectangles()) >= 2 and select(2, stair:outline()) > 4)
refused("there is no piece 7", stair.component, stair, 7)
local ring = kasuri.mask_from_rows { "###", "#.#", "###" }
assert(#ring:traced() == 2 and #ring:traced()[1] == 4 and #ring:convex_parts() >= 4)
local spots = kasuri.mask_from_fn(40, 40, function(x, y)
    return x % 2 == 0 and y % 2 == 0
end)
assert(#spots:traced() == 400 and spots:traced()[400][1][1] ~= nil and #kasuri.mask(2, 2):traced() == 0)
refused("tolerance", ring.traced, ring, -1)

-- Batches.
local column = { 3, 3, 3 }
local boxes = { kind = "boxes", x = column, y = column, half_width = column, half_height = column, angle = { 0, 1, 2 } }
local circles = { kind = "circles", number = "float", count = 3, x = ffi.new("float[3]", 3, 50, 6), y = ffi.new("float[3]", 3),
    radius = ffi.new("float[3]", 1) }
local bits, bit_words = kasuri.batch.overlaps(boxes, circles)
assert(bit_words == 1 and bits[0] == 5)
local which, pair_count = kasuri.batch.hits(boxes, circles, { threads = 1, ignore_touches = true })
assert(pair_count == 2 and which[0] == 0 and which[1] == 2)
local apart, apart_count = kasuri.batch.separations(circles, circles)
assert(apart_count == 3 and apart[1].overlaps == 1 and apart[1].depth == 2)
local listed = { kind = "shapes", x = column, y = column, angle = column, solids = { ball, kasuri.box(1, 1) }, index = { 0, 1, 0 } }
assert(select(2, kasuri.batch.hits(listed, boxes)) == 3)
misspelt("z", "a side of a batch", "kind, number, count, x, y, radius, half_width, half_height, angle, solids, index",
    kasuri.batch.hits, { kind = "circles", z = column }, boxes)
refused("kind: 'discs' is not known", kasuri.batch.hits, { kind = "discs" }, boxes)
refused("radius: the pointer is NULL", kasuri.batch.hits, { kind = "circles", x = column, y = column }, boxes)
refused("y: 3 items are expected, but the table has 2", kasuri.batch.hits, { kind = "circles", x = column, y = { 1, 2 }, radius = column }, boxes)
refused("radius: 3 items of 4 bytes", kasuri.batch.hits, { kind = "circles", number = "float", count = 3,
    x = circles.x, y = circles.y, radius = ffi.new "float[2]" }, boxes)
refused("no handle", kasuri.batch.hits, { kind = "shapes", x = column, y = column, angle = column, solids = { 1 }, index = { 0, 0, 0 } }, boxes)

-- Where a body fits: each pose by itself, and the other answers.
local placing, egg, blob = kasuri.world(), kasuri.ellipse(2, 9), kasuri.mask_from_rows { "..###", ".####", "#####" }
local posts = placing:spawn_many(2, function(k)
    return { look = egg, at = { 11.5 * k, 0 }, group = 4 }
end)
local where = { from = { -30, -8 }, step = { 0.5, 1 }, count = { 130, 17 }, angles = { 0, 0.7 } }
local map, poses, first = placing:fits({ look = blob }, where), 0, nil
local others, own = { { solid = egg }, { solid = egg, at = { 11.5, 0 } } }, { { solid = blob }, { solid = blob, angle = 0.7 } }
local grid = { from = where.from, step = where.step, count = where.count }
local alone = kasuri.query.fits(own, others, grid)
for angle = 0, 1 do
    for y = 0, 16 do
        for x = 0, 129 do
            local it = { solid = blob, at = { -30 + x * 0.5, -8 + y }, angle = angle * 0.7 }
            local free = not kasuri.query.overlaps(it, others[1]) and not kasuri.query.overlaps(it, others[2])
            assert(map:is_free(angle, x, y) == free and alone:is_free(angle, x, y) == free)
            poses = poses + (free and 1 or 0)
            first = first or free and { angle, x, y }
        end
    end
end
assert(poses > 1000 and poses < 2 * 130 * 17)
assert(not map:is_free(2, 0, 0) and not map:is_free(0, 130, 0) and not map:is_free(0, 0, -1))
assert(placing:count_fits({ look = blob }, where) == poses and kasuri.query.count_fits(own, others, grid) == poses)
local fit, same = placing:first_fit({ look = blob }, where), kasuri.query.first_fit(own, others, grid)
assert(fit.angle == first[1] and fit.x == first[2] and fit.y == first[3] and fit.at.x == -30 + fit.x * 0.5)
assert(same.x == fit.x and same.y == fit.y)
local near = placing:nearest_fit({ look = blob }, { 5.75, 0 }, where)
assert(near.at.x == 5.5 and near.at.y == 0 and near.angle == 0)
assert(kasuri.query.nearest_fit(own, others, { 5.75, 0 }, grid).x == near.x)
assert(placing:first_fit({ look = blob }, { count = { 1, 1 } }) == nil)
assert(placing:nearest_fit({ look = blob }, { 0, 0 }, { count = { 1, 1 } }) == nil)
assert(placing:count_fits({ look = blob, group = 4 }, where) == 2 * 130 * 17)
assert(placing:count_fits({ look = blob }, where, { layers = 2 }) == 2 * 130 * 17)
assert(placing:count_fits({ look = blob }, where, { except = posts[0] }) > poses)
refused("count: two whole numbers are expected, found nil", placing.fits, placing, { look = blob }, { count = { 3 } })
refused("count: two whole numbers are expected, found 1.5", placing.fits, placing, { look = blob }, { count = { 1.5, 2 } })
refused("count: two whole numbers are expected, found -1", placing.fits, placing, { look = blob }, { count = { 1, -1 } })
refused("count: 0 is out of range", placing.fits, placing, { look = blob }, { count = { 0, 2 } })
refused("count: 0 is out of range", placing.fits, placing, { look = blob }, { count = { 2, 2 }, angles = {} })
refused("the number of poses", placing.fits, placing, { look = blob }, { count = { 2 ^ 31, 2 ^ 31 }, step = { 1e-9, 1e-9 } })
refused("from[0]: NaN", placing.count_fits, placing, { look = blob }, { count = { 2, 2 }, from = { 0 / 0, 0 } })
refused("angles[1]", placing.first_fit, placing, { look = blob }, { count = { 2, 2 }, angles = { 0, 1 / 0 } })
refused("to[0]", placing.nearest_fit, placing, { look = blob }, { 1e9, 0 }, { count = { 2, 2 } })
misspelt("size", "places", "from, step, count, angles", placing.fits, placing, { look = blob }, { size = { 2, 2 } })
misspelt("angles", "places", "from, step, count", kasuri.query.fits, own, others, where)
refused("poses: a table or a C array", kasuri.query.fits, nil, others, grid)
placing:free()
refused("no handle", placing.fits, placing, { look = blob }, where)

-- What a table sets and what a call sets later are the same.
local edited, spawned = kasuri.world(), kasuri.world()
local core_region = { name = "core", solid = kasuri.circle(1), layer = 2, against = 3 }
local ship = edited:spawn { look = ball }
edited:set_group(ship, 7)
edited:set_one_way(ship, { 0, -1 })
edited:set_region(ship, core_region)
spawned:spawn { look = kasuri.look(ball, { core_region }), group = 7, one_way = { 0, -1 } }
assert(edited:hash() == spawned:hash())
local twin = edited:spawn { look = ball, group = 7 }
assert(edited:step().began == 0 and edited:get(ship).layers.group == 7)
edited:set_layers(twin, 1, 0xffffffff)
assert(edited:step().began == 0 and edited:get(twin).layers.group == 7)
edited:set_group(twin, 0)
assert(edited:step().began > 0)
edited:set_sensor(ship, true)
assert(edited:get(ship).is_sensor == 1 and edited:get(ship).has_one_way == 0)
edited:set_one_way(ship, nil)
assert(edited:get(ship).is_sensor == 0)
edited:remove_region(ship, "core")
refused("core", edited.remove_region, edited, ship, "core")
refused("NaN", edited.set_one_way, edited, ship, { 0 / 0, 1 })
refused("exclude each other", edited.spawn, edited, { look = ball, sensor = true, one_way = { 1, 0 } })
refused("ry: -1 is negative", kasuri.ellipse, 1, -1)
local points = { { 0, 0 }, { 9, 5 }, { 3, 9 }, { 1, 0 }, { 7, 7 } }
local chains = {
    edited:spawn { look = kasuri.chain({ { 0, 0 }, { 1, 1 }, { 2, 0 } }, 1) }, edited:spawn { look = kasuri.chain({ { 0, 0 }, { 1, 1 } }, 1) },
}
edited:set_chains(chains, points)
local bent = edited:hash()
edited:set_chain(chains[1], { points[1], points[2], points[3] })
edited:set_chain(chains[2], { points[4], points[5] })
assert(edited:hash() == bent)
refused("points", edited.set_chains, edited, chains, { points[1], points[2], points[3], points[4] })
refused("points: 5 items of 16 bytes", edited.set_chains, edited, chains, ffi.new "kasuri_vec2[4]", nil, 5)
refused("bodies: a table or a C array", edited.set_chains, edited, nil, points)
edited:remove(ship)
refused("was removed", edited.set_group, edited, ship, 1)
refused("was removed", edited.set_region, edited, ship, core_region)

-- After the first frames, a frame makes no garbage. The memory of LuaJIT's compiled traces does not count.
local bodies, at = world:bodies()
local kept, size = ffi.new("kasuri_body[?]", at), at
ffi.copy(kept, bodies, at * ffi.sizeof "kasuri_body")
local places = ffi.new("kasuri_vec2[?]", size)
local function frame()
    world:set_positions(kept, places, size)
    world:step()
    return world:hits()
end
-- What LuaJIT compiles depends on chance (the addresses of its code), so the least of a few rounds counts.
local made = math.huge
for _ = 1, 6 do
    jit.flush()
    for _ = 1, 2000 do
        frame()
    end
    collectgarbage()
    collectgarbage "stop"
    local memory = collectgarbage "count"
    for _ = 1, 1000 do
        frame()
    end
    made = math.min(made, (collectgarbage "count" - memory) * 1024 / 1000)
    collectgarbage "restart"
end
assert(made < 64, made .. " bytes of garbage a frame")
print(("the Lua layer of kasuri %s, %.1f bytes of garbage a frame"):format(kasuri.version, made))
