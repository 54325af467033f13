--- Masks: one bit per texel, set for solid texels.
local ffi = require "ffi"
local core = require "kasuri.core"
local C, check, out, id, make = core.C, core.check, core.out, core.id, core.make

local Mask = { free = core.free }
Mask.__index = Mask

local function opaque(rule)
    local made = ffi.new "kasuri_opaque"
    made.kind, made.alpha = C.KASURI_OPAQUE_KIND_ALPHA, 128
    if type(rule) == "number" then
        made.alpha = rule
    elseif type(rule) == "table" then
        made.kind = C.KASURI_OPAQUE_KIND_KEY
        made.key = rule
    end
    return made
end

local module = { Mask = Mask }

--- Creates a mask of clear texels.
function module.mask(width, height)
    return make(Mask, C.kasuri_mask_empty(width, height, out))
end

--- Creates a mask from rows of text: '.' and ' ' are clear, everything else is solid.
function module.mask_from_rows(rows)
    local width = #rows[1]
    local texels = ffi.new("uint8_t[?]", width * #rows)
    for y, row in ipairs(rows) do
        if #row ~= width then
            error(("kasuri: row %d has %d characters where row 1 has %d; rows must be equally long"):format(y, #row, width), 2)
        end
        for x = 1, width do
            local c = row:sub(x, x)
            texels[(y - 1) * width + x - 1] = (c == "." or c == " ") and 0 or 1
        end
    end
    return make(Mask, C.kasuri_mask_from_texels(width, #rows, texels, width * #rows, out))
end

--- Creates a mask whose solid texels are those for which `is_solid(x, y)` is true; x and y count from 0.
function module.mask_from_fn(width, height, is_solid)
    local texels = ffi.new("uint8_t[?]", width * height)
    for y = 0, height - 1 do
        for x = 0, width - 1 do
            texels[y * width + x] = is_solid(x, y) and 1 or 0
        end
    end
    return make(Mask, C.kasuri_mask_from_texels(width, height, texels, width * height, out))
end

--- Returns the pointer and the number of bytes of a string, a C array, or data of LÖVE such as an ImageData. A pointer
--- does not know how many bytes follow, so it is believed to have `expected` ones.
local function bytes_of(pixels, expected)
    if type(pixels) == "string" then
        return pixels, #pixels
    elseif type(pixels) == "userdata" and debug.getmetatable(pixels) then
        return pixels:getFFIPointer(), pixels:getSize()
    elseif type(pixels) == "cdata" and tostring(ffi.typeof(pixels)):find "[[%d?]+]>$" then
        return pixels, ffi.sizeof(pixels)
    end
    return pixels, expected
end

--- Creates a mask from words of 64 texels, each row from a new word: a C array and the number of its words.
function module.mask_from_words(width, height, words, count)
    local array, n = core.array("uint64_t", words, count, "words")
    return make(Mask, C.kasuri_mask_from_words(width, height, array, n, out))
end

--- Creates a mask from a picture's bytes (red, green, blue, alpha): a string, a C array, a love.ImageData, or a pointer
--- to as many bytes. `rule` is the least alpha of a solid pixel, 128 by default, or the colour {r, g, b} of clear pixels.
function module.mask_from_rgba(width, height, pixels, rule)
    local bytes, count = bytes_of(pixels, width * height * 4)
    return make(Mask, C.kasuri_mask_from_rgba(width, height, bytes, count, opaque(rule), out))
end

--- Creates a mask from a PNG file's bytes, a string.
function module.mask_from_png(bytes, rule)
    return make(Mask, C.kasuri_mask_from_png(bytes, #bytes, opaque(rule), out))
end

function Mask:copy()
    return make(Mask, C.kasuri_mask_copy(id(self), out))
end

--- Returns the width and height in texels.
function Mask:size()
    local width, height = ffi.new "uint32_t[1]", ffi.new "uint32_t[1]"
    check(C.kasuri_mask_size(id(self), width, height))
    return width[0], height[0]
end

function Mask:get(x, y)
    return core.value("bool[1]", function(solid)
        return C.kasuri_mask_get(id(self), x, y, solid)
    end)
end

function Mask:set(x, y, solid)
    check(C.kasuri_mask_set(id(self), x, y, solid == false and 0 or 1))
end

--- Returns the number of solid texels.
function Mask:count()
    return tonumber(core.value("uint64_t[1]", function(count)
        return C.kasuri_mask_count(id(self), count)
    end))
end

--- Returns the box around the solid texels; nil if there are none.
function Mask:bounds()
    return core.maybe("kasuri_pixel_box", function(bounds, found)
        return C.kasuri_mask_bounds(id(self), bounds, found)
    end)
end

--- Returns the mean of the solid texels' centres; nil if there are none.
function Mask:centroid()
    return core.maybe("kasuri_vec2", function(centroid, found)
        return C.kasuri_mask_centroid(id(self), centroid, found)
    end)
end

--- Returns the angle of the line along which the solid texels extend furthest; nil if there are none.
function Mask:angle()
    return core.maybe("double[1]", function(angle, found)
        return C.kasuri_mask_angle(id(self), angle, found)
    end)
end

for _, verb in ipairs { "fill", "clear", "invert" } do
    Mask[verb] = function(self)
        check(C["kasuri_mask_" .. verb](id(self)))
    end
end

-- Operations with another mask, whose top left corner is at (x, y) of this one.
for lua, verb in pairs { keep_common = "and", draw = "draw", xor = "xor", erase = "erase" } do
    Mask[lua] = function(self, other, x, y)
        check(C["kasuri_mask_" .. verb](id(self), id(other), x or 0, y or 0))
    end
end

--- Whether any texel is solid in both.
function Mask:meets(other, x, y)
    return core.value("bool[1]", function(meets)
        return C.kasuri_mask_meets(id(self), id(other), x or 0, y or 0, meets)
    end)
end

--- Returns the number of texels that are solid in both.
function Mask:common_count(other, x, y)
    return tonumber(core.value("uint64_t[1]", function(count)
        return C.kasuri_mask_common_count(id(self), id(other), x or 0, y or 0, count)
    end))
end

--- Returns the first texel that is solid in both: x, y; nil if there is none.
function Mask:common_first(other, x, y)
    local first = core.maybe("kasuri_pixel", function(...)
        return C.kasuri_mask_common_first(id(self), id(other), x or 0, y or 0, ...)
    end)
    if first then
        return first.x, first.y
    end
    return nil
end

--- Returns the words of the mask, 64 texels each, each row from a new word: an array from 0, and their number.
function Mask:words()
    return core.list(self, "uint64_t", function(...)
        return C.kasuri_mask_words(id(self), ...)
    end)
end

--- Returns the outline: an array of kasuri_pixel from 0, and their number.
function Mask:outline()
    return core.list(self, "kasuri_pixel", function(...)
        return C.kasuri_mask_outline(id(self), ...)
    end)
end

--- Returns boxes that together cover exactly the solid texels: an array of kasuri_pixel_box from 0, and their number.
function Mask:rectangles()
    return core.list(self, "kasuri_pixel_box", function(...)
        return C.kasuri_mask_rectangles(id(self), ...)
    end)
end

local function neighbours(only_edges)
    return only_edges and C.KASURI_NEIGHBOURS_FOUR or C.KASURI_NEIGHBOURS_EIGHT
end

--- Returns the connected pieces: an array of kasuri_piece from 0, and their number. Texels that share a corner are
--- connected, unless `only_edges`.
function Mask:components(only_edges)
    return core.list(self, "kasuri_piece", function(...)
        return C.kasuri_mask_components(id(self), neighbours(only_edges), ...)
    end)
end

-- Polygons of a mask, within `tolerance` texels of it: a table of rings, each a table of {x, y}. `convex_parts` covers the
-- mask; `traced` goes around its pieces and, in the opposite direction, around its holes.
for _, what in ipairs { "convex_parts", "traced" } do
    Mask[what] = function(self, tolerance)
        local counts, room = ffi.new "size_t[2]", 64
        local status, vertices, ends
        repeat
            vertices, ends = ffi.new("kasuri_vec2[?]", room), ffi.new("uint32_t[?]", room)
            status = C["kasuri_mask_" .. what](id(self), tolerance or 0, vertices, room, counts, ends, room, counts + 1)
            room = math.max(tonumber(counts[0]), tonumber(counts[1]), room)
        until status ~= C.KASURI_STATUS_SHORT_BUFFER
        check(status)
        local rings, from = {}, 0
        for k = 0, tonumber(counts[1]) - 1 do
            local ring = {}
            for j = from, ends[k] - 1 do
                ring[#ring + 1] = { vertices[j].x, vertices[j].y }
            end
            rings[k + 1], from = ring, ends[k]
        end
        return rings
    end
end

-- The functions below make other masks from this one.
--- Returns a mask of one connected piece, from 0.
function Mask:component(index, only_edges)
    return make(Mask, C.kasuri_mask_component(id(self), neighbours(only_edges), index, out))
end

function Mask:scaled(width, height)
    return make(Mask, C.kasuri_mask_scaled(id(self), width, height, out))
end

function Mask:flipped(sideways, upside_down)
    return make(Mask, C.kasuri_mask_flipped(id(self), sideways and 1 or 0, upside_down and 1 or 0, out))
end

function Mask:turned(quarters)
    return make(Mask, C.kasuri_mask_turned(id(self), quarters, out))
end

function Mask:cropped(x0, y0, x1, y1)
    return make(Mask, C.kasuri_mask_cropped(id(self), x0, y0, x1, y1, out))
end

function Mask:dilated(radius)
    return make(Mask, C.kasuri_mask_dilated(id(self), radius, out))
end

function Mask:eroded(radius)
    return make(Mask, C.kasuri_mask_eroded(id(self), radius, out))
end

function Mask:convolved(other)
    return make(Mask, C.kasuri_mask_convolved(id(self), id(other), out))
end

--- Slices a sheet into its frames, row by row. Returns a table of masks from 1.
function Mask:sliced(width, height)
    local ids, count = core.list(self, "uint64_t", function(...)
        return C.kasuri_mask_sliced(id(self), width, height, ...)
    end)
    local masks = {}
    for k = 1, count do
        out[0] = ids[k - 1]
        masks[k] = make(Mask, C.KASURI_STATUS_OK)
    end
    return masks
end

local function changed(verb)
    return function(self, solid, placement, x, y)
        local placed = ffi.new("kasuri_placed", { solid = id(solid), placement = core.placement(placement) })
        return tonumber(core.value("uint64_t[1]", function(texels)
            return C["kasuri_mask_" .. verb](id(self), placed, x or 0, y or 0, texels)
        end))
    end
end

--- Clears the texels that a placed solid covers. (x, y) is the world's pixel of the mask's top left texel. Returns
--- the number of texels that changed.
Mask.carve = changed "carve"
--- Does the same, but makes the covered texels solid.
Mask.stamp = changed "stamp"

return module
