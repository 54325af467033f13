--- Scene F with love.physics (Box2D, part of LÖVE), with boxes as sensors instead of masks: 10,000 bullets of 8 px
--- against 200 enemies of 64 px, all angles new in each frame. Prints the median frame in microseconds: love
--- bench/love_physics
local BULLETS, BODIES, FRAMES, TIMED = 10000, 10200, 120, 100
local state = 6

local function below(n)
    -- The numbers differ from those of scene_f.c, but are equally random: a double cannot represent integers of 64
    -- bits.
    state = (state * 16807) % 2147483647
    return math.floor(state / 2147483647 * n)
end

local function play(name, turn, spin)
    local world = love.physics.newWorld(0, 0, false)
    local begun = 0
    world:setCallbacks(function()
        begun = begun + 1
    end)
    local bodies, x, y, bx, by, angles = {}, {}, {}, {}, {}, {}
    local small, large = love.physics.newRectangleShape(8, 8), love.physics.newRectangleShape(64, 64)
    for k = 1, BODIES do
        local is_bullet = k <= BULLETS
        local fastest = is_bullet and 6 or 2
        x[k], y[k] = below(1920 * 256) / 256, below(1080 * 256) / 256
        bx[k], by[k] = below(fastest * 512 + 1) / 256 - fastest, below(fastest * 512 + 1) / 256 - fastest
        angles[k] = turn * k
        bodies[k] = love.physics.newBody(world, x[k], y[k], "dynamic")
        bodies[k]:setAngle(angles[k])
        local fixture = love.physics.newFixture(bodies[k], is_bullet and small or large)
        fixture:setSensor(true)
        fixture:setFilterData(is_bullet and 1 or 2, is_bullet and 2 or 1, 0)
    end
    local times = {}
    for frame = 1, FRAMES do
        for k = 1, BODIES do
            x[k], y[k], angles[k] = x[k] + bx[k], y[k] + by[k], angles[k] + spin
            if x[k] < 0 or x[k] > 1920 then
                bx[k] = -bx[k]
            end
            if y[k] < 0 or y[k] > 1080 then
                by[k] = -by[k]
            end
        end
        local before = love.timer.getTime()
        for k = 1, BODIES do
            local body = bodies[k]
            body:setPosition(x[k], y[k])
            if spin ~= 0 then
                body:setAngle(angles[k])
            end
        end
        world:update(1 / 60)
        if frame > FRAMES - TIMED then
            times[#times + 1] = (love.timer.getTime() - before) * 1e6
        end
    end
    table.sort(times)
    print(("%s %.1f, %d contacts began"):format(name, times[TIMED / 2], begun))
end

function love.load()
    play("upright", 0, 0)
    play("turned", 0.7, 0)
    play("spin", 0.7, 0.05)
    love.event.quit()
end
