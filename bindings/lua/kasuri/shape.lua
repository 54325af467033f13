--- Shapes, tile maps, looks and frames.
local ffi = require "ffi"
local core = require "kasuri.core"
local C, check, out, id, make = core.C, core.check, core.out, core.id, core.make

local Shape = { free = core.free }
Shape.__index = Shape
local Tiles = setmetatable({ free = core.free }, Shape)
Tiles.__index = Tiles

--- Returns the numbers of columns and rows of a tile map.
function Tiles:size()
    local size = ffi.new "size_t[2]"
    check(C.kasuri_tiles_size(id(self), size, size + 1))
    return tonumber(size[0]), tonumber(size[1])
end
local Look = { free = core.free }
Look.__index = Look

local module = { Look = Look }

local part_names = core.names "shape offset"

function module.point()
    return make(Shape, C.kasuri_shape_point(out))
end

function module.segment(ax, ay, bx, by)
    return make(Shape, C.kasuri_shape_segment(ax, ay, bx, by, out))
end

function module.circle(r)
    return make(Shape, C.kasuri_shape_circle(r, out))
end

--- Creates an ellipse from its radii along x and y. Unlike a circle it may have any scale.
function module.ellipse(rx, ry)
    return make(Shape, C.kasuri_shape_ellipse(rx, ry, out))
end

function module.capsule(ax, ay, bx, by, r)
    return make(Shape, C.kasuri_shape_capsule(ax, ay, bx, by, r, out))
end

--- Creates a box around its origin, given by half its sides.
function module.box(half_width, half_height)
    return make(Shape, C.kasuri_shape_box(half_width, half_height, out))
end

--- Creates a polygon from {x, y} points; `r` rounds it.
function module.polygon(points, r)
    local array, count = core.array("kasuri_vec2", points, nil, "points", core.vec2)
    if r then
        return make(Shape, C.kasuri_shape_rounded_polygon(array, count, r, out))
    end
    return make(Shape, C.kasuri_shape_polygon(array, count, out))
end

--- Creates a chain of capsules (a curved laser) through {x, y} points.
function module.chain(points, r)
    local array, count = core.array("kasuri_vec2", points, nil, "points", core.vec2)
    return make(Shape, C.kasuri_shape_chain(array, count, r, out))
end

--- Creates a compound of several shapes, from a table of {shape = shape, offset = {x, y}}.
function module.compound(parts)
    local array = ffi.new("kasuri_part[?]", math.max(#parts, 1))
    for k, part in ipairs(parts) do
        core.only(part_names, part, "a part")
        array[k - 1].shape = id(part.shape)
        array[k - 1].offset = core.vec2(part.offset or { 0, 0 })
    end
    return make(Shape, C.kasuri_shape_compound(array, #parts, out))
end

--- Creates a tile map from rows of text: '.' and ' ' are empty, '#' is solid, and the legend gives the meaning of
--- other characters: a mask, or a table of {x, y} points.
function module.tiles(cell_width, cell_height, rows, legend)
    local size = 0
    for character in pairs(legend or {}) do
        if type(character) ~= "string" or #character ~= 1 then
            error(("kasuri: %s is not a character of the legend; a character is one byte"):format(tostring(character)), 2)
        end
        size = size + 1
    end
    local cells, points, count = ffi.new("kasuri_cell[?]", math.max(size, 1)), {}, 0
    for character, meaning in pairs(legend or {}) do
        local cell = cells[count]
        cell.character = character:byte()
        if meaning.handle then
            cell.kind, cell.mask = C.KASURI_CELL_KIND_MASK, id(meaning)
        else
            points[count] = core.array("kasuri_vec2", meaning, nil, "legend", core.vec2)
            cell.kind, cell.points, cell.count = C.KASURI_CELL_KIND_POLYGON, points[count], #meaning
        end
        count = count + 1
    end
    return make(Tiles, C.kasuri_tiles_from_rows(cell_width, cell_height, table.concat(rows, "\n"), cells, count, out))
end

--- Creates a look: a solid, and regions as a table of {name = name, solid = solid, layer =, against =, pivot =}.
function module.look(solid, regions, pivot)
    local look = make(Look, C.kasuri_look_new(id(solid), out))
    if pivot then
        local at = core.vec2(pivot)
        check(C.kasuri_look_set_pivot(id(look), at.x, at.y))
    end
    for _, region in ipairs(regions or {}) do
        check(C.kasuri_look_add_region(id(look), core.region(region)))
    end
    return look
end

--- Creates a list of frames, of which a body shows one at a time: looks, shapes or masks.
function module.frames(looks)
    local array, count = core.array("uint64_t", looks, nil, "looks", id)
    return make(Look, C.kasuri_frames_new(array, count, out))
end

return module
