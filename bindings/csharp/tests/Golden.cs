// The golden session of the library's tests (tests/world_kit/session.rs), played from C#. The hashes are those of
// tests/golden/danmaku.txt. The arguments: that file, and the number of steps.
using System;
using System.IO;
using Kasuri;

static class Golden
{
    const uint Ship = 1, Bullet = 2, Foe = 4, Shot = 8, Laser = 16;
    const int Width = 480, Height = 640, Most = 8192;

    // Bodies that fly straight, in lattice units.
    sealed class Fliers
    {
        internal int Count;
        internal readonly Body[] Bodies = new Body[Most];
        internal readonly long[,] At = new long[Most, 2], By = new long[Most, 2];
        internal readonly Vec2[] Places = new Vec2[Most];
    }

    static readonly Fliers bullets = new Fliers(), shots = new Fliers();
    static readonly long[,] ways = new long[64, 2];
    static readonly long[] shipAt = { 240 * 256, 560 * 256 };
    static readonly Body[] foes = new Body[12], lasers = new Body[2];
    static World world;
    static Body ship, boss;
    static Mask star;
    static Shape circle, pellet, crumb, spear;
    static Solid[] bombs;
    static uint step;
    static int peak, grazed, died, cancelled, wounds;
    static ulong random = 1;

    // Makes 64 directions around a circle, with integers only: each is the previous one turned a little.
    static void MakeWays()
    {
        long x = 1 << 16, y = 0;
        for (int k = 0; k < 64; k++)
        {
            ways[k, 0] = x >> 8;
            ways[k, 1] = y >> 8;
            x -= (y * 6434) >> 16;
            y += (x * 6434) >> 16;
        }
    }

    static Vec2 Place(long x, long y) { return new Vec2(x / 256.0, y / 256.0); }

    static ulong Below(ulong n)
    {
        random = unchecked(random * 6364136223846793005 + 1442695040888963407);
        return (random >> 33) % n;
    }

    static BodyDef Def(Appearance appearance, Vec2 at, uint layer, uint against)
    {
        var def = BodyDef.Of(appearance);
        def.Placement.At = at;
        def.Layers = new Layers { Layer = layer, Against = against };
        return def;
    }

    static Look Hull(int wing, double x, double y)
    {
        var mask = Mask.FromFunction(24, 20, (i, j) => Math.Abs(i - 12) * 3 < j + wing && j > 1);
        var core = Shape.Capsule(new Vec2(-x, 0), new Vec2(x, y), 2);
        return new Look(mask).Region("core", core, null, Bullet | Laser).Region("hull", Shape.Circle(9));
    }

    static void Begin()
    {
        var def = World.Default;
        def.HasBounds = 1;
        def.Bounds1 = new Vec2(Width, Height);
        world = new World(def, new PairRule { Rule = (uint)Rule.RootedCircles, A = Ship, B = Bullet });
        var body = Def(new Frames(Hull(0, 0, 0), Hull(6, 1.5, 1)), Place(shipAt[0], shipAt[1]), Ship, Foe);
        body.Graze = 24;
        body.Flags = Native.BODY_GRAZE;
        body.Invulnerable = 60;
        ship = world.Spawn(body);
        star = Mask.FromFunction(41, 41, (i, j) => Math.Abs(i - 20) * Math.Abs(j - 20) < 40);
        body = Def(new Look(star).Region("eye", Shape.Circle(7)), new Vec2(240, 120), Foe, Ship | Shot);
        body.Cooldown = 6;
        boss = world.Spawn(body);
        var wedge = Shape.Polygon(new[] { new Vec2(-9, -7), new Vec2(9, -7), new Vec2(0, 11) });
        var defs = new BodyDef[12];
        for (int k = 0; k < 12; k++)
        {
            defs[k] = Def(wedge, new Vec2(40 * k + 20, 60), Foe, Ship | Shot);
            defs[k].Cooldown = 3;
            defs[k].Placement.Scale.Y = 1.5;
        }
        world.SpawnMany(defs, foes);
        var line = Shape.Chain(new[] { new Vec2(0, 0), new Vec2(10, 40), new Vec2(0, 80) }, 3);
        for (int k = 0; k < 2; k++)
        {
            body = Def(line, new Vec2(160 * (k + 1), 80), Laser, Ship);
            body.Cooldown = 20;
            lasers[k] = world.Spawn(body);
        }
        circle = Shape.Circle(3);
        pellet = Shape.Capsule(new Vec2(-3, 0), new Vec2(3, 0), 1.5);
        crumb = Shape.Box(2.5, 2.5);
        spear = Shape.Segment(new Vec2(0, -6), new Vec2(0, 6));
        bombs = new Solid[] { Shape.Circle(90), Shape.Box(400, 40), star };
    }

