--- Mathematics and random numbers that are the same on every machine: for all that moves a body in a replay or over a
--- network. `math.sin` and `math.random` differ from machine to machine.
local ffi = require "ffi"
local core = require "kasuri.core"
local C, check = core.C, core.check

local det, module = {}, {}
module.det = det

local number = ffi.new "double[1]"

-- sin(angle), cos(angle), sqrt(x), exp2(x): exp2 is 2 to the power of x.
for _, name in ipairs { "sin", "cos", "sqrt", "exp2" } do
    det[name] = function(x)
        check(C["kasuri_det_" .. name](x, number))
        return number[0]
    end
end

--- Returns the angle of the point (x, y), from -pi to pi.
function det.atan2(y, x)
    check(C.kasuri_det_atan2(y, x, number))
    return number[0]
end

--- Returns the length of the vector (x, y).
function det.hypot(x, y)
    check(C.kasuri_det_hypot(x, y, number))
    return number[0]
end

--- Returns a vector that is turned by an angle in radians, as bodies turn: a kasuri_vec2.
function det.rotate(v, angle)
    return core.value("kasuri_vec2", function(rotated)
        return C.kasuri_det_rotate(core.vec2(v), angle, rotated)
    end)
end

--- Returns a position that is moved towards a target by at most `most`: a kasuri_vec2.
function det.move_towards(at, target, most)
    return core.value("kasuri_vec2", function(moved)
        return C.kasuri_det_move_towards(core.vec2(at), core.vec2(target), most, moved)
    end)
end

--- Returns a vector that is turned towards a direction by at most `most` radians: a kasuri_vec2.
function det.turn_towards(v, direction, most)
    return core.value("kasuri_vec2", function(turned)
        return C.kasuri_det_turn_towards(core.vec2(v), core.vec2(direction), most, turned)
    end)
end

local RandomStream = {}
RandomStream.__index = RandomStream

local stream = ffi.metatype("kasuri_random_stream", RandomStream)

--- Returns the stream of random numbers of a seed. Its whole state is its fields `key` and `drawn`.
function module.random_stream(seed)
    return stream(seed, 0)
end

--- Returns a stream of its own for a step, a wave or a body. It depends on the key and the name, not on how many numbers
--- were drawn.
function RandomStream:split(name)
    local made = stream()
    check(C.kasuri_random_split(self, name, made))
    return made
end

local bits = ffi.new "uint64_t[1]"

--- Draws 64 random bits: a uint64_t.
function RandomStream:bits()
    check(C.kasuri_random_bits(self, bits))
    return bits[0]
end

local whole = ffi.new "uint32_t[1]"

--- Draws a whole number from 0 to n - 1; 0 if n is 0.
function RandomStream:below(n)
    check(C.kasuri_random_below(self, n, whole))
    return whole[0]
end

--- Draws a number from `least` to `most`.
function RandomStream:between(least, most)
    check(C.kasuri_random_between(self, least, most, number))
    return number[0]
end

return module
