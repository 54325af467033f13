--- Sheets of the hit box editor: frames with masks, pivots, regions, tags and values in one file (docs/sheets.md).
local ffi = require "ffi"
local core = require "kasuri.core"
local C, check, out, id, make = core.C, core.check, core.out, core.id, core.make
local Mask = require("kasuri.mask").Mask
local Look = require("kasuri.shape").Look

local Sheet = { free = core.free }
Sheet.__index = Sheet

local frames, tags, index, found = ffi.new "uint32_t[1]", ffi.new "uint32_t[1]", ffi.new "uint32_t[1]", ffi.new "bool[1]"
local value = ffi.new "kasuri_named_value"

--- Returns the value with a name of a region of a frame: a number, a text, or true or false; nil if there is none. Region 0, the
--- default, is the frame itself, as in hits. `frame` nil means the values of the sheet.
function Sheet:value(frame, region, name)
    frame, region = frame or C.KASURI_SHEET_ITSELF, region or 0
    check(C.kasuri_sheet_value(id(self), frame, region, name, value))
    if value.kind == C.KASURI_VALUE_KIND_NUMBER then
        return value.number
    elseif value.kind == C.KASURI_VALUE_KIND_TRUTH then
        return value.truth == 1
    elseif value.kind == C.KASURI_VALUE_KIND_TEXT then
        return core.text(function(...)
            return C.kasuri_sheet_text(id(self), frame, region, name, ...)
        end)
    end
end

--- Returns a table that reads the values by name.
local function values(sheet, frame, region)
    return setmetatable({}, {
        __index = function(_, name)
            return sheet:value(frame, region, name)
        end,
    })
end

--- Returns a region of a frame: a table with name, layer, against, values.
function Sheet:region(frame, region)
    local info = core.value("kasuri_region_info", function(info)
        return C.kasuri_sheet_region(id(self), frame, region, info)
    end)
    return {
        name = core.text(function(...)
            return C.kasuri_sheet_region_name(id(self), frame, region, ...)
        end),
        layer = bit.band(info.flags, C.KASURI_LOOK_LAYER) ~= 0 and info.layers.layer or nil,
        against = bit.band(info.flags, C.KASURI_LOOK_AGAINST) ~= 0 and info.layers.against or nil,
        values = values(self, frame, region),
    }
end

--- Returns a frame: a table with name, size, at, duration, pivot, regions, values. Frames count from 0 and regions from 1, as in
--- hits.
function Sheet:frame(frame)
    local info = core.value("kasuri_frame_info", function(info)
        return C.kasuri_sheet_frame(id(self), frame, info)
    end)
    local regions = {}
    for region = 1, info.regions do
        regions[region] = self:region(frame, region)
    end
    return {
        name = core.text(function(...)
            return C.kasuri_sheet_frame_name(id(self), frame, ...)
        end),
        size = { info.size[0], info.size[1] },
        at = info.has_at == 1 and { info.at[0], info.at[1] } or nil,
        duration = info.duration,
        pivot = { info.pivot.x, info.pivot.y },
        regions = regions,
        values = values(self, frame, 0),
    }
end

--- Returns the number of frames.
function Sheet:len()
    check(C.kasuri_sheet_size(id(self), frames, tags))
    return frames[0]
end

--- Returns the file name of the picture that shows the frames; nil if the sheet names none.
function Sheet:image()
    local name = core.text(function(...)
        return C.kasuri_sheet_image(id(self), ...)
    end)
    return name ~= "" and name or nil
end

--- Returns the tags: a table of {name = name, from = frame, to = frame, length = milliseconds}.
function Sheet:tags()
    check(C.kasuri_sheet_size(id(self), frames, tags))
    local all = {}
    for tag = 0, tags[0] - 1 do
        local info = core.value("kasuri_tag_info", function(info)
            return C.kasuri_sheet_tag(id(self), tag, info)
        end)
        all[tag + 1] = {
            name = core.text(function(...)
                return C.kasuri_sheet_tag_name(id(self), tag, ...)
            end),
            from = info.from,
            to = info.to,
            length = tonumber(info.length),
        }
    end
    return all
end

--- Returns the number of the frame with a name; nil if there is none.
function Sheet:find(name)
    check(C.kasuri_sheet_frame_index(id(self), name, index, found))
    return found[0] and index[0] or nil
end

--- Returns the number of the region with a name in a frame, as in hits; nil if there is none.
function Sheet:find_region(frame, name)
    check(C.kasuri_sheet_region_index(id(self), frame, name, index))
    return index[0] > 0 and index[0] or nil
end

--- Returns the frame that a tag shows at a time; nil if there is no such tag.
function Sheet:frame_at(tag, milliseconds)
    check(C.kasuri_sheet_tag_index(id(self), tag, index, found))
    if found[0] then
        check(C.kasuri_sheet_frame_at(id(self), index[0], math.max(milliseconds, 0), index))
        return index[0]
    end
end

--- Returns the mask of a frame.
function Sheet:mask(frame)
    return make(Mask, C.kasuri_sheet_mask(id(self), frame, out))
end

--- Returns the look of a frame: its mask, its pivot and its regions. The sheet itself is the look of all frames.
function Sheet:look(frame)
    return make(Look, C.kasuri_sheet_look(id(self), frame, out))
end

--- Returns the sheet as JSON, all masks as runs.
function Sheet:json()
    return core.text(function(...)
        return C.kasuri_sheet_to_json(id(self), ...)
    end)
end

local module = {}

--- Reads a sheet from the text of its file; `picture` is the bytes of its picture, if the masks are there. A body whose look is the
--- sheet has all frames.
function module.sheet(json, picture)
    picture = picture or ""
    return make(Sheet, C.kasuri_sheet_from_json(json, #json, picture, #picture, out))
end

return module