    static void Launch(Fliers fliers, BodyDef def, long x, long y, long bx, long by)
    {
        int k = fliers.Count++;
        fliers.Bodies[k] = world.Spawn(def);
        fliers.At[k, 0] = x;
        fliers.At[k, 1] = y;
        fliers.By[k, 0] = bx;
        fliers.By[k, 1] = by;
    }

    static void Fire()
    {
        ulong turn = step * 3UL + Below(4);
        for (ulong arm = 0; step % 4 == 0 && arm < 32; arm++)
        {
            int way = (int)((turn + arm * 2) % 64);
            long slow = 3 + ((long)arm + step / 4) % 4;
            ulong kind = Below(3);
            var def = Def(kind == 0 ? circle : kind == 1 ? pellet : crumb, new Vec2(240, 120), Bullet, Ship | Shot);
            def.Placement.Angle = kind == 0 ? 0 : kind == 1 ? turn / 16.0 : arm / 8.0;
            def.DespawnBeyond = 12;
            def.Flags = Native.BODY_DESPAWN_BEYOND;
            def.Data = step;
            Launch(bullets, def, 240 * 256, 120 * 256, ways[way, 0] * slow / 5, ways[way, 1] * slow / 5);
        }
        if (step % 5 == 0)
        {
            long x = shipAt[0], y = shipAt[1] - 12 * 256;
            var def = Def(spear, Place(x, y), Shot, step % 2 == 0 ? Foe : Bullet);
            def.MaxHits = 3;
            def.DespawnBeyond = 4;
            def.Flags = Native.BODY_MAX_HITS | Native.BODY_DESPAWN_BEYOND;
            Launch(shots, def, x, y, 0, -7 * 256);
        }
    }

    static void Move(Fliers fliers)
    {
        for (int k = 0; k < fliers.Count; k++)
        {
            fliers.At[k, 0] += fliers.By[k, 0];
            fliers.At[k, 1] += fliers.By[k, 1];
            fliers.Places[k] = Place(fliers.At[k, 0], fliers.At[k, 1]);
        }
        world.SetPositions(new ReadOnlySpan<Body>(fliers.Bodies, 0, fliers.Count),
            new ReadOnlySpan<Vec2>(fliers.Places, 0, fliers.Count));
    }

    // Turns some shots towards the nearest foe ahead.
    static void Home(int k)
    {
        var from = Place(shots.At[k, 0], shots.At[k, 1]);
        var ahead = world.InCone(from, -Math.PI / 2, 0.5, 300, Filter.Against(Foe));
        foreach (var near in world.Nearest(from, 2, Filter.Against(Foe)))
        {
            foreach (var body in ahead)
            {
                if (body != near.Body) continue;
                long by = shots.By[k, 0] + near.Point.X.CompareTo(from.X) * 64;
                shots.By[k, 0] = Math.Max(-512, Math.Min(512, by));
                return;
            }
        }
    }

    static readonly double[] turned = new double[12];

