--- Sheets: what they tell by name, what is refused, and that the sheet of the editor's test gives the world of Rust. The argument
--- is the folder of the repository.
local bit = require "bit"
local kasuri = require "kasuri"

local root = arg[1] or "."

local function bytes_of(path)
    local file = assert(io.open(root .. "/" .. path, "rb"))
    local bytes = file:read "*a"
    file:close()
    return bytes
end

local function refused(pattern, f, ...)
    local ok, text = pcall(f, ...)
    assert(not ok, "it was not refused: " .. pattern)
    assert(tostring(text):find(pattern, 1, true), text)
end

local text = bytes_of "fuzz/seeds/sheet/two-frames.json"
local ship = kasuri.sheet(text)
assert(ship:len() == 2 and ship:image() == "ship.png")
assert(ship:find "fly 1" == 1 and ship:find "run" == nil)
assert(ship:value(nil, 0, "by") == "hand" and ship:value(nil, 0, "at") == nil)
local first, second = ship:frame(0), ship:frame(1)
assert(first.name == "fly 0" and first.size[1] == 8 and first.size[2] == 4 and first.duration == 80)
assert(first.pivot[1] == 4 and first.pivot[2] == 2.5 and first.at[1] == 0 and second.at == nil)
assert(first.values.speed == 1.5 and first.values.is_open == true and first.values.speeds == nil)
local core = first.regions[1]
assert(core.name == "core" and core.layer == 4 and core.against == 8 and core.values.damage == 3)
assert(#second.regions == 3 and second.regions[1].layer == nil)
assert(ship:find_region(0, "core") == 1 and ship:find_region(1, "core") == nil)
local tags = ship:tags()
assert(#tags == 1 and tags[1].name == "fly" and tags[1].from == 0 and tags[1].to == 1 and tags[1].length == 120)
assert(ship:frame_at("fly", 80.5) == 1 and ship:frame_at("fly", -3) == 0 and ship:frame_at("run", 0) == nil)
assert(ship:mask(0):count() == ship:mask(1):count() and ship:mask(0):count() > 0)
assert(kasuri.sheet(ship:json()):json() == ship:json())

-- The look of one frame, and the sheet as the look of all of them.
local alone = kasuri.world()
alone:spawn { look = ship:look(1), at = { 20, 20 } }
local b = alone:spawn { look = ship, at = { 20, 20 }, frame = 1 }
assert(alone:step().began > 0)
refused("2", alone.set_frame, alone, b, 2)

refused("kasuri_sheet is missing", kasuri.sheet, "{}")
refused("2 is not a version known here", kasuri.sheet, (text:gsub('"kasuri_sheet": 1', '"kasuri_sheet": 2')))
for cut = 0, #text - 2, 7 do
    refused("", kasuri.sheet, text:sub(1, cut))
end
refused("there is no frame 2 among 2; the first is 0", ship.frame, ship, 2)
refused("there is no frame 2 among 2; the first is 0", ship.mask, ship, 2)
refused("there is no region 9 among 3; the first is 1", ship.value, ship, 0, 9, "damage")
local cut = '{"kasuri_sheet": 1, "frames": [{"size": [1, 1], "at": [0, 0], "mask": {"alpha": 9}}]}'
refused("which was not given", kasuri.sheet, cut)
assert(kasuri.sheet(cut, bytes_of "assets/try/crab.png"):len() == 1)
ship:free()
refused("no handle", ship.len, ship)

-- The same steps as in tests/sheet.rs.
local sheet = kasuri.sheet(bytes_of "tests/sheets/edited.sheet.json")
local world, bodies, animated = kasuri.world(), {}, sheet:tags()
assert(sheet:len() == 64 and #animated > 0)
for k = 1, #animated do
    bodies[k] = world:spawn { look = sheet, at = { 80 + 20 * k, 100 } }
end
local ball, hits = world:spawn { look = kasuri.circle(3), graze = 4 }, 0
for number = 0, 599 do
    for k, tag in ipairs(animated) do
        world:set_frame(bodies[k], sheet:frame_at(tag.name, number * 16))
        world:set_angle(bodies[k], number / 64)
    end
    world:set_position(ball, 90 + number % 60, 100 + number % 7)
    local step = world:step()
    hits = hits + step.began + step.stayed
end
local found, kept = ("%s %d\n"):format(bit.tohex(world:hash(), 16), hits), bytes_of "tests/sheets/hash.txt"
assert(found == kept, found .. "instead of " .. kept)
print(found:sub(1, -2) .. ": the sheet of the editor's test from LuaJIT")
