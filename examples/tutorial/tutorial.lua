-- A whole game in one file: bullets that turn as they fly, a laser, a ship with a small core, grazes, lives, and a replay.
-- README.md beside this file walks through it. The same game in seven other languages lies there, too, and all print the same
-- hashes. Run it with: luajit tutorial.lua
local bit = require "bit"
local kasuri = require "kasuri"
local det = kasuri.det

-- A layer is a bit. Each body has the layers that it is on, and the layers that it can hit.
local SHIP, BULLET, LASER = 1, 2, 4

local SHIP_PICTURE = { "....#....", "...###...", "...###...", "..#####..", ".#######.", "#########", "##.....##" }
local BULLET_PICTURE = { "..####...", "#########", "..####..." }

local BOSS = { 192, 96 }
local TURN = 2 * math.pi

--- Returns a velocity in pixels a frame. The world keeps positions in steps of 1/256 px, and so does this game: then sums are
--- exact in every language, also where positions are single-precision floats.
local function velocity(direction, speed)
    return math.floor(det.cos(direction) * speed * 256) / 256, math.floor(det.sin(direction) * speed * 256) / 256
end

local function clamp(number, least, most)
    return math.max(least, math.min(most, number))
end

-- The world finds out what hits what. It is as large as the screen.
local world = kasuri.world { bounds = { 0, 0, 384, 448 } }

-- The ship looks large, but bullets and the laser hit only its core, a region. Near misses within 12 px are grazes.
local core = { name = "core", solid = kasuri.circle(2), against = BULLET + LASER }
local ship_x, ship_y = 192, 400
local ship = world:spawn {
    look = kasuri.look(kasuri.mask_from_rows(SHIP_PICTURE), { core }),
    at = { ship_x, ship_y }, layer = SHIP, against = 0, graze = 12,
}

-- The laser is a long capsule that hangs from the boss. After a hit it does not hit again for 60 frames.
local laser = world:spawn { look = kasuri.capsule(0, 0, 0, 400, 3), at = BOSS, layer = LASER, against = SHIP, cooldown = 60 }

-- All bullets look like this.
local needle = kasuri.mask_from_rows(BULLET_PICTURE)
local bullets, places = {}, {} -- the bodies, and where they are and go: { x, y, by_x, by_y }

-- Random numbers that are the same everywhere: one stream for the boss, one that plays for the player.
local boss, player = kasuri.random_stream(1), kasuri.random_stream(18)
local frame, lives, score, grazes = 0, 5, 0, 0
local recorder = kasuri.recorder()

--- The boss fires a ring of bullets. Each picture is turned to where its bullet flies. A step removes bullets that are more
--- than 16 px outside the bounds.
local function fire()
    local direction = boss:split(frame):between(0, TURN)
    for _ = 1, 18 do
        bullets[#bullets + 1] = world:spawn {
            look = needle, at = BOSS, angle = direction, layer = BULLET, against = SHIP, despawn_beyond = 16,
        }
        places[#places + 1] = { BOSS[1], BOSS[2], velocity(direction, 1.5) }
        direction = direction + TURN / 18
    end
end

--- The game moves everything: all bullets with one call, the ship by the player's keys, the laser by a sine.
local function move()
    for _, at in ipairs(places) do
        at[1], at[2] = at[1] + at[3], at[2] + at[4]
    end
    world:set_positions(bullets, places)
    local keys = player:split(math.floor(frame / 20))
    ship_x = clamp(ship_x + 2 * (keys:below(3) - 1), 16, 368)
    ship_y = clamp(ship_y + 2 * (keys:below(3) - 1), 240, 432)
    world:set_position(ship, ship_x, ship_y)
    world:set_angle(laser, 0.7 * det.sin(0.02 * frame))
end

--- One step finds what hits now. The recorder makes it, and writes it down for the replay.
local function step()
    local found = recorder:step(world)
    grazes = grazes + found.grazes
    score = score + 1 + 10 * found.grazes
    if found.began > 0 then
        lives = lives - 1
        world:set_invulnerable(ship, 90)
    end
    for k = #bullets, 1, -1 do
        if not world:contains(bullets[k]) then
            table.remove(bullets, k)
            table.remove(places, k)
        end
    end
end

while frame < 600 and lives > 0 do
    frame = frame + 1
    if frame % 10 == 0 then
        fire()
    end
    move()
    step()
    if frame % 100 == 0 or lives == 0 then
        local hash = bit.tohex(world:hash(), 16)
        print(("frame %d: %d bullets, %d grazes, %d lives, %s"):format(frame, #bullets, grazes, lives, hash))
    end
end
print(("score %d"):format(score))

-- The replay plays the recorded bytes again, on any machine, and ends in the same world: the same hash.
local replay = kasuri.recording(recorder:bytes()):replay()
while replay:step() do
end
print(("replay of %d steps: %s"):format(replay:steps(), bit.tohex(replay:hash(), 16)))
