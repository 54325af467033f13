--- The golden session of the library's tests (tests/world_kit/session.rs), played from LuaJIT. The hashes are those
--- of tests/golden/danmaku.txt. The arguments: that file, and the number of steps.
local bit, ffi = require "bit", require "ffi"
local kasuri = require "kasuri"

local SHIP, BULLET, FOE, SHOT, LASER = 1, 2, 4, 8, 16
local WIDTH, HEIGHT, MOST = 480, 640, 8192

--- A list of bodies that fly straight, in lattice units.
local function fliers()
    return {
        count = 0,
        bodies = ffi.new("kasuri_body[?]", MOST),
        x = ffi.new("double[?]", MOST),
        y = ffi.new("double[?]", MOST),
        bx = ffi.new("double[?]", MOST),
        by = ffi.new("double[?]", MOST),
        places = ffi.new("kasuri_vec2[?]", MOST),
    }
end

local bullets, shots = fliers(), fliers()
local step_number, ship_at = 0, { 240 * 256, 560 * 256 }
local peak, grazed, died, cancelled, wounds = 0, 0, 0, 0, 0

--- 64 directions around a circle, with integers only: each is the previous one turned a little.
local ways = {}
do
    local x, y = 65536, 0
    for k = 0, 63 do
        ways[k] = { math.floor(x / 256), math.floor(y / 256) }
        x = x - math.floor(y * 6434 / 65536)
        y = y + math.floor(x * 6434 / 65536)
    end
end

local random = 1ULL

local function below(n)
    random = random * 6364136223846793005ULL + 1442695040888963407ULL
    return tonumber(bit.rshift(random, 33) % n)
end

local function place(x, y)
    return { x / 256, y / 256 }
end

local function truncated(x)
    return x < 0 and math.ceil(x) or math.floor(x)
end

local world = kasuri.world {
    bounds = { 0, 0, WIDTH, HEIGHT },
    rules = { { "rooted_circles", SHIP, BULLET } },
}

local function hull(wing, x, y)
    local mask = kasuri.mask_from_fn(24, 20, function(i, j)
        return math.abs(i - 12) * 3 < j + wing and j > 1
    end)
    return kasuri.look(mask, {
        { name = "core", solid = kasuri.capsule(-x, 0, x, y, 2), against = BULLET + LASER },
        { name = "hull", solid = kasuri.circle(9) },
    })
end

local ship = world:spawn {
    look = kasuri.frames { hull(0, 0, 0), hull(6, 1.5, 1) },
    at = place(ship_at[1], ship_at[2]), layer = SHIP, against = FOE, graze = 24, invulnerable = 60,
}
local star = kasuri.mask_from_fn(41, 41, function(i, j)
    return math.abs(i - 20) * math.abs(j - 20) < 40
end)
local boss = world:spawn {
    look = kasuri.look(star, { { name = "eye", solid = kasuri.circle(7) } }),
    at = { 240, 120 }, layer = FOE, against = SHIP + SHOT, cooldown = 6,
}
local wedge = kasuri.polygon { { -9, -7 }, { 9, -7 }, { 0, 11 } }
local foes = world:spawn_many(12, function(k)
    return { look = wedge, at = { 40 * k + 20, 60 }, layer = FOE, against = SHIP + SHOT, cooldown = 3, scale = { 1, 1.5 } }
end)
local line = kasuri.chain({ { 0, 0 }, { 10, 40 }, { 0, 80 } }, 3)
local lasers = world:spawn_many(2, function(k)
    return { look = line, at = { 160 * (k + 1), 80 }, layer = LASER, against = SHIP, cooldown = 20 }
end)
local circle, pellet, crumb = kasuri.circle(3), kasuri.capsule(-3, 0, 3, 0, 1.5), kasuri.box(2.5, 2.5)
local spear = kasuri.segment(0, -6, 0, 6)
local bombs = { [0] = kasuri.circle(90), kasuri.box(400, 40), star }

local function launch(list, def, x, y, bx, by)
    local k = list.count
    list.bodies[k] = world:spawn(def)
    list.x[k], list.y[k], list.bx[k], list.by[k] = x, y, bx, by
    list.count = k + 1
end

local function fire()
    local turn = step_number * 3 + below(4)
    if step_number % 4 == 0 then
        for arm = 0, 31 do
            local way = ways[(turn + arm * 2) % 64]
            local slow = 3 + (arm + math.floor(step_number / 4)) % 4
            local kind = below(3)
            launch(bullets, {
                look = kind == 0 and circle or kind == 1 and pellet or crumb,
                angle = kind == 0 and 0 or kind == 1 and turn / 16 or arm / 8,
                at = { 240, 120 }, layer = BULLET, against = SHIP + SHOT, despawn_beyond = 12, data = step_number,
            }, 240 * 256, 120 * 256, truncated(way[1] * slow / 5), truncated(way[2] * slow / 5))
        end
    end
    if step_number % 5 == 0 then
        local x, y = ship_at[1], ship_at[2] - 12 * 256
        launch(shots, {
            look = spear, at = place(x, y), layer = SHOT, against = step_number % 2 == 0 and FOE or BULLET,
            max_hits = 3, despawn_beyond = 4,
        }, x, y, 0, -7 * 256)
    end
