function love.conf(t)
    t.window = false
    t.modules.audio, t.modules.sound, t.modules.graphics, t.modules.window = false, false, false, false
end
