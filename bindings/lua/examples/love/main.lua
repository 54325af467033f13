--- 5,000 turned bullets, drawn by LÖVE and tested by Kasuri: love bindings/lua/examples/love
--- With KASURI_SHOT it plays 300 frames, writes the results of each frame to KASURI_FRAMES, saves the picture of the
--- last frame to KASURI_SHOT, and ends.
package.path = love.filesystem.getSource() .. "/?.lua;" .. love.filesystem.getSource() .. "/../../?.lua;" .. package.path
local kasuri = require "kasuri"
local scene = require "scene"

local shot, log = os.getenv "KASURI_SHOT", os.getenv "KASURI_FRAMES"
local images, frame, file, times = {}, 0, nil, {}
local batch

--- Makes a picture, and the mask of its pixels.
local function paint(picture, colour)
    local width, height, is_solid = picture[1], picture[2], picture[3]
    local data = love.image.newImageData(width, height)
    data:mapPixel(function(x, y)
        if not is_solid(x, y) then
            return 0, 0, 0, 0
        end
        local shade = 0.6 + 0.4 * (1 - y / height)
        return colour[1] * shade, colour[2] * shade, colour[3] * shade, 1
    end)
    return love.graphics.newImage(data), kasuri.mask_from_rgba(width, height, data)
end

function love.load()
    love.graphics.setDefaultFilter("nearest", "nearest")
    scene.clock = love.timer.getTime
    local colours = { bullet = { 1, 0.9, 0.5 }, moon = { 0.7, 0.8, 1 }, ship = { 0.6, 1, 0.7 } }
    local masks = {}
    for name, picture in pairs(scene.pictures) do
        images[name], masks[name] = paint(picture, colours[name])
    end
    batch = love.graphics.newSpriteBatch(images.bullet, scene.bullet_count, "stream")
    scene.begin(masks)
    file = log and assert(io.open(log, "w"))
end

function love.update()
    local count, grazes, sum = scene.frame(frame)
    times[#times + 1] = scene.seconds * 1000
    if file then
        file:write(("%d %d %d %.0f\n"):format(frame, count, grazes, sum))
    end
    frame = frame + 1
end

local function median()
    local sorted = {}
    for k = math.max(1, #times - 99), #times do
        sorted[#sorted + 1] = times[k]
    end
    table.sort(sorted)
    return sorted[math.ceil(#sorted / 2)] or 0
end

function love.draw()
    love.graphics.clear(0.04, 0.04, 0.1)
    for j = 0, scene.moon_count - 1 do
        local moon = scene.placements[j]
        local is_hit = scene.hit[scene.moons[j].slot]
        love.graphics.setColor(1, is_hit and 0.3 or 1, is_hit and 0.3 or 1)
        love.graphics.draw(images.moon, moon.at.x, moon.at.y, moon.angle, 1, 1, 16, 16)
    end
    love.graphics.setColor(1, 1, 1)
    batch:clear()
    for k = 0, scene.bullet_count - 1 do
        local is_hit = scene.hit[scene.bullets[k].slot]
        batch:setColor(1, is_hit and 0.2 or 1, is_hit and 0.2 or 1)
        batch:add(scene.at[k].x, scene.at[k].y, scene.angles[k], 1, 1, 8, 4)
    end
    love.graphics.draw(batch)
    love.graphics.setColor(1, scene.hit[scene.ship.slot] and 0.3 or 1, 1)
    love.graphics.draw(images.ship, scene.ship_x, scene.ship_y, 0, 1, 1, 16, 16)
    love.graphics.setColor(0, 0, 0, 0.6)
    love.graphics.rectangle("fill", 4, 4, 400, 44)
    love.graphics.setColor(1, 1, 1)
    love.graphics.print(("Kasuri %s: %d bullets, %d hits, %d grazes"):format(kasuri.version, scene.bullet_count, scene.count,
        scene.grazes), 10, 8)
    love.graphics.print(("%.2f ms a frame for moving everything, hits and grazes (median)"):format(median()), 10, 26)
    if shot and frame == 300 then
        local path = shot
        shot = nil
        love.graphics.captureScreenshot(function(data)
            local picture = assert(io.open(path, "wb"))
            picture:write(data:encode("png"):getString())
            picture:close()
            file:close()
            print(("%.2f ms a frame"):format(median()))
            love.event.quit()
        end)
    end
end

function love.keypressed(key)
    if key == "escape" then
        love.event.quit()
    end
end
