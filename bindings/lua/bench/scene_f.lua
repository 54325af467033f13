--- Scene F from LuaJIT. bindings/c/bench/scene_f.c describes the scene.
local bit, ffi = require "bit", require "ffi"
local kasuri = require "kasuri"

ffi.cdef "typedef struct { long seconds, nanoseconds; } timespec; int clock_gettime(int, timespec *);"

local BULLETS, BODIES, FRAMES, TIMED = 10000, 10200, 120, 100
local time = ffi.new "timespec"

local function now()
    ffi.C.clock_gettime(1, time)
    return tonumber(time.seconds) * 1e6 + tonumber(time.nanoseconds) / 1e3
end

local state

local function below(n)
    state = (state * 1664525ULL + 1013904223ULL) % 4294967296ULL
    return tonumber(bit.rshift(state * n, 32))
end

local function disc(side)
    return kasuri.mask_from_fn(side, side, function(x, y)
        local u, v = 2 * x - side + 1, 2 * y - side + 1
        return 100 * (u * u + v * v) < 79 * side * side
    end)
end

local function move(x, by, most)
    for k = 0, BODIES - 1 do
        x[k] = x[k] + by[k]
        if x[k] < 0 or x[k] > most then
            by[k] = -by[k]
            x[k] = x[k] + 2 * by[k]
        end
    end
end

--- Adds the hits to a sum, in integers of 64 bits.
local function add(sum, hits, count)
    for k = 0, count - 1 do
        sum = sum * 31 + (hits[k].a.slot * 10200 + hits[k].b.slot) % 4294967296
    end
    return sum
end

local function play(name, turn, spin)
    local small, large = disc(8), disc(64)
    state = 6ULL
    local world = kasuri.world { threads = 1 }
    local x, y = ffi.new("double[?]", BODIES), ffi.new("double[?]", BODIES)
    local bx, by = ffi.new("double[?]", BODIES), ffi.new("double[?]", BODIES)
    local places, angles = ffi.new("kasuri_vec2[?]", BODIES), ffi.new("double[?]", BODIES)
    local bodies = world:spawn_many(BODIES, function(k)
        local is_bullet = k < BULLETS
        local fastest = is_bullet and 6 * 256 or 2 * 256
        x[k], y[k] = below(1920 * 256), below(1080 * 256)
        bx[k] = below(2 * fastest + 1) - fastest
        by[k] = below(2 * fastest + 1) - fastest
        angles[k] = turn * k
        return {
            look = is_bullet and small or large, angle = angles[k],
            layer = is_bullet and 1 or 2, against = is_bullet and 2 or 1,
        }
    end)
    local times, sum = {}, 0ULL
    for frame = 0, FRAMES - 1 do
        move(x, bx, 1920 * 256)
        move(y, by, 1080 * 256)
        for k = 0, BODIES - 1 do
            places[k].x, places[k].y = x[k] / 256, y[k] / 256
            angles[k] = angles[k] + spin
        end
        local before = now()
        world:set_positions(bodies, places, BODIES)
        if spin ~= 0 then
            world:set_angles(bodies, angles, BODIES)
        end
        world:step()
        sum = add(sum, world:hits())
        if frame >= FRAMES - TIMED then
            times[#times + 1] = now() - before
        end
    end
    table.sort(times)
    print(("%s %.1f %s"):format(name, times[TIMED / 2 + 1], bit.tohex(sum, 16)))
end

play("upright", 0, 0)
play("turned", 0.7, 0)
play("spin", 0.7, 0.05)
