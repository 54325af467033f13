// A whole game in one file: bullets that turn as they fly, a laser, a ship with a small core, grazes, lives, and a replay.
// README.md beside this file walks through it. The same game in seven other languages lies there, too, and all print the same
// hashes. Build it with: mcs -unsafe bindings/csharp/src/*.cs tutorial.cs
using System;
using System.Collections.Generic;
using System.Linq;
using Kasuri;

class Bullet
{
    public Body Body;
    public Vec2 At, Velocity;
}

static class Tutorial
{
    // A layer is a bit. Each body has the layers that it is on, and the layers that it can hit.
    const uint ShipLayer = 1, BulletLayer = 2, LaserLayer = 4;

    static readonly string[] ShipPicture =
        { "....#....", "...###...", "...###...", "..#####..", ".#######.", "#########", "##.....##" };
    static readonly string[] BulletPicture = { "..####...", "#########", "..####..." };
    static readonly Vec2 Boss = new Vec2(192, 96);
    const double Turn = 2 * Math.PI;

    static Mask MaskOf(string[] rows) { return Mask.FromFunction(9, rows.Length, (x, y) => rows[y][x] == '#'); }

    static double Clamp(double number, double least, double most) { return Math.Max(least, Math.Min(most, number)); }

    // Returns a velocity in pixels a frame. The world keeps positions in steps of 1/256 px, and so does this game: then sums
    // are exact in every language, also where positions are single-precision floats.
    static Vec2 Velocity(double direction, double speed)
    {
        return new Vec2(Math.Floor(Det.Cos(direction) * speed * 256) / 256, Math.Floor(Det.Sin(direction) * speed * 256) / 256);
    }

    static BodyDef DefOf(Appearance appearance, Vec2 at, uint layer, uint against)
    {
        var def = BodyDef.Of(appearance);
        def.Placement.At = at;
        def.Layers = new Layers { Layer = layer, Against = against };
        return def;
    }

    static void Main()
    {
        // The world finds out what hits what. It is as large as the screen.
        var settings = World.Default;
        settings.HasBounds = 1;
        settings.Bounds1 = new Vec2(384, 448);
        var world = new World(settings);

        // The ship looks large, but bullets and the laser hit only its core, a region. Near misses within 12 px are grazes.
        var look = new Look(MaskOf(ShipPicture)).Region("core", Shape.Circle(2), against: BulletLayer | LaserLayer);
        var shipAt = new Vec2(192, 400);
        var def = DefOf(look, shipAt, ShipLayer, 0);
        def.Graze = 12;
        def.Flags = Native.BODY_GRAZE;
        var ship = world.Spawn(def);

        // The laser is a long capsule that hangs from the boss. After a hit it does not hit again for 60 frames.
        def = DefOf(Shape.Capsule(new Vec2(0, 0), new Vec2(0, 400), 3), Boss, LaserLayer, ShipLayer);
        def.Cooldown = 60;
        var laser = world.Spawn(def);

        // What all bullets have in common. A step removes bullets that are more than 16 px outside the bounds.
        var model = DefOf(MaskOf(BulletPicture), Boss, BulletLayer, ShipLayer);
        model.DespawnBeyond = 16;
        model.Flags = Native.BODY_DESPAWN_BEYOND;
        var bullets = new List<Bullet>();

        // Random numbers that are the same everywhere: one stream for the boss, one that plays for the player.
        RandomStream boss = new RandomStream(1), player = new RandomStream(18);
        uint frame = 0, lives = 5, score = 0, grazes = 0;
        var recorder = new Recorder();

        while (frame < 600 && lives > 0)
        {
            frame += 1;
            // The boss fires a ring of bullets. Each picture is turned to where its bullet flies.
            if (frame % 10 == 0)
            {
                model.Placement.Angle = boss.Split(frame).Between(0, Turn);
                for (int k = 0; k < 18; k++, model.Placement.Angle += Turn / 18)
                    bullets.Add(new Bullet { Body = world.Spawn(model), At = Boss, Velocity = Velocity(model.Placement.Angle, 1.5) });
            }

            // The game moves everything: all bullets with one call, the ship by the player's keys, the laser by a sine.
            foreach (var b in bullets) b.At = new Vec2(b.At.X + b.Velocity.X, b.At.Y + b.Velocity.Y);
            world.SetPositions(bullets.Select(b => b.Body).ToArray(), bullets.Select(b => b.At).ToArray());
            var keys = player.Split(frame / 20);
            shipAt.X = Clamp(shipAt.X + 2 * ((double)keys.Below(3) - 1), 16, 368);
            shipAt.Y = Clamp(shipAt.Y + 2 * ((double)keys.Below(3) - 1), 240, 432);
            world.SetPosition(ship, shipAt);
            world.SetAngle(laser, 0.7 * Det.Sin(0.02 * frame));

            // One step finds what hits now. The recorder makes it, and writes it down for the replay.
            var step = recorder.Step(world);
            grazes += step.Grazes;
            score += 1 + 10 * step.Grazes;
            if (step.Began > 0)
            {
                lives -= 1;
                world.SetInvulnerable(ship, 90);
            }
            bullets.RemoveAll(b => !world.Contains(b.Body));

            if (frame % 100 == 0 || lives == 0)
                Console.WriteLine($"frame {frame}: {bullets.Count} bullets, {grazes} grazes, {lives} lives, {world.Hash:x16}");
        }
        Console.WriteLine($"score {score}");

        // The replay plays the recorded bytes again, on any machine, and ends in the same world: the same hash.
        var replay = new Recording(recorder.Bytes).Replay();
        while (replay.Step() != null) { }
        var replayed = replay.IntoWorld();
        Console.WriteLine($"replay of {replayed.Steps} steps: {replayed.Hash:x16}");
    }
}
