// The loop of a bullet hell: 5,000 bullets turned to the direction in which they fly, 60 moons that turn, a ship;
// without pictures. For each frame it prints the frame's number, the numbers of hits and grazes, and a sum over the
// hits, like bindings/c/examples/danmaku_hits.rs in Rust.
using System;
using Kasuri;

static class Danmaku
{
    const uint Player = 1, Bullet = 2, Moon = 4;
    const int Bullets = 5000, Moons = 60, Frames = 300, Age = 241;
    static readonly int[,] ways = new int[64, 2];

    // Returns a position that moves between -half and half.
    static int Swing(int time, int half) { return Math.Abs(time % (4 * half) - 2 * half) - half; }

    static void MakeWays()
    {
        int x = 1 << 16, y = 0;
        for (int k = 0; k < 64; k++)
        {
            ways[k, 0] = x >> 8;
            ways[k, 1] = y >> 8;
            x -= (int)((long)y * 6434 >> 16);
            y += (int)((long)x * 6434 >> 16);
        }
    }

    static int Square(int x) { return x * x; }

    static unsafe void Main()
    {
        MakeWays();
        var bullet = Mask.FromFunction(16, 8, (x, y) => Square(2 * x - 15) + 4 * Square(2 * y - 7) < 220);
        var moon = Mask.FromFunction(32, 32, (x, y) =>
            Square(2 * x - 31) + Square(2 * y - 31) < 900 && Square(2 * x - 45) + Square(2 * y - 20) >= 300);
        var shape = Mask.FromFunction(32, 32, (x, y) => Math.Abs(2 * x - 31) <= y);
        var how = World.Default;
        how.HasBounds = 1;
        how.Bounds1 = new Vec2(960, 720);
        var world = new World(how);
        var def = BodyDef.Of(new Look(shape).Region("core", Shape.Circle(3)));
        def.Layers = new Layers { Layer = Player, Against = Bullet };
        def.Graze = 12;
        def.Flags = Native.BODY_GRAZE;
        var ship = world.Spawn(def);
        var defs = new BodyDef[Bullets];
        Body[] moons = new Body[Moons], bullets = new Body[Bullets];
        for (int j = 0; j < Moons; j++)
        {
            defs[j] = BodyDef.Of(moon);
            defs[j].Layers = new Layers { Layer = Moon, Against = Bullet };
        }
        world.SpawnMany(new ReadOnlySpan<BodyDef>(defs, 0, Moons), moons);
        for (int k = 0; k < Bullets; k++)
        {
            defs[k] = BodyDef.Of(bullet);
            defs[k].Placement.Angle = k * 7 % 64 * (2 * Math.PI / 64);
            defs[k].Layers = new Layers { Layer = Bullet, Against = Player | Moon };
        }
        world.SpawnMany(defs, bullets);
        var at = new Vec2[Bullets];
        var placements = new Placement[Moons];
        for (int frame = 0; frame < Frames; frame++)
        {
            for (int k = 0; k < Bullets; k++)
            {
                int way = k * 7 % 64, speed = 2 + k % 5, age = (frame + k * 37 % Age) % Age;
                at[k] = new Vec2(((240 + 240 * (k % 3)) * 256 + (ways[way, 0] * speed >> 2) * age) / 256.0,
                    (160 * 256 + (ways[way, 1] * speed >> 2) * age) / 256.0);
            }
            for (int j = 0; j < Moons; j++)
                placements[j] = new Placement(new Vec2(80 + j % 12 * 72 + Swing(frame + j * 13, 32), 260 + j / 12 * 80),
                    j * 0.3 + frame * 0.02);
            world.SetPositions(bullets, at);
            world.SetPlacements(moons, placements);
            world.SetPosition(ship, new Vec2(480 + 3 * Swing(frame, 64), 500));
            var step = world.Step();
            var hits = world.HitsOf();
            uint sum = 0;
            foreach (var hit in hits)
                sum = unchecked(sum * 31 + hit.A.Slot * 8192 + hit.B.Slot * 4 + hit.Regions[0]);
            Console.WriteLine($"{frame} {hits.Length} {step.Grazes} {sum}");
        }
    }
}