end

local function move(list)
    for k = 0, list.count - 1 do
        list.x[k] = list.x[k] + list.bx[k]
        list.y[k] = list.y[k] + list.by[k]
        list.places[k].x, list.places[k].y = list.x[k] / 256, list.y[k] / 256
    end
    world:set_positions(list.bodies, list.places, list.count)
end

--- Turns some shots towards the nearest foe ahead.
local function home(k)
    local from = place(shots.x[k], shots.y[k])
    local ahead, count = world:in_cone(from, -math.pi / 2, 0.5, 300, FOE)
    local near, n = world:nearest(from[1], from[2], 2, FOE)
    for i = 0, n - 1 do
        for j = 0, count - 1 do
            if kasuri.is_same(near[i].body, ahead[j]) then
                local side = near[i].point.x > from[1] and 1 or near[i].point.x < from[1] and -1 or 0
                shots.bx[k] = math.max(-512, math.min(512, shots.bx[k] + side * 64))
                return
            end
        end
    end
end

local turned = ffi.new "double[12]"

local function steer()
    local by = { below(5) - 2, below(5) - 2 }
    local least, most = { 20 * 256, 400 * 256 }, { (WIDTH - 20) * 256, (HEIGHT - 20) * 256 }
    for k = 1, 2 do
        ship_at[k] = math.max(least[k], math.min(most[k], ship_at[k] + by[k] * 700))
    end
    world:set_position(ship, ship_at[1] / 256, ship_at[2] / 256)
    if step_number % 40 == 0 then
        world:set_frame(ship, step_number / 40 % 2)
    end
    world:set_angle(boss, step_number / 64)
    for k = 0, 11 do
        turned[k] = step_number / 128 + k
    end
    world:set_angles(foes, turned, 12)
end

local points = ffi.new "kasuri_vec2[12]"

--- Moves the points of the lasers, in every step.
local function wave()
    for k = 0, 1 do
        for j = 0, 11 do
            local way = ways[(step_number + j * 7 + k * 20) % 64]
            points[j].x, points[j].y = way[1] * j * 3 / 256, (j * 40 * 256 + way[2]) / 256
        end
        world:set_chain(lasers[k], points, 12)
    end
end

local function die()
    died = died + 1
    world:set_invulnerable(ship, 90)
    local scale = died % 3 == 2 and 4 or 1
    local _, count = world:remove_overlapping(bombs[died % 3], { at = place(ship_at[1], ship_at[2]), scale = scale }, BULLET)
    cancelled = cancelled + count
end

local function keep_living(list)
    local kept = 0
    for k = 0, list.count - 1 do
        if world:contains(list.bodies[k]) then
            list.bodies[kept] = list.bodies[k]
            list.x[kept], list.y[kept], list.bx[kept], list.by[kept] = list.x[k], list.y[k], list.bx[k], list.by[k]
            kept = kept + 1
        end
    end
    list.count = kept
end

local function follow(step)
    peak = math.max(peak, bullets.count)
    grazed = grazed + step.grazes
    local _, wounded = world:hits_between(SHOT, FOE)
    wounds = wounds + wounded
    local core = world:region_index(ship, "core")
    local hits, count = world:hits_between(SHIP, BULLET + LASER)
    local is_hit = false
    for k = 0, count - 1 do
        is_hit = is_hit or hits[k].regions[0] == core
    end
    if is_hit and world:get(ship).invulnerable_for == 0 then
        die()
    end
    hits, count = world:hits_between(SHOT, BULLET)
    for k = 0, count - 1 do
        if world:contains(hits[k].b) then
            world:remove(hits[k].b)
        end
    end
    for k = 0, shots.count - 1 do
        if world:contains(shots.bodies[k]) then
            local state = world:get(shots.bodies[k])
            if state.has_max_hits == 1 and state.hits_left == 0 then
                world:remove(shots.bodies[k])
            end
        end
    end
    keep_living(bullets)
    keep_living(shots)
end

local file, steps = assert(io.open(arg[1])), tonumber(arg[2] or 3200)
while step_number < steps do
    step_number = step_number + 1
    fire()
    move(bullets)
    move(shots)
    for k = 0, math.min(shots.count, 4) - 1 do
        home(k)
    end
    steer()
    wave()
    follow(world:step())
    if step_number % 100 == 0 then
        local ours, golden = ("%5d %s"):format(step_number, bit.tohex(world:hash(), 16)), file:read()
        assert(ours == golden, ("%s instead of %s"):format(ours, golden))
    end
end
local told = ("%d bullets, %d grazes, %d deaths, %d cancelled, %d wounds"):format(peak, grazed, died, cancelled, wounds)
if steps == 3200 then
    local golden = file:read()
    assert(told == golden, told)
end
print(told .. ": the golden session from LuaJIT")