    static void Steer()
    {
        long[] by = { (long)Below(5) - 2, (long)Below(5) - 2 };
        long[] least = { 20 * 256, 400 * 256 }, most = { (Width - 20) * 256, (Height - 20) * 256 };
        for (int k = 0; k < 2; k++) shipAt[k] = Math.Max(least[k], Math.Min(most[k], shipAt[k] + by[k] * 700));
        world.SetPosition(ship, Place(shipAt[0], shipAt[1]));
        if (step % 40 == 0) world.SetFrame(ship, step / 40 % 2);
        world.SetAngle(boss, step / 64.0);
        for (int k = 0; k < 12; k++) turned[k] = step / 128.0 + k;
        world.SetAngles(foes, turned);
    }

    static readonly Vec2[] points = new Vec2[12];

    // Moves the points of the lasers, in every step.
    static void Wave()
    {
        for (int k = 0; k < 2; k++)
        {
            for (int j = 0; j < 12; j++)
            {
                long way = (step + j * 7 + k * 20) % 64;
                points[j] = Place(ways[way, 0] * j * 3, j * 40 * 256 + ways[way, 1]);
            }
            world.SetChain(lasers[k], points);
        }
    }

    static void Die()
    {
        died++;
        world.SetInvulnerable(ship, 90);
        var area = new Placement(Place(shipAt[0], shipAt[1]), 0, died % 3 == 2 ? 4 : 1);
        cancelled += world.RemoveOverlapping(bombs[died % 3], area, Filter.Against(Bullet)).Length;
    }

    static void KeepLiving(Fliers fliers)
    {
        int kept = 0;
        for (int k = 0; k < fliers.Count; k++)
        {
            if (!world.Contains(fliers.Bodies[k])) continue;
            fliers.Bodies[kept] = fliers.Bodies[k];
            for (int i = 0; i < 2; i++)
            {
                fliers.At[kept, i] = fliers.At[k, i];
                fliers.By[kept, i] = fliers.By[k, i];
            }
            kept++;
        }
        fliers.Count = kept;
    }

    static unsafe void Follow(Step told)
    {
        peak = Math.Max(peak, bullets.Count);
        grazed += (int)told.Grazes;
        wounds += world.HitsBetween(Shot, Foe).Length;
        byte core = world.RegionIndex(ship, "core");
        bool isHit = false;
        foreach (var hit in world.HitsBetween(Ship, Bullet | Laser)) isHit |= hit.Regions[0] == core;
        if (isHit && world.Get(ship).InvulnerableFor == 0) Die();
        foreach (var hit in world.HitsBetween(Shot, Bullet))
            if (world.Contains(hit.B)) world.Remove(hit.B);
        for (int k = 0; k < shots.Count; k++)
        {
            if (!world.Contains(shots.Bodies[k])) continue;
            var state = world.Get(shots.Bodies[k]);
            if (state.HasMaxHits == 1 && state.HitsLeft == 0) world.Remove(shots.Bodies[k]);
        }
        KeepLiving(bullets);
        KeepLiving(shots);
    }

    static int Main(string[] arguments)
    {
        var golden = File.ReadAllLines(arguments[0]);
        uint most = arguments.Length > 1 ? uint.Parse(arguments[1]) : 3200;
        MakeWays();
        Begin();
        while (step < most)
        {
            step++;
            Fire();
            Move(bullets);
            Move(shots);
            for (int k = 0; k < Math.Min(shots.Count, 4); k++) Home(k);
            Steer();
            Wave();
            Follow(world.Step());
            string ours = $"{step,5} {world.Hash:x16}";
            if (step % 100 == 0 && ours != golden[step / 100 - 1])
            {
                Console.Error.WriteLine($"{ours} instead of {golden[step / 100 - 1]}");
                return 1;
            }
        }
        string sum = $"{peak} bullets, {grazed} grazes, {died} deaths, {cancelled} cancelled, {wounds} wounds";
        if (most == 3200 && sum != golden[32])
        {
            Console.Error.WriteLine($"{sum} instead of {golden[32]}");
            return 1;
        }
        Console.WriteLine($"{sum}: the golden session from C#");
        return 0;
    }
}
