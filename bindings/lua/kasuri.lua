--- Kasuri for LuaJIT: tests in games which objects hit each other, to the pixel, exactly, with the same results on
--- every machine.
--
-- A thin layer over the C library. It offers the functions under Lua names and checks statuses; it decides nothing. A
-- refused call raises an error with the library's own text. Lists are returned as C arrays from 0. An object uses the
-- same array again for its next list of the same kind, so a frame makes no garbage; copy what must last longer.
local core = require "kasuri.core"

local kasuri = {
    version = core.version,
    --- The C library, for functions that have no Lua name here.
    C = core.C,
    body_def = core.body_def,
    is_same = core.is_same,
}

for _, name in ipairs { "mask", "shape", "world", "record", "sheet", "query", "batch", "det" } do
    for key, value in pairs(require("kasuri." .. name)) do
        kasuri[key] = value
    end
end

return kasuri
