--- The bullet hell: 5,000 bullets turned to the direction in which they fly, 60 moons that turn, a ship. All motion
--- is in integers, so that bindings/c/examples/danmaku_hits.rs plays the same frames in Rust.
local ffi = require "ffi"
local kasuri = require "kasuri"

local PLAYER, BULLET, MOON = 1, 2, 4
local BULLETS, MOONS, AGE = 5000, 60, 241

local scene = { bullet_count = BULLETS, moon_count = MOONS, hit = {} }

--- 64 directions around a circle, each of length 256, with integers only.
local ways = {}
do
    local x, y = 65536, 0
    for k = 0, 63 do
        ways[k] = { math.floor(x / 256), math.floor(y / 256) }
        x = x - math.floor(y * 6434 / 65536)
        y = y + math.floor(x * 6434 / 65536)
    end
end

--- Returns a position that moves between -half and half.
local function swing(time, half)
    return math.abs(time % (4 * half) - 2 * half) - half
end

--- The functions that say which texels of the pictures are solid.
scene.pictures = {
    bullet = { 16, 8, function(x, y)
        return (2 * x - 15) ^ 2 + 4 * (2 * y - 7) ^ 2 < 220
    end },
    moon = { 32, 32, function(x, y)
        return (2 * x - 31) ^ 2 + (2 * y - 31) ^ 2 < 900 and (2 * x - 45) ^ 2 + (2 * y - 20) ^ 2 >= 300
    end },
    ship = { 32, 32, function(x, y)
        return math.abs(2 * x - 31) <= y
    end },
}

--- Creates the world. `masks` are made from the pictures that are drawn, so the visible pixels are the pixels that
--- hit.
function scene.begin(masks)
    local world = kasuri.world { bounds = { 0, 0, 960, 720 } }
    local ship = kasuri.look(masks.ship, { { name = "core", solid = kasuri.circle(3) } })
    scene.world, scene.bullets, scene.at = world, nil, ffi.new("kasuri_vec2[?]", BULLETS)
    scene.angles, scene.placements = ffi.new("double[?]", BULLETS), ffi.new("kasuri_placement[?]", MOONS)
    scene.ship = world:spawn { look = ship, layer = PLAYER, against = BULLET, graze = 12 }
    scene.moons = world:spawn_many(MOONS, function()
        return { look = masks.moon, layer = MOON, against = BULLET }
    end)
    scene.bullets = world:spawn_many(BULLETS, function(k)
        scene.angles[k] = k * 7 % 64 * (2 * math.pi / 64)
        return { look = masks.bullet, angle = scene.angles[k], layer = BULLET, against = PLAYER + MOON }
    end)
end

local floor = math.floor

local function move_bullets(frame)
    local at = scene.at
    for k = 0, BULLETS - 1 do
        local way, speed, age = ways[k * 7 % 64], 2 + k % 5, (frame + k * 37 % AGE) % AGE
        at[k].x = ((240 + 240 * (k % 3)) * 256 + floor(way[1] * speed / 4) * age) / 256
        at[k].y = (160 * 256 + floor(way[2] * speed / 4) * age) / 256
    end
end

local function move_moons(frame)
    for j = 0, MOONS - 1 do
        local moon = scene.placements[j]
        moon.at.x = 80 + j % 12 * 72 + swing(frame + j * 13, 32)
        moon.at.y = 260 + floor(j / 12) * 80
        moon.angle = j * 0.3 + frame * 0.02
        moon.scale.x, moon.scale.y = 1, 1
    end
end

--- Moves everything, steps the world, and returns the number of hits, the number of grazes, and a sum over the hits.
function scene.frame(frame)
    local world = scene.world
    move_bullets(frame)
    move_moons(frame)
    scene.ship_x, scene.ship_y = 480 + 3 * swing(frame, 64), 500
    local before = scene.clock()
    world:set_positions(scene.bullets, scene.at, BULLETS)
    world:set_placements(scene.moons, scene.placements, MOONS)
    world:set_position(scene.ship, scene.ship_x, scene.ship_y)
    local step = world:step()
    local hits, count = world:hits()
    scene.seconds = scene.clock() - before
    local sum = 0
    for slot in pairs(scene.hit) do
        scene.hit[slot] = nil
    end
    for k = 0, count - 1 do
        local hit = hits[k]
        sum = (sum * 31 + hit.a.slot * 8192 + hit.b.slot * 4 + hit.regions[0]) % 4294967296
        scene.hit[hit.a.slot], scene.hit[hit.b.slot] = true, true
    end
    scene.count, scene.grazes = count, step.grazes
    return count, step.grazes, sum
end

scene.clock = os.clock

return scene
