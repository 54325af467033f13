--- Testing many pairs at a time, without a world: body k of one side with body k of the other. In pixels, +y down.
--
-- A side is a table of columns: kind ("circles", "boxes", "shapes" or "masks"), x, y, and as the kind needs them radius,
-- half_width, half_height, angle, solids (a table of shapes or masks) and index (of each body's solid, from 0). Columns are
-- tables from 1, or C arrays with their length in `count`: double[?], or float[?] with number = "float".
local ffi = require "ffi"
local core = require "kasuri.core"
local C = core.C

local names = core.names "kind number count x y radius half_width half_height angle solids index"
local kinds = {
    circles = C.KASURI_POSE_KIND_CIRCLES,
    boxes = C.KASURI_POSE_KIND_BOXES,
    shapes = C.KASURI_POSE_KIND_SHAPES,
    masks = C.KASURI_POSE_KIND_MASKS,
}
local numbers = { double = C.KASURI_NUMBER_DOUBLE, float = C.KASURI_NUMBER_FLOAT }
local columns = { "x", "y", "radius", "half_width", "half_height", "angle" }

local function one_of(choices, value, what)
    return choices[value] or error(("kasuri: %s: '%s' is not known"):format(what, tostring(value)), 4)
end

--- Returns one side as C has it, and a table that keeps its arrays alive.
local function side(given)
    core.only(names, given, "a side of a batch")
    local number = given.number or "double"
    local made, kept = ffi.new "kasuri_poses", {}
    made.kind, made.number = one_of(kinds, given.kind, "kind"), one_of(numbers, number, "number")
    local count = given.count or type(given.x) == "table" and #given.x or nil
    for _, name in ipairs(columns) do
        if given[name] then
            kept[name], count = core.array(number, given[name], count, name)
            made[name] = kept[name]
        end
    end
    if given.solids then
        local solids, solid_count = core.array("uint64_t", given.solids, nil, "solids", core.id)
        kept.solids, made.solids, made.solid_count = solids, solids, solid_count
    end
    if given.index then
        kept.index = core.array("uint32_t", given.index, count, "index")
        made.index = kept.index
    end
    made.count = count or 0
    return made, kept
end

local batch, answers = {}, { lists = {} }

--- Asks a C function about two sides, and returns its list.
local function ask(kind, call, a, b, options)
    options = options or {}
    local first, kept = side(a)
    local second, other_kept = side(b)
    local touching = options.ignore_touches and C.KASURI_TOUCHING_IGNORED or C.KASURI_TOUCHING_COUNTS
    local list, count = core.list(answers, kind, function(...)
        return call(first, second, touching, options.threads or 0, ...)
    end)
    -- The arrays are used up to here.
    return list, count, kept, other_kept
end

--- Returns which pairs overlap: bits in words of 64 from 0, the first pair in the lowest bit; and the number of words.
--- `options` may have ignore_touches and threads (0 for as many as the machine has).
function batch.overlaps(a, b, options)
    local words, count = ask("uint64_t", C.kasuri_batch_overlaps, a, b, options)
    return words, count
end

--- Returns the indices of the pairs that overlap, from 0, in order: an array and their number.
function batch.hits(a, b, options)
    local pairs, count = ask("uint32_t", C.kasuri_batch_hits, a, b, options)
    return pairs, count
end

--- Returns the separation of each pair: an array of kasuri_separation, and their number.
function batch.separations(a, b, options)
    local separations, count = ask("kasuri_separation", C.kasuri_batch_separations, a, b, options)
    return separations, count
end

return { batch = batch }
