--- The C library, with its statuses as errors, and its handles as objects that the garbage collector frees.
local ffi = require "ffi"

ffi.cdef(require "kasuri.cdef")
ffi.cdef "typedef struct { uint64_t id; } kasuri_lua_handle;"

--- Returns the library's path from the environment, or where LuaRocks puts it; else its name, for the system to search.
local function library()
    local rock = package.searchpath("libkasuri_c", package.cpath) or package.searchpath("kasuri_c", package.cpath)
    return os.getenv "KASURI_LIBRARY" or rock or "kasuri_c"
end

local C = ffi.load(library())
local text, length = ffi.new "char[1024]", ffi.new "size_t[1]"
local OK, SHORT_BUFFER = C.KASURI_STATUS_OK, C.KASURI_STATUS_SHORT_BUFFER

local core = { C = C }

--- Returns the reason for the last refused call.
function core.reason()
    C.kasuri_last_error(text, 1024, length)
    return ffi.string(text)
end

--- Raises an error if the status is a refusal.
function core.check(status)
    if status ~= OK then
        error("kasuri: " .. core.reason(), 3)
    end
end

local check = core.check
check(C.kasuri_check_abi(C.KASURI_ABI_VERSION, ffi.sizeof "kasuri_world_def", ffi.sizeof "kasuri_body_def",
    ffi.sizeof "kasuri_hit"))
check(C.kasuri_version(text, 1024, length))
core.version = ffi.string(text)

local handle = ffi.typeof "kasuri_lua_handle"

local function free(it)
    if it.id ~= 0 then
        C.kasuri_free(it.id)
        it.id = 0
    end
end

local out = ffi.new "uint64_t[1]"

--- Makes an object of `class` from the handle in `core.out`. `status` is the result of the C function that wrote the
--- handle.
function core.make(class, status)
    check(status)
    return setmetatable({ handle = ffi.gc(handle(out[0]), free), lists = {} }, class)
end

--- The buffer in which C functions write the handle of a new object.
core.out = out

--- Frees an object now, before the garbage collector does.
function core.free(self)
    free(self.handle)
end

--- Returns the handle of an object. For other values it returns 0, which the library refuses.
function core.id(object)
    return type(object) == "table" and object.handle and object.handle.id or 0
end

local count = ffi.new "size_t[1]"

--- Returns a list of an object: the array, from 0, and the number of items. If the buffer is too short, `fill(array,
--- capacity, count)` is called again with a larger one.
function core.list(self, kind, fill)
    local list = self.lists[kind]
    if not list then
        list = { array = ffi.new(kind .. "[?]", 64), capacity = 64 }
        self.lists[kind] = list
    end
    local status = fill(list.array, list.capacity, count)
    if status == SHORT_BUFFER then
        list.capacity = math.max(tonumber(count[0]), 2 * list.capacity)
        list.array = ffi.new(kind .. "[?]", list.capacity)
        status = fill(list.array, list.capacity, count)
    end
    check(status)
    return list.array, tonumber(count[0])
end

--- Returns the text that `tell(buffer, capacity, length)` writes.
function core.text(tell)
    local status, room, size = tell(text, 1024, length), text, 1024
    if status == SHORT_BUFFER then
        size = tonumber(length[0]) + 1
        room = ffi.new("char[?]", size)
        status = tell(room, size, length)
    end
    check(status)
    return ffi.string(room, length[0])
end

--- Returns a struct as it is, and the content of an array of one number. A struct inside an array would be freed with
--- the array.
local function told(kind, value)
    if kind:sub(-1) == "]" then
        return value[0]
    end
    return value
end

--- Returns the value that `tell(value)` writes. `kind` is the type of a struct, or an array of one number such as
--- "double[1]".
function core.value(kind, tell)
    local value = ffi.new(kind)
    check(tell(value))
    return told(kind, value)
end

local found = ffi.new "bool[1]"

--- Returns an optional value: nil if there is none.
function core.maybe(kind, tell)
    local value = ffi.new(kind)
    check(tell(value, found))
    return found[0] and told(kind, value) or nil
end

local void = ffi.typeof "void *"
local kinds = setmetatable({}, {
    __index = function(kinds, kind)
        kinds[kind] = { pointer = ffi.typeof(kind .. " *"), size = ffi.sizeof(kind) }
        return kinds[kind]
    end,
})

-- The sizes of known arrays. LuaJIT does not compile ffi.sizeof of an array of variable length.
local sizes = setmetatable({}, { __mode = "k" })

--- Returns the number of bytes of a C array. A pointer does not know it, so it is believed to be enough.
local function size_of(kind, array)
    local size = sizes[array]
    if size then
        return size
    elseif ffi.istype(kind.pointer, array) or ffi.istype(void, array) then
        return math.huge
    end
    sizes[array] = ffi.sizeof(array)
    return sizes[array]
end

--- Returns `n` if a C array of this kind has as many items; else raises an error. `name` is the argument's.
function core.fits(kind, array, n, name)
    if type(n) ~= "number" and type(n) ~= "cdata" then
        error(("kasuri: %s: the number of items of a C array is expected, found %s"):format(name, tostring(n)), 3)
    end
    local item = kinds[kind]
    local size = size_of(item, array)
    if n >= 0 and n * item.size <= size then
        return n
    end
    error(("kasuri: %s: %s items of %d bytes are expected, but the C array has %d bytes"):format(name, tostring(n),
        item.size, size), 3)
end

