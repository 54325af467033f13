--- Worlds: bodies, steps, and the results of steps.
local ffi = require "ffi"
local core = require "kasuri.core"
local C, check, out, id, make, list = core.C, core.check, core.out, core.id, core.make, core.list

local World = { free = core.free }
World.__index = World

local module = { World = World }

local axes = { y_down = C.KASURI_AXES_Y_DOWN, y_up = C.KASURI_AXES_Y_UP }
local touching = { counts = C.KASURI_TOUCHING_COUNTS, ignored = C.KASURI_TOUCHING_IGNORED }
local broad = {
    auto = C.KASURI_BROAD_AUTO,
    grid = C.KASURI_BROAD_GRID,
    tree = C.KASURI_BROAD_TREE,
    brute = C.KASURI_BROAD_BRUTE,
}
local rules = {
    touching_counts = C.KASURI_RULE_TOUCHING_COUNTS,
    touching_ignored = C.KASURI_RULE_TOUCHING_IGNORED,
    rooted_circles = C.KASURI_RULE_ROOTED_CIRCLES,
}

local function one_of(choices, value, what)
    if value == nil then
        return 0
    elseif choices[value] then
        return choices[value]
    end
    local known = {}
    for name in pairs(choices) do
        known[#known + 1] = name
    end
    table.sort(known)
    error(("kasuri: %s: '%s' is not known; there are %s"):format(what, tostring(value), table.concat(known, ", ")), 3)
end

local names = core.names "axes touching broad threads pixels_per_unit bounds rules"

--- Creates a world from a table of optional fields: axes ("y_down", "y_up"), touching ("counts", "ignored"), broad,
--- threads, pixels_per_unit, bounds {x0, y0, x1, y1}, rules {{rule, layers, layers}}.
function module.world(options)
    options = options or {}
    core.only(names, options, "a world")
    local def = ffi.new "kasuri_world_def"
    check(C.kasuri_world_def_default(def))
    def.axes = one_of(axes, options.axes, "axes")
    def.touching = one_of(touching, options.touching, "touching")
    def.broad = one_of(broad, options.broad, "broad")
    def.threads = options.threads or 0
    def.pixels_per_unit = options.pixels_per_unit or 1
    if options.bounds then
        local b = options.bounds
        def.has_bounds = 1
        def.bounds[0], def.bounds[1] = { b[1], b[2] }, { b[3], b[4] }
    end
    local list = options.rules or {}
    local kept = ffi.new("kasuri_pair_rule[?]", math.max(#list, 1))
    for k, rule in ipairs(list) do
        kept[k - 1] = { one_of(rules, rule[1], "rule"), rule[2], rule[3] }
    end
    def.rules, def.rule_count = kept, #list
    return make(World, C.kasuri_world_new(def, out))
end

local size = ffi.new "size_t[1]"

--- Returns the number of bodies.
function World:len()
    check(C.kasuri_world_len(id(self), size))
    return tonumber(size[0])
end

local number = ffi.new "uint64_t[1]"

--- Returns the hash of everything that answers depend on, a uint64_t: the same on every machine.
function World:hash()
    check(C.kasuri_world_hash(id(self), number))
    return number[0]
end

--- Returns the number of steps that were made.
function World:steps()
    check(C.kasuri_world_steps(id(self), number))
    return tonumber(number[0])
end

--- Spawns a body from a table (see body_def) or a kasuri_body_def.
function World:spawn(body)
    local def = type(body) == "table" and core.body_def(body) or body
    return core.value("kasuri_body", function(made)
        return C.kasuri_world_spawn(id(self), def, made)
    end)
end

--- Spawns `count` bodies: all of them, or none. `body(k)` returns the table or kasuri_body_def of body k, from 0.
--- Returns an array from 0.
function World:spawn_many(count, body)
    local defs = ffi.new("kasuri_body_def[?]", math.max(count, 1))
    local bodies = ffi.new("kasuri_body[?]", math.max(count, 1))
    -- Objects that `body` created for one body must not be collected before that body is spawned.
    local kept = {}
    for k = 0, count - 1 do
        local made = body(k)
        kept[k] = made
        if type(made) == "table" then
            core.body_def(made, defs[k])
        else
            defs[k] = made
        end
    end
    local status = C.kasuri_world_spawn_many(id(self), defs, count, bodies)
    kept[0] = nil
    check(status)
    return bodies
end

function World:remove(body)
    check(C.kasuri_world_remove(id(self), body))
end

--- Removes an array of bodies: all of them, or none.
function World:remove_many(bodies, count)
    local array, n = core.array("kasuri_body", bodies, count, "bodies")
    check(C.kasuri_world_remove_many(id(self), array, n))
end

--- Removes the bodies that overlap a placed solid, and returns them.
function World:remove_overlapping(solid, placement, filter)
    placement, filter = core.placement(placement), core.filter(filter)
    return list(self, "kasuri_body", function(...)
        return C.kasuri_world_remove_overlapping(id(self), id(solid), placement, filter, ...)
    end)
end

function World:clear()
    check(C.kasuri_world_clear(id(self)))
end

local lives = ffi.new "bool[1]"

--- Whether a body still exists.
function World:contains(body)
    check(C.kasuri_world_contains(id(self), body, lives))
    return lives[0]
end

--- Returns all bodies, in order of spawn: an array, and the number of bodies.
function World:bodies()
    return list(self, "kasuri_body", function(...)
        return C.kasuri_world_bodies(id(self), ...)
    end)
end

--- Returns the present state of a body: a kasuri_body_state.
function World:get(body)
    return core.value("kasuri_body_state", function(state)
        return C.kasuri_world_get(id(self), body, state)
    end)
end

--- Returns the position of a body: x, y.
function World:position(body)
    local at = self:get(body).placement.at
    return at.x, at.y
end

-- The states of many bodies: arrays from 0, for an array of bodies and their number, or a table.
for verb, kind in pairs { positions = "kasuri_vec2", placements = "kasuri_placement" } do
    local read = C["kasuri_world_" .. verb]
    World[verb] = function(self, bodies, count)
        local array, n = core.array("kasuri_body", bodies, count, "bodies")
        local values = ffi.new(kind .. "[?]", math.max(n, 1))
        check(read(id(self), array, n, values))
        return values, n
    end
end

--- Returns the name of a region by its index in hits.
function World:region_name(body, index)
    return core.text(function(...)
        return C.kasuri_world_region_name(id(self), body, index, ...)
    end)
end

local backends = { cpu = C.KASURI_BACKEND_CPU, gpu = C.KASURI_BACKEND_GPU, auto = C.KASURI_BACKEND_AUTO }

--- Selects the device that tests candidate pairs: "cpu", "gpu" or "auto". The answers are the same.
function World:set_backend(backend)
    check(C.kasuri_world_set_backend(id(self), one_of(backends, backend, "backend")))
end

--- Returns a position of the world in pixels, +y down: x, y.
function World:pixels_of(x, y)
    local pixels = core.value("kasuri_vec2", function(pixels)
        return C.kasuri_world_pixels_of(id(self), x, y, pixels)
    end)
    return pixels.x, pixels.y
end

--- Returns a position in pixels, +y down, as one of the world: x, y.
function World:place_of(x, y)
    local place = core.value("kasuri_vec2", function(place)
        return C.kasuri_world_place_of(id(self), x, y, place)
    end)
    return place.x, place.y
end

--- Returns the index by which hits report a region of a body.
function World:region_index(body, name)
    return core.value("uint8_t[1]", function(index)
        return C.kasuri_world_region_index(id(self), body, name, index)
    end)
end

-- Bulk setters take an array of bodies, an array of values, and their number. C arrays are passed directly, tables
-- are copied. An array that is too short is refused.
for verb, kind in pairs {
    positions = "kasuri_vec2", angles = "double", scales = "kasuri_vec2", frames = "uint32_t",
    placements = "kasuri_placement", radii = "double",
} do
    local set, fits, arrays = C["kasuri_world_set_" .. verb], core.fits, core.arrays
    local convert = ({ kasuri_vec2 = core.vec2, kasuri_placement = core.placement })[kind]
    World["set_" .. verb] = function(self, bodies, values, count)
        if type(values) == "cdata" and type(bodies) == "cdata" then
            check(set(self.handle.id, bodies, values, fits(kind, values, fits("kasuri_body", bodies, count, "bodies"), verb)))
            return
        end
        check(set(self.handle.id, arrays(bodies, kind, values, count, verb, convert)))
    end
end

--- Sets positions in single precision: an array of kasuri_vec2f.
function World:set_positions_float(bodies, at, count)
    check(C.kasuri_world_set_positions_float(id(self), core.arrays(bodies, "kasuri_vec2f", at, count, "positions")))
end

function World:set_position(body, x, y)
    check(C.kasuri_world_set_position(id(self), body, x, y))
end

--- Moves a body to a position without a path in between: a swept body hits nothing on the way there.
function World:teleport(body, x, y)
    check(C.kasuri_world_teleport(id(self), body, x, y))
end

function World:teleport_many(bodies, at, count)
    check(C.kasuri_world_teleport_many(id(self), core.arrays(bodies, "kasuri_vec2", at, count, "positions", core.vec2)))
end

--- Makes a body swept from the next step on, or not swept any more.
function World:set_swept(body, is_swept)
    check(C.kasuri_world_set_swept(id(self), body, is_swept and 1 or 0))
end

function World:set_angle(body, angle)
    check(C.kasuri_world_set_angle(id(self), body, angle))
end

function World:set_scale(body, x, y)
    check(C.kasuri_world_set_scale(id(self), body, x, y or x))
end

function World:set_frame(body, frame)
    check(C.kasuri_world_set_frame(id(self), body, frame))
end

--- Moves the points of a chain (a curved laser): an array of kasuri_vec2 and their number, or a table.
function World:set_chain(body, points, count)
    local array, n = core.array("kasuri_vec2", points, count, "points", core.vec2)
    check(C.kasuri_world_set_chain(id(self), body, array, n))
end

--- Moves the points of many chains: an array of bodies and one of points, those of the first chain, then those of the
--- second, and so on; and the numbers of bodies and points, if they are C arrays.
function World:set_chains(bodies, points, count, point_count)
    local array, n = core.array("kasuri_body", bodies, count, "bodies")
    local at, point_n = core.array("kasuri_vec2", points, point_count, "points", core.vec2)
    check(C.kasuri_world_set_chains(id(self), array, n, at, point_n))
end

function World:set_radius(body, r)
    check(C.kasuri_world_set_radius(id(self), body, r))
end

for _, what in ipairs { "shape", "mask", "look" } do
    World["set_" .. what] = function(self, body, it)
        check(C["kasuri_world_set_" .. what](id(self), body, id(it)))
    end
end

--- Sets the layers that a body is on, and those that it is tested against. Its group stays.
function World:set_layers(body, layer, against)
    local group = self:get(body).layers.group
    check(C.kasuri_world_set_layers(id(self), body, ffi.new("kasuri_layers", layer, against, group)))
end

--- Makes a body a sensor, which stops no travel, or one that stops travels from all sides.
function World:set_sensor(body, is_sensor)
    check(C.kasuri_world_set_sensor(id(self), body, is_sensor and 1 or 0))
end

--- Makes a body one-way: it stops only travels that hit a face of it that looks in this direction. nil makes it stop
--- travels from all sides.
function World:set_one_way(body, direction)
    local to = core.vec2(direction or { 0, 0 })
    check(C.kasuri_world_set_one_way(id(self), body, direction and 1 or 0, to.x, to.y))
end

--- Gives a body a region in all its frames, a table as for `kasuri.look`; a region of the same name is replaced.
function World:set_region(body, region)
    check(C.kasuri_world_set_region(id(self), body, core.region(region)))
end

--- Removes a region from all frames of a body.
function World:remove_region(body, name)
    check(C.kasuri_world_remove_region(id(self), body, name))
end

--- `group`: two bodies of one group are no pair; 0 takes a body out of its group.
for _, what in ipairs { "invulnerable", "cooldown", "data", "group" } do
    World["set_" .. what] = function(self, body, value)
        check(C["kasuri_world_set_" .. what](id(self), body, value))
    end
end

-- A value of nil switches the setting off.
for _, what in ipairs { "graze", "max_hits", "despawn_beyond" } do
    World["set_" .. what] = function(self, body, value)
        check(C["kasuri_world_set_" .. what](id(self), body, value and 1 or 0, value or 0))
    end
end

--- Makes a step. Returns a kasuri_step with the lengths of its lists, which is valid until the next step.
function World:step()
    local step = self.told
    if not step then
        step = ffi.new "kasuri_step"
        self.told = step
    end
    check(C.kasuri_world_step(self.handle.id, step))
    return step
end

local which = {
    all = C.KASURI_HITS_ALL,
    began = C.KASURI_HITS_BEGAN,
    stayed = C.KASURI_HITS_STAYED,
    ended = C.KASURI_HITS_ENDED,
    grazes = C.KASURI_HITS_GRAZES,
}

local count = ffi.new "size_t[1]"

--- Returns the hits of the last step: "all" (by default), "began", "stayed", "ended" or "grazes". Returns an array of
--- kasuri_hit from 0, and the number of hits.
function World:hits(kind)
    local chosen = which[kind or "all"] or error("kasuri: there are no hits " .. tostring(kind), 2)
    local kept = self.lists.kasuri_hit
    if kept then
        local status = C.kasuri_world_hits(self.handle.id, chosen, kept.array, kept.capacity, count)
        if status == 0 then
            return kept.array, tonumber(count[0])
        end
    end
    return list(self, "kasuri_hit", function(...)
        return C.kasuri_world_hits(self.handle.id, chosen, ...)
    end)
end

--- Returns the hits between two sets of layers. In each hit the body on the layers `a` is first.
function World:hits_between(a, b)
    return list(self, "kasuri_hit", function(...)
        return C.kasuri_world_hits_between(id(self), a, b, ...)
    end)
end

local told = { left = C.KASURI_TOLD_LEFT, entered = C.KASURI_TOLD_ENTERED, despawned = C.KASURI_TOLD_DESPAWNED }

for name, chosen in pairs(told) do
    --- Returns the bodies that left or entered the bounds, or were despawned, in the last step.
    World[name] = function(self)
        return list(self, "kasuri_body", function(...)
            return C.kasuri_world_told(id(self), chosen, ...)
        end)
    end
end

--- Returns the time and the amounts of the last step: a kasuri_report.
function World:report()
    return core.value("kasuri_report", function(report)
        return C.kasuri_world_report(id(self), report)
    end)
end

require "kasuri.ask"(World)
require("kasuri.fits").of_worlds(World)

return module
