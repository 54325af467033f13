function love.conf(t)
    t.identity = "kasuri"
    t.version = "11.4"
    t.window.title = "Kasuri in LÖVE"
    t.window.width, t.window.height = 960, 720
    t.window.vsync = 0
    t.modules.audio, t.modules.sound, t.modules.physics, t.modules.joystick, t.modules.video = false, false, false, false, false
end
