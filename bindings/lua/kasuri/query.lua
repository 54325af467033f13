--- Queries about two solids without a world. Each is a table: solid, at, angle, scale, pivot. In pixels, +y down.
local ffi = require "ffi"
local core = require "kasuri.core"
local C = core.C

local names = core.names "solid at angle scale pivot"

local function placed(it)
    core.only(names, it, "a placed solid")
    local made = ffi.new("kasuri_placed", { solid = core.id(it.solid), placement = core.placement_in(it) })
    if it.pivot then
        made.pivot, made.flags = core.vec2(it.pivot), C.KASURI_LOOK_PIVOT
    end
    return made
end

local query, answers = {}, { lists = {} }

local function touching(is_ignored)
    return is_ignored and C.KASURI_TOUCHING_IGNORED or C.KASURI_TOUCHING_COUNTS
end

--- Whether they overlap. With `ignore_touches` their depth must be more than 0.
function query.overlaps(a, b, ignore_touches)
    return core.value("bool[1]", function(overlaps)
        return C.kasuri_query_overlaps(placed(a), placed(b), touching(ignore_touches), overlaps)
    end)
end

--- Returns how they overlap: a kasuri_overlap.
function query.overlap(a, b, ignore_touches)
    return core.value("kasuri_overlap", function(overlap)
        return C.kasuri_query_overlap(placed(a), placed(b), touching(ignore_touches), overlap)
    end)
end

--- Returns how they touch, with normal and depth: a kasuri_contact, or nil.
function query.contact(a, b, ignore_touches)
    return core.maybe("kasuri_contact", function(...)
        return C.kasuri_query_contact(placed(a), placed(b), touching(ignore_touches), ...)
    end)
end

--- Returns their distance: a kasuri_distance, or nil.
function query.distance(a, b)
    return core.maybe("kasuri_distance", function(...)
        return C.kasuri_query_distance(placed(a), placed(b), ...)
    end)
end

--- Returns the pixels that two masks have in common: an array, and the number of pixels.
function query.common_pixels(a, b)
    return core.list(answers, "kasuri_pixel", function(...)
        return C.kasuri_query_common_pixels(placed(a), placed(b), ...)
    end)
end

--- Returns the cells of a tile map that a solid overlaps: an array, and their number.
function query.overlap_cells(a, b, ignore_touches)
    return core.list(answers, "kasuri_pixel", function(...)
        return C.kasuri_query_overlap_cells(placed(a), placed(b), touching(ignore_touches), ...)
    end)
end

--- Returns the points where their outlines cross: an array, and their number.
function query.crossings(a, b)
    return core.list(answers, "kasuri_vec2", function(...)
        return C.kasuri_query_crossings(placed(a), placed(b), ...)
    end)
end

--- Whether a solid contains a point.
function query.contains(a, x, y)
    return core.value("bool[1]", function(contains)
        return C.kasuri_query_contains(placed(a), x, y, contains)
    end)
end

--- Returns a velocity after a bounce off a surface: restitution 1 keeps the speed, 0 makes it slide.
function query.deflected(velocity, normal, restitution)
    return core.value("kasuri_vec2", function(deflected)
        return C.kasuri_deflected(core.vec2(velocity), core.vec2(normal), restitution, deflected)
    end)
end

--- Returns the first hit of a ray on a solid: a kasuri_cast, or nil.
function query.cast(a, from, to)
    return core.maybe("kasuri_cast", function(...)
        return C.kasuri_query_cast(placed(a), core.vec2(from), core.vec2(to), ...)
    end)
end

--- Returns the first overlap of two moving solids: a kasuri_meeting, or nil.
function query.sweep(a, a_to, b, b_to)
    return core.maybe("kasuri_meeting", function(...)
        return C.kasuri_query_sweep(placed(a), core.vec2(a_to), placed(b), core.vec2(b_to), ...)
    end)
end

require("kasuri.fits").of_queries(query, placed, touching)

return { query = query }
