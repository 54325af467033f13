--- Snapshots, recordings, replays.
local ffi = require "ffi"
local core = require "kasuri.core"
local C, check, out, id, make = core.C, core.check, core.out, core.id, core.make
local World = require("kasuri.world").World

local function class()
    local made = { free = core.free }
    made.__index = made
    return made
end

local Snapshot, Recorder, Recording, Replay = class(), class(), class(), class()

--- Saves the world's state.
function World:snapshot()
    return make(Snapshot, C.kasuri_world_snapshot(id(self), out))
end

--- Restores the state of a snapshot.
function World:restore(snapshot)
    check(C.kasuri_world_restore(id(self), id(snapshot)))
end

function Snapshot:hash()
    return core.value("uint64_t[1]", function(hash)
        return C.kasuri_snapshot_hash(id(self), hash)
    end)
end

--- Returns the number of steps that the world had made.
function Snapshot:steps()
    return tonumber(core.value("uint64_t[1]", function(steps)
        return C.kasuri_snapshot_steps(id(self), steps)
    end))
end

--- Returns the snapshot as a string of bytes, to save a game or to send its state.
function Snapshot:bytes()
    local bytes, count = core.list(self, "uint8_t", function(...)
        return C.kasuri_snapshot_to_bytes(id(self), ...)
    end)
    return ffi.string(bytes, count)
end

--- Makes a step of a world and records it.
function Recorder:step(world)
    return core.value("kasuri_step", function(step)
        return C.kasuri_recorder_step(id(self), id(world), step)
    end)
end

--- Returns the recording as a string of bytes.
function Recorder:bytes()
    local bytes, count = core.list(self, "uint8_t", function(...)
        return C.kasuri_recorder_bytes(id(self), ...)
    end)
    return ffi.string(bytes, count)
end

--- Returns the number of steps.
function Recording:len()
    return tonumber(core.value("size_t[1]", function(steps)
        return C.kasuri_recording_len(id(self), steps)
    end))
end

--- Returns the number of bytes at the end that are no whole step.
function Recording:cut()
    return tonumber(core.value("size_t[1]", function(bytes)
        return C.kasuri_recording_cut(id(self), bytes)
    end))
end

--- Returns a replay of the recorded world.
function Recording:replay()
    return make(Replay, C.kasuri_replay_new(id(self), out))
end

--- Returns the first difference between two recordings as a text; nil if there is none.
function Recording:first_difference(other)
    local told = core.text(function(...)
        return C.kasuri_recording_first_difference(id(self), id(other), ...)
    end)
    return told ~= "" and told or nil
end

--- Replays the next step; nil at the end.
function Replay:step()
    return core.maybe("kasuri_step", function(...)
        return C.kasuri_replay_step(id(self), ...)
    end)
end

--- Returns where the replay differed from the recording as a text; nil if it did not differ.
function Replay:difference()
    local told = core.text(function(...)
        return C.kasuri_replay_difference(id(self), ...)
    end)
    return told ~= "" and told or nil
end

--- Returns the world, which can be played on from here. The replay cannot be used any more.
function Replay:into_world()
    local world = make(World, C.kasuri_replay_into_world(id(self), out))
    self.handle.id = 0
    return world
end

-- The queries of a world also work on a replay.
setmetatable(Replay, { __index = World })

return {
    recorder = function()
        return make(Recorder, C.kasuri_recorder_new(out))
    end,
    --- Creates a snapshot from a string of bytes.
    snapshot = function(bytes)
        return make(Snapshot, C.kasuri_snapshot_from_bytes(bytes, #bytes, out))
    end,
    --- Creates a recording from a string of bytes.
    recording = function(bytes)
        return make(Recording, C.kasuri_recording_new(bytes, #bytes, out))
    end,
}
