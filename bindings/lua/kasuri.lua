--- Kasuri for LuaJIT: tells games what hit what, to the pixel, exactly, the same on every machine.
--
-- A thin layer over the C library: it names things, checks statuses, and decides nothing. What is refused is an error with the
-- library's own text. Lists come back as C arrays from 0, which their object uses again for the next list of its kind, so a frame
-- makes no garbage; copy what has to last.
local core = require "kasuri.core"

local kasuri = {
    version = core.version,
    --- The C library, for whatever is not here.
    C = core.C,
    body_def = core.body_def,
    is_same = core.is_same,
}

for _, name in ipairs { "mask", "shape", "world", "record", "query" } do
    for key, value in pairs(require("kasuri." .. name)) do
        kasuri[key] = value
    end
end

return kasuri
