// Scene F from C#. bindings/c/bench/scene_f.c describes the scene.
using System;
using System.Diagnostics;
using System.Globalization;
using Kasuri;

static class SceneF
{
    const int Bullets = 10000, Bodies = 10200, Frames = 120, Timed = 100;
    static uint state;

    static int Below(int n)
    {
        state = unchecked(state * 1664525 + 1013904223);
        return (int)((ulong)state * (ulong)n >> 32);
    }

    static Mask Disc(int side)
    {
        Func<int, int> square = x => (2 * x - side + 1) * (2 * x - side + 1);
        return Mask.FromFunction(side, side, (x, y) => 100 * (square(x) + square(y)) < 79 * side * side);
    }

    static void Play(string name, double turn, double spin)
    {
        Mask small = Disc(8), large = Disc(64);
        state = 6;
        var how = World.Default;
        how.Threads = 1;
        var world = new World(how);
        int[,] at = new int[Bodies, 2], by = new int[Bodies, 2];
        int[] most = { 1920 * 256, 1080 * 256 };
        var defs = new BodyDef[Bodies];
        var bodies = new Body[Bodies];
        var places = new Vec2[Bodies];
        var angles = new double[Bodies];
        for (int k = 0; k < Bodies; k++)
        {
            bool isBullet = k < Bullets;
            int fastest = isBullet ? 6 * 256 : 2 * 256;
            for (int i = 0; i < 2; i++) at[k, i] = Below(most[i]);
            for (int i = 0; i < 2; i++) by[k, i] = Below(2 * fastest + 1) - fastest;
            angles[k] = turn * k;
            defs[k] = BodyDef.Of(isBullet ? small : large);
            defs[k].Placement.Angle = angles[k];
            defs[k].Layers = new Layers { Layer = isBullet ? 1u : 2u, Against = isBullet ? 2u : 1u };
        }
        world.SpawnMany(defs, bodies);
        var times = new double[Timed];
        ulong sum = 0;
        for (int frame = 0; frame < Frames; frame++)
        {
            for (int k = 0; k < Bodies; k++)
            {
                for (int i = 0; i < 2; i++)
                {
                    at[k, i] += by[k, i];
                    if (at[k, i] >= 0 && at[k, i] <= most[i]) continue;
                    by[k, i] = -by[k, i];
                    at[k, i] += 2 * by[k, i];
                }
                places[k] = new Vec2(at[k, 0] / 256.0, at[k, 1] / 256.0);
                angles[k] += spin;
            }
            long before = Stopwatch.GetTimestamp();
            world.SetPositions(bodies, places);
            if (spin != 0) world.SetAngles(bodies, angles);
            world.Step();
            foreach (var hit in world.HitsOf()) sum = unchecked(sum * 31 + (hit.A.Slot * 10200 + hit.B.Slot));
            if (frame >= Frames - Timed)
                times[frame - (Frames - Timed)] = (Stopwatch.GetTimestamp() - before) * 1e6 / Stopwatch.Frequency;
        }
        Array.Sort(times);
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0} {1:f1} {2:x16}", name, times[Timed / 2], sum));
    }

    static void Main()
    {
        Play("upright", 0, 0);
        Play("turned", 0.7, 0);
        Play("spin", 0.7, 0.05);
    }
}
