--- Where a body fits: at which positions of a grid, and at which of some angles.
local ffi = require "ffi"
local bit = require "bit"
local core = require "kasuri.core"
local C, check, id, maybe = core.C, core.check, core.id, core.maybe

local names = core.names "from step count angles"
local pose_names = core.names "from step count"
local free = ffi.new "uint64_t[1]"

--- Returns a kasuri_place_grid from a table with the fields from, step (1 px by default), count.
local function grid(where)
    local count = where.count or { 0, 0 }
    for k = 1, 2 do
        local side = count[k]
        if type(side) ~= "number" or side < 0 or side > 0xffffffff or side % 1 ~= 0 then
            error(("kasuri: count: two whole numbers are expected, found %s"):format(tostring(side)), 3)
        end
    end
    local places = ffi.new "kasuri_place_grid"
    places.from, places.step = core.vec2(where.from or { 0, 0 }), core.vec2(where.step or { 1, 1 })
    places.count[0], places.count[1] = count[1], count[2]
    return places
end

local FreeMap = {}
FreeMap.__index = FreeMap

--- Whether a pose is free: angle, column and row, from 0. Poses outside of the grid are not.
function FreeMap:is_free(angle, x, y)
    if angle < 0 or angle >= self.angles or x < 0 or x >= self.columns or y < 0 or y >= self.rows then
        return false
    end
    local word = self.words[(angle * self.rows + y) * self.stride + math.floor(x / 64)]
    return bit.band(bit.rshift(word, x % 64), 1) == 1
end

--- Asks `fill(words, capacity, count)` for a map.
local function map(places, angles, fill)
    local columns, rows = places.count[0], places.count[1]
    local stride, count = math.ceil(columns / 64), ffi.new "size_t[1]"
    -- A wrong number of poses is refused by the library, before it writes anything.
    local poses = angles * columns * rows
    local capacity = poses >= 1 and poses <= 2 ^ 32 and angles * rows * stride or 0
    local words = ffi.new("uint64_t[?]", math.max(capacity, 1))
    local status = fill(words, capacity, count)
    check(status)
    return setmetatable({ words = words, angles = angles, columns = columns, rows = rows, stride = stride }, FreeMap)
end

local module = {}

--- Adds the methods of worlds.
function module.of_worlds(World)
    --- Returns the arguments of a question: a body, angles and their number, places, a filter.
    local function asked(body, where, filter)
        core.only(names, where, "places")
        local def = type(body) == "table" and core.body_def(body) or body
        local angles, count = core.array("double", where.angles or { 0 }, nil, "angles")
        return def, angles, count, grid(where), core.filter(filter)
    end

    --- Returns where a body would fit. `body` is a table as for `spawn`; its position and angle do not matter. `where` has
    --- the fields from, step, count (columns and rows) and angles. The map has `is_free(angle, x, y)`, and `words`: bits,
    --- each row from a new word of 64.
    function World:fits(body, where, filter)
        local def, angles, count, places, selected = asked(body, where, filter)
        return map(places, count, function(...)
            return C.kasuri_world_fits(id(self), def, angles, count, places, selected, ...)
        end)
    end

    --- Returns at how many positions and angles a body would fit.
    function World:count_fits(body, where, filter)
        local def, angles, count, places, selected = asked(body, where, filter)
        check(C.kasuri_world_count_fits(id(self), def, angles, count, places, selected, free))
        return tonumber(free[0])
    end

    --- Returns the first pose at which a body would fit, in order of angle, row and column: a kasuri_free_pose, or nil.
    function World:first_fit(body, where, filter)
        local def, angles, count, places, selected = asked(body, where, filter)
        return maybe("kasuri_free_pose", function(...)
            return C.kasuri_world_first_fit(id(self), def, angles, count, places, selected, ...)
        end)
    end

    --- Returns the pose nearest to a position at which a body would fit: a kasuri_free_pose, or nil.
    function World:nearest_fit(body, to, where, filter)
        local def, angles, count, places, selected = asked(body, where, filter)
        return maybe("kasuri_free_pose", function(...)
            return C.kasuri_world_nearest_fit(id(self), def, angles, count, places, selected, core.vec2(to), ...)
        end)
    end
end

--- Adds the queries without a world.
function module.of_queries(query, placed, touching)
    --- Returns the arguments of a question: poses, bodies, places and touching.
    local function asked(poses, bodies, where, ignore_touches)
        core.only(pose_names, where, "places")
        local own, pose_count = core.array("kasuri_placed", poses, nil, "poses", placed)
        local others, body_count = core.array("kasuri_placed", bodies, nil, "bodies", placed)
        return own, pose_count, others, body_count, grid(where), touching(ignore_touches)
    end

    --- Returns where a solid would fit among others. `poses` has the placed solid once for each angle; where it stands does
    --- not matter.
    function query.fits(poses, bodies, where, ignore_touches)
        local own, pose_count, others, body_count, places, how = asked(poses, bodies, where, ignore_touches)
        return map(places, pose_count, function(...)
            return C.kasuri_query_fits(own, pose_count, others, body_count, places, how, ...)
        end)
    end

    --- Returns at how many positions and angles a solid would fit among others.
    function query.count_fits(poses, bodies, where, ignore_touches)
        local own, pose_count, others, body_count, places, how = asked(poses, bodies, where, ignore_touches)
        check(C.kasuri_query_count_fits(own, pose_count, others, body_count, places, how, free))
        return tonumber(free[0])
    end

    --- Returns the first pose at which a solid would fit among others: a kasuri_free_pose, or nil.
    function query.first_fit(poses, bodies, where, ignore_touches)
        local own, pose_count, others, body_count, places, how = asked(poses, bodies, where, ignore_touches)
        return maybe("kasuri_free_pose", function(...)
            return C.kasuri_query_first_fit(own, pose_count, others, body_count, places, how, ...)
        end)
    end

    --- Returns the pose nearest to a position at which a solid would fit among others: a kasuri_free_pose, or nil.
    function query.nearest_fit(poses, bodies, to, where, ignore_touches)
        local own, pose_count, others, body_count, places, how = asked(poses, bodies, where, ignore_touches)
        return maybe("kasuri_free_pose", function(...)
            return C.kasuri_query_nearest_fit(own, pose_count, others, body_count, places, how, core.vec2(to), ...)
        end)
    end
end

return module
