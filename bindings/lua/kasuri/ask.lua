--- Queries to a world, at any time; motion; debug drawing.
local ffi = require "ffi"
local core = require "kasuri.core"
local C, check, id, list, maybe = core.C, core.check, core.id, core.list, core.maybe
local vec2, filter_of = core.vec2, core.filter

return function(World)
    --- Returns the bodies at a point: an array from 0, and the number of bodies. The other queries return lists in
    --- the same way. A filter is nil, a number (layers), or {layers =, except =}.
    function World:at_point(x, y, filter)
        filter = filter_of(filter)
        return list(self, "kasuri_body", function(...)
            return C.kasuri_world_at_point(id(self), x, y, filter, ...)
        end)
    end

    function World:in_box(corner, opposite, filter)
        filter = filter_of(filter)
        return list(self, "kasuri_body", function(...)
            return C.kasuri_world_in_box(id(self), vec2(corner), vec2(opposite), filter, ...)
        end)
    end

    function World:in_circle(centre, r, filter)
        filter = filter_of(filter)
        return list(self, "kasuri_body", function(...)
            return C.kasuri_world_in_circle(id(self), vec2(centre), r, filter, ...)
        end)
    end

    function World:in_cone(apex, direction, half_angle, reach, filter)
        filter = filter_of(filter)
        return list(self, "kasuri_body", function(...)
            return C.kasuri_world_in_cone(id(self), vec2(apex), direction, half_angle, reach, filter, ...)
        end)
    end

    function World:overlapping(solid, placement, filter)
        placement, filter = core.placement(placement), filter_of(filter)
        return list(self, "kasuri_body", function(...)
            return C.kasuri_world_overlapping(id(self), id(solid), placement, filter, ...)
        end)
    end

    --- Returns the first hit of a ray: a kasuri_ray_hit, or nil.
    function World:first_on_ray(from, to, filter)
        filter = filter_of(filter)
        return maybe("kasuri_ray_hit", function(...)
            return C.kasuri_world_first_on_ray(id(self), vec2(from), vec2(to), filter, ...)
        end)
    end

    function World:along_ray(from, to, filter)
        filter = filter_of(filter)
        return list(self, "kasuri_ray_hit", function(...)
            return C.kasuri_world_along_ray(id(self), vec2(from), vec2(to), filter, ...)
        end)
    end

    --- Returns the `most` nearest bodies: an array of kasuri_neighbor, and the number of bodies.
    function World:nearest(x, y, most, filter)
        filter = filter_of(filter)
        return list(self, "kasuri_neighbor", function(...)
            return C.kasuri_world_nearest(id(self), x, y, most, filter, ...)
        end)
    end

    --- Returns the first hit of a body on its motion to `to`: a kasuri_sweep_hit, or nil.
    function World:sweep(body, to)
        return maybe("kasuri_sweep_hit", function(...)
            return C.kasuri_world_sweep(id(self), body, vec2(to), ...)
        end)
    end

    function World:sweep_solid(solid, placement, to, filter)
        placement, filter = core.placement(placement), filter_of(filter)
        return maybe("kasuri_sweep_hit", function(...)
            return C.kasuri_world_sweep_solid(id(self), id(solid), placement, vec2(to), filter, ...)
        end)
    end

    function World:advance(body, path)
        local points, count = core.array("kasuri_vec2", path, nil, "path", vec2)
        return maybe("kasuri_sweep_hit", function(...)
            return C.kasuri_world_advance(id(self), body, points, count, ...)
        end)
    end

    local responses = {
        stick = C.KASURI_RESPONSE_STICK,
        slide = C.KASURI_RESPONSE_SLIDE,
        bounce = C.KASURI_RESPONSE_BOUNCE,
    }

    --- Moves a body and applies the response at each hit: "stick", "slide" or "bounce". Returns a kasuri_travel, the
    --- array of hits, and the number of hits.
    function World:travel(body, by, response, restitution)
        local travel, hits = ffi.new "kasuri_travel", ffi.new "kasuri_sweep_hit[16]"
        local count = ffi.new "size_t[1]"
        local chosen = responses[response] or error("kasuri: there is no response " .. tostring(response), 2)
        check(C.kasuri_world_travel(id(self), body, vec2(by), chosen, restitution or 0, travel, hits, 16, count))
        return travel, hits, tonumber(count[0])
    end

    --- Returns how the two bodies of a hit overlap: a kasuri_overlap.
    function World:overlap(hit)
        return core.value("kasuri_overlap", function(overlap)
            return C.kasuri_world_overlap(id(self), hit, overlap)
        end)
    end

    --- Returns how they touch: a kasuri_contact, or nil.
    function World:contact(hit)
        return maybe("kasuri_contact", function(...)
            return C.kasuri_world_contact(id(self), hit, ...)
        end)
    end

    --- Returns the pixels that the two sprites of a hit have in common.
    function World:common_pixels(hit)
        return list(self, "kasuri_pixel", function(...)
            return C.kasuri_world_common_pixels(id(self), hit, ...)
        end)
    end

    --- Moves the two bodies of a hit apart, the first by `share` of the distance. Returns how far each was moved, or
    --- nil.
    function World:push_apart(hit, share)
        local moved, found = ffi.new "kasuri_vec2[2]", ffi.new "bool[1]"
        check(C.kasuri_world_push_apart(id(self), hit, share, moved, found))
        if found[0] then
            return ffi.new("kasuri_vec2", moved[0]), ffi.new("kasuri_vec2", moved[1])
        end
        return nil
    end

    --- Returns the cells of a tile map that the other body of a hit overlaps.
    function World:overlap_cells(hit)
        return list(self, "kasuri_pixel", function(...)
            return C.kasuri_world_overlap_cells(id(self), hit, ...)
        end)
    end

    --- Returns the points where the outlines of two bodies cross.
    function World:crossings(a, b)
        return list(self, "kasuri_vec2", function(...)
            return C.kasuri_world_crossings(id(self), a, b, ...)
        end)
    end

    --- Returns the distance of two bodies: a kasuri_distance, or nil.
    function World:distance(a, b)
        return maybe("kasuri_distance", function(...)
            return C.kasuri_world_distance(id(self), a, b, ...)
        end)
    end

    local things = { "segment", "pixels", "bounds", "margin", "walls", "contact", "common", "cell" }
    local thing_names = core.names(table.concat(things, " "))

    --- Draws bodies, hits or cells ("bodies", "hits", "cells") with the functions of a table: segment, pixels,
    --- bounds, margin, walls, contact, common, cell. Each function gets one struct (kasuri_drawn_segment and so on),
    --- which is valid only during the call.
    function World:debug_draw(renderer, what)
        core.only(thing_names, renderer, "a renderer")
        local draw, callbacks = ffi.new "kasuri_debug_draw", {}
        local failure
        for _, thing in ipairs(things) do
            local wanted = renderer[thing]
            if wanted then
                -- A Lua error must not pass through C.
                draw[thing] = function(_, drawn)
                    local ok, told = pcall(wanted, drawn[0])
                    failure = failure or (not ok and told)
                end
                callbacks[#callbacks + 1] = draw[thing]
            end
        end
        local verbs = { bodies = "debug_draw", hits = "debug_draw_hits", cells = "debug_draw_cells" }
        local status = C["kasuri_world_" .. verbs[what or "bodies"]](id(self), draw)
        for _, callback in ipairs(callbacks) do
            callback:free()
        end
        if failure then
            error(failure, 0)
        end
        check(status)
    end
    -- LuaJIT must not compile a function that calls C code with callbacks into Lua.
    jit.off(World.debug_draw)
end