--- Returns a C array and the number of its items: `n`, or all of a table. `values` is a table from 1, whose items
--- `convert` turns into C values, or already a C array. `name` is the argument's.
function core.array(kind, values, n, name, convert)
    if type(values) == "cdata" then
        return values, core.fits(kind, values, n, name)
    elseif type(values) ~= "table" then
        error(("kasuri: %s: a table or a C array is expected, found %s"):format(name, tostring(values)), 3)
    end
    n = n or #values
    if not (n >= 0 and n <= #values) then
        error(("kasuri: %s: %s items are expected, but the table has %d"):format(name, tostring(n), #values), 3)
    end
    local array = ffi.new(kind .. "[?]", math.max(n, 1))
    for k = 1, n do
        array[k - 1] = convert and convert(values[k]) or values[k]
    end
    return array, n
end

--- Returns an array of bodies, an array of as many values of `kind`, and their number: `count`, or all of the tables.
function core.arrays(bodies, kind, values, count, name, convert)
    if not count and type(bodies) == "table" and type(values) == "table" and #values ~= #bodies then
        error(("kasuri: %s: there are %d for %d bodies; each body needs one"):format(name, #values, #bodies), 3)
    end
    local array, n = core.array("kasuri_body", bodies, count, "bodies")
    return array, core.array(kind, values, n, name, convert), n
end

--- Returns the names of a table's options, for `core.only`, from a text with spaces between them.
function core.names(text)
    local names = { text = text:gsub(" ", ", "), known = {} }
    for name in text:gmatch "%S+" do
        names.known[name] = true
    end
    return names
end

--- Raises an error if a table has an option of another name: it would be ignored. `what` says what the table describes.
function core.only(names, options, what)
    for name in pairs(options) do
        if not names.known[name] then
            error(("kasuri: %s: '%s' is not known; the options are %s"):format(what, tostring(name), names.text), 3)
        end
    end
end

local placement_names, filter_names = core.names "at angle scale", core.names "layers except"
local body_names = core.names("look at angle scale pivot graze despawn_beyond data invulnerable layer against frame cooldown "
    .. "max_hits swept group sensor one_way")
local vec2, placement = ffi.typeof "kasuri_vec2", ffi.typeof "kasuri_placement"

--- Returns a vector from {x, y}, {x = x, y = y} or a kasuri_vec2.
function core.vec2(v)
    if type(v) == "cdata" then
        return v
    end
    return vec2(v[1] or v.x, v[2] or v.y)
end

--- Returns a placement from the fields at, angle, scale of a table that may have others.
function core.placement_in(p)
    local scale = p.scale or 1
    if type(scale) == "number" then
        scale = { scale, scale }
    end
    return placement(core.vec2(p.at or { 0, 0 }), p.angle or 0, core.vec2(scale))
end

--- Returns a placement from a table with the fields at, angle, scale.
function core.placement(p)
    if type(p) == "cdata" then
        return p
    end
    core.only(placement_names, p, "a placement")
    return core.placement_in(p)
end

--- Returns a filter from nil (every body), a number (layers), or a table with the fields layers, except.
function core.filter(filter)
    if filter == nil then
        return nil
    elseif type(filter) == "number" then
        return ffi.new("kasuri_filter", { layers = filter })
    end
    core.only(filter_names, filter, "a filter")
    local made = ffi.new("kasuri_filter", { layers = filter.layers or 0xffffffff })
    if filter.except then
        made.except = filter.except
    end
    return made
end

--- Whether two handles refer to the same body.
function core.is_same(a, b)
    return a.slot == b.slot and a.generation == b.generation
end

local body_flags = {
    graze = "GRAZE", despawn_beyond = "DESPAWN_BEYOND", max_hits = "MAX_HITS", pivot = "PIVOT", one_way = "ONE_WAY",
}

--- Returns the settings of a new body from a table with the fields look, at, angle, scale, pivot, graze,
--- despawn_beyond, data, invulnerable, layer, against, frame, cooldown, max_hits, swept, group, sensor, one_way. It writes them into the
--- kasuri_body_def `into` if that is given.
function core.body_def(body, into)
    core.only(body_names, body, "a body")
    local def = into or ffi.new "kasuri_body_def"
    check(C.kasuri_body_def_default(def))
    def.appearance = core.id(body.look)
    def.placement = core.placement_in(body)
    def.layers.layer = body.layer or 1
    def.layers.against = body.against or 0xffffffff
    def.layers.group = body.group or 0
    def.data = body.data or 0
    def.invulnerable = body.invulnerable or 0
    def.frame = body.frame or 0
    def.cooldown = body.cooldown or 0
    local flags = (body.swept and C.KASURI_BODY_SWEPT or 0) + (body.sensor and C.KASURI_BODY_SENSOR or 0)
    for field, flag in pairs(body_flags) do
        if body[field] then
            def[field] = type(body[field]) == "table" and core.vec2(body[field]) or body[field]
            flags = flags + C["KASURI_BODY_" .. flag]
        end
    end
    def.flags = flags
    return def
end

local region_names = core.names "name solid layer against pivot"

--- Returns a region from a table with the fields name, solid, layer, against, pivot. It has the address of the name, so the
--- table must live as long as the region is used.
function core.region(region)
    core.only(region_names, region, "a region")
    local made, flags = ffi.new "kasuri_region", 0
    made.name, made.solid = region.name, core.id(region.solid)
    if region.pivot then
        made.pivot, flags = core.vec2(region.pivot), flags + C.KASURI_LOOK_PIVOT
    end
    if region.layer then
        made.layers.layer, flags = region.layer, flags + C.KASURI_LOOK_LAYER
    end
    if region.against then
        made.layers.against, flags = region.against, flags + C.KASURI_LOOK_AGAINST
    end
    made.flags = flags
    return made
end

return core
