// Tests every part of the C# layer once, how it reports mistakes, and that a frame makes no garbage after the first
// frames.
using System;
using Kasuri;

static class Api
{
    static int checks;

    static void Check(bool holds, string what)
    {
        checks++;
        if (!holds) throw new Exception(what + " does not hold");
    }

    static void Refused(Status status, string text, Action call)
    {
        checks++;
        try
        {
            call();
        }
        catch (KasuriException refusal)
        {
            if (refusal.Status == status && refusal.Message.Contains(text)) return;
            throw;
        }
        throw new Exception($"{text}: it was not refused");
    }

    static void Masks()
    {
        var mask = Mask.FromFunction(4, 3, (x, y) => x + y >= 2);
        Check(mask.Width == 4 && mask.Height == 3 && mask.Count == 9, "the mask's size");
        var copy = mask.Copy();
        copy[0, 0] = true;
        Check(copy.Count == 10 && mask.Count == 9 && copy[0, 0] && !mask[0, 0], "a copy of its own");
        Check(mask.Bounds.Value.X1 == 4 && new Mask(2, 2).Bounds == null, "bounds");
        Check(mask.CommonCount(copy) == 9 && mask.Meets(copy, 1, 1), "common texels");
        copy.KeepCommon(mask);
        Check(copy.Count == 9 && mask.Sliced(2, 3).Length == 2 && mask.Scaled(8, 6).Count == 36, "other masks");
        Check(mask.Carve(Shape.Circle(1), new Placement(new Vec2(2, 2))) > 0, "carving");
        Refused(Status.Refused, "0 x 4 texels", () => new Mask(0, 4));
        Refused(Status.Refused, "65537 x 65537 texels", () => Mask.FromFunction(65537, 65537, (x, y) => true));
        Refused(Status.Refused, "has 3 bytes; 10 x 10 RGBA pixels need 400", () => Mask.FromRgba(10, 10, new byte[3]));
        Refused(Status.Refused, "not a picture that kasuri can read", () => Mask.FromPng(new byte[40]));
        mask.Dispose();
        mask.Dispose();
        Refused(Status.NullHandle, "no handle", () => mask.Fill());
    }

    static void Worlds()
    {
        var def = World.Default;
        def.HasBounds = 1;
        def.Bounds1 = new Vec2(320, 240);
        var world = new World(def);
        var defs = new BodyDef[3];
        var balls = new Body[3];
        var ball = Shape.Circle(3);
        for (int k = 0; k < 3; k++)
        {
            defs[k] = BodyDef.Of(ball);
            defs[k].Placement.At = new Vec2(10 + 5 * k, 20);
            defs[k].Data = (ulong)k;
        }
        world.SpawnMany(defs, balls);
        Check(world.Length == 3 && world.Get(balls[2]).Data == 2, "bodies");
        var step = world.Step();
        Check(step.Number == 1 && step.Began == 2, "the step");
        var first = world.HitsOf(Hits.Began)[0];
        Check(first.A == balls[0] && first.B == balls[1] && first.HasT == 0, "the first hit");
        Check(world.ContactOf(first).Value.Depth == 1, "its contact");
        Check(world.OverlapOf(first).Kind == (uint)OverlapKind.ShapeShape, "its overlap");
        Check(world.DistanceOf(balls[0], balls[2]).Value.Value == 4, "the distance");
        Vec2 one, other;
        Check(world.PushApart(first, 0.5, out one, out other) && one.X < 0 && other.X > 0, "pushed apart");
        world.SetPositions(balls, new[] { new Vec2(100, 100), new Vec2(200, 100), new Vec2(20, 20) });
        world.Step();
        Check(world.HitsOf(Hits.Ended).Length == 2 && world.HitsOf().IsEmpty, "what ended");
        Check(world.FirstOnRay(new Vec2(0, 100), new Vec2(300, 100), Filter.All).Value.Body == balls[0], "the ray");
        Check(world.AlongRay(new Vec2(0, 100), new Vec2(300, 100), Filter.All).Length == 2, "all along it");
        Check(world.Nearest(new Vec2(60, 100), 1, Filter.All)[0].Distance == 37, "the nearest");
        Check(world.InBox(new Vec2(0, 0), new Vec2(320, 240), Filter.All).Length == 3, "a box");
        var met = new SweepHit[9];
        int count;
        var travel = world.Travel(balls[0], new Vec2(150, 0), Response.Stick, 0, met, out count);
        Check(count == 1 && met[0].Body == balls[1] && travel.At.X > 190, "the travel");
        Refused(Status.Refused, "NaN is not a finite number", () => world.SetPosition(balls[0], new Vec2(double.NaN, 0)));
        world.Remove(balls[0]);
        Refused(Status.StaleBody, "was removed", () => world.Get(balls[0]));
        Refused(Status.StaleBody, "no body has", () => world.Remove(default(Body)));
        var hash = world.Hash;
        var before = world.Snapshot();
        world.Clear();
        Check(world.Length == 0, "cleared");
        world.Restore(before);
        Check(world.Hash == hash && world.Length == 2, "restored");
        world.Clear();
        world.Restore(Snapshot.FromBytes(before.Bytes));
        Check(world.Hash == hash, "restored from bytes");
        Refused(Status.Refused, "not a readable snapshot", () => Snapshot.FromBytes(new byte[9]));
        world.SetSwept(balls[1], true);
        world.Teleport(balls[1], new Vec2(7, 7));
        Check(world.Get(balls[1]).IsSwept == 1 && world.Get(balls[1]).Placement.At.X == 7, "teleported");
    }

    static void Placing()
    {
        var world = new World();
        var post = BodyDef.Of(Shape.Ellipse(2, 9));
        post.Layers.Group = 4;
        var posts = new[] { world.Spawn(post), default(Body) };
        post.Placement.At = new Vec2(11.5, 0);
        posts[1] = world.Spawn(post);
        var body = BodyDef.Of(Mask.FromFunction(5, 3, (x, y) => x + y >= 2));
        var angles = new[] { 0, 0.7 };
        var places = new PlaceGrid(new Vec2(-30, -8), new Vec2(0.5, 1), 130, 17);
        var fits = world.Fits(body, angles, places, Filter.All);
        Check(fits.Words.Length == 2 * 17 * 3 && places.Columns == 130 && places.Rows == 17, "the words of the map");
        // Each pose by itself: one place of its own.
        ulong free = 0;
        FreePose? first = null;
        for (int angle = 0; angle < 2; angle++)
            for (uint y = 0; y < 17; y++)
                for (uint x = 0; x < 130; x++)
                {
                    var at = new PlaceGrid(new Vec2(-30 + x * 0.5, -8 + y), new Vec2(1, 1), 1, 1);
                    bool isFree = world.CountFits(body, new[] { angles[angle] }, at, Filter.All) == 1;
                    Check(fits.IsFree(angle, x, y) == isFree, "the bit of a pose");
                    if (isFree && first == null) first = new FreePose { Angle = (uint)angle, X = x, Y = y, At = at.From };
                    free += isFree ? 1u : 0u;
                }
        Check(free > 1000 && free < 2 * 17 * 130 && !fits.IsFree(2, 0, 0) && !fits.IsFree(0, 130, 0), "free poses");
        Check(world.CountFits(body, angles, places, Filter.All) == free, "their number");
        Check(world.FirstFit(body, angles, places, Filter.All).Equals(first), "the first");
        var near = world.NearestFit(body, new Vec2(5.75, 0), angles, places, Filter.All).Value;
        Check(near.At.X == 5.5 && near.At.Y == 0 && near.Angle == 0, "the nearest");
        var one = new PlaceGrid(new Vec2(0, 0), new Vec2(1, 1), 1, 1);
        Check(world.FirstFit(body, angles, one, Filter.All) == null, "no place");
        Check(world.NearestFit(body, new Vec2(0, 0), angles, one, Filter.All) == null, "no nearest place");
        Check(world.CountFits(body, angles, places, Filter.Against(2)) == 2 * 17 * 130, "a filter");
        body.Layers.Group = 4;
        Check(world.CountFits(body, angles, places, Filter.All) == 2 * 17 * 130, "a group");
        Refused(Status.Refused, "count: 0 is out of range", () => world.Fits(body, new double[0], places, Filter.All));
        Refused(Status.Refused, "from[0]: NaN", () => world.CountFits(body, angles,
            new PlaceGrid(new Vec2(double.NaN, 0), new Vec2(1, 1), 2, 2), Filter.All));
        Refused(Status.Refused, "step[1]: a step of 0", () => world.FirstFit(body, angles,
            new PlaceGrid(new Vec2(0, 0), new Vec2(1, 0), 2, 2), Filter.All));
        Refused(Status.Refused, "to[1]", () => world.NearestFit(body, new Vec2(0, 1e9), angles, places, Filter.All));
        world.Dispose();
        Refused(Status.NullHandle, "no handle", () => world.Fits(body, angles, places, Filter.All));
    }

    static void Setters()
    {
        var ball = Shape.Circle(3);
        World edited = new World(), spawned = new World();
        var ship = edited.Spawn(BodyDef.Of(ball));
        edited.SetGroup(ship, 7);
        edited.SetOneWay(ship, new Vec2(0, -1));
        edited.SetRegion(ship, "core", Shape.Circle(1), 2, 3);
        var def = BodyDef.Of(new Look(ball).Region("core", Shape.Circle(1), 2, 3));
        def.Layers.Group = 7;
        def.OneWay = new Vec2(0, -1);
        def.Flags = Native.BODY_ONE_WAY;
        spawned.Spawn(def);
        Check(edited.Hash == spawned.Hash, "set and spawned");
        var other = edited.Spawn(def);
        Check(edited.Step().Began == 0 && edited.Get(ship).Layers.Group == 7, "one group");
        edited.SetGroup(other, 0);
        Check(edited.Step().Began > 0, "no group");
        edited.SetSensor(ship, true);
        Check(edited.Get(ship).IsSensor == 1 && edited.Get(ship).HasOneWay == 0, "a sensor");
        edited.SetOneWay(ship, null);
        edited.RemoveRegion(ship, "core");
        Refused(Status.Refused, "core", () => edited.RemoveRegion(ship, "core"));
        Refused(Status.Refused, "NaN", () => edited.SetOneWay(ship, new Vec2(double.NaN, 1)));
        Refused(Status.Refused, "ry: -1 is negative", () => Shape.Ellipse(1, -1));
        var points = new[] { new Vec2(0, 0), new Vec2(9, 5), new Vec2(3, 9), new Vec2(1, 0), new Vec2(7, 7) };
        var chains = new[]
        {
            edited.Spawn(BodyDef.Of(Shape.Chain(new[] { points[0], points[1], points[2] }, 1))),
            edited.Spawn(BodyDef.Of(Shape.Chain(new[] { points[0], points[1] }, 1))),
        };
        edited.SetChains(chains, points);
        var hash = edited.Hash;
        edited.SetChain(chains[0], new ReadOnlySpan<Vec2>(points, 0, 3));
        edited.SetChain(chains[1], new ReadOnlySpan<Vec2>(points, 3, 2));
        Check(edited.Hash == hash, "many chains and each");
        Refused(Status.Refused, "points", () => edited.SetChains(chains, new ReadOnlySpan<Vec2>(points, 0, 4)));
        edited.Remove(ship);
        Refused(Status.StaleBody, "was removed", () => edited.SetGroup(ship, 1));
        Refused(Status.StaleBody, "was removed", () => edited.SetRegion(ship, "core", ball));
    }

    // The numbers are those of the library's own examples.
    static void TestMathematics()
    {
        Check(Det.Sin(0.5) == 0.479425538604203 && Det.Cos(0) == 1 && Det.Atan2(1, 1) == Math.PI / 4, "angles");
        Check(Det.Sqrt(2.25) == 1.5 && Det.Hypot(3, 4) == 5 && Det.Exp2(-3) == 0.125, "lengths and powers");
        Check(Det.Rotate(new Vec2(3, 1), 0).X == 3 && Det.MoveTowards(new Vec2(0, 0), new Vec2(3, 4), 2.5).Y == 2, "moves");
        Check(Det.TurnTowards(new Vec2(2, 0), new Vec2(0, 50), 2).Y == 2, "a turn");
        var random = new RandomStream(0);
        ulong wave = random.Split(9).Key;
        Check(random.Bits() == 0xca00a0459843d731 && random.Bits() == 0x66c24222c9a845b5 && random.Drawn == 2, "bits");
        Check(random.Split(9).Key == wave && random.Split(8).Key != wave, "streams of their own");
        Check(random.Below(6) < 6 && random.Between(2, 3) >= 2 && random.Drawn == 4, "random numbers");
    }

    static void Queries()
    {
        var ball = Shape.Circle(4);
        var here = new Placed(ball, new Placement(new Vec2(0, 0)));
        var near = new Placed(ball, new Placement(new Vec2(5, 0)));
        var far = new Placed(ball, new Placement(new Vec2(20, 0)));
        Check(Query.Overlaps(here, near) && !Query.Overlaps(here, far), "overlaps");
        Check(Query.OverlapOf(here, near).Kind == (uint)OverlapKind.ShapeShape, "overlap");
        Check(Query.ContactOf(here, near).Value.Depth == 3 && Query.ContactOf(here, far) == null, "contact");
        Check(Query.DistanceOf(here, far).Value.Value == 12, "distance");
        Check(Query.Contains(here, new Vec2(4, 0)) && !Query.Contains(here, new Vec2(4.1, 0)), "contains");
        Check(Query.CastOn(far, new Vec2(0, 0), new Vec2(32, 0)).Value.T == 0.5, "cast");
        Check(Math.Abs(Query.Sweep(here, new Vec2(100, 0), far, new Vec2(20, 0)).Value.T - 0.12) < 1e-12, "sweep");
        Check(Query.Crossings(here, near).Length == 2 && Query.Crossings(here, far).Length == 0, "crossings");
        var map = new TileMap(8, 8, new[] { "##", "##", "##" });
        var tiles = new Placed(map, new Placement(new Vec2(0, 0)));
        Check(map.Size.X == 2 && map.Size.Y == 3 && Query.OverlapCells(near, tiles).Length == 2, "cells");
        var mask = Mask.FromFunction(8, 8, (x, y) => x >= y);
        var sprite = new Placed(mask, new Placement(new Vec2(0, 0)));
        Check(Query.CommonPixels(sprite, sprite).Length == 36, "common pixels");
        Refused(Status.Refused, "NaN", () => Query.Contains(here, new Vec2(double.NaN, 0)));
        Refused(Status.NullHandle, "a.solid: 0 is no handle", () => Query.Overlaps(default(Placed), here));
        Check(Query.Deflected(new Vec2(3, 4), new Vec2(0, -1), 1).Y == -4, "deflected");
        TestMathematics();
        var grid = new PlaceGrid(new Vec2(-20, 0), new Vec2(1, 1), 41, 1);
        Placed[] own = { here }, others = { here };
        Check(Query.CountFits(own, others, grid) == 24 && Query.Fits(own, others, grid).IsFree(0, 11, 0), "fits");
        Check(Query.FirstFit(own, others, grid).Value.X == 0, "the first fit");
        Check(Query.NearestFit(own, others, new Vec2(1, 0), grid).Value.At.X == 9, "the nearest fit");
        Check(Query.FirstFit(own, others, new PlaceGrid(new Vec2(0, 0), new Vec2(1, 1), 1, 1)) == null, "no fit");
        Refused(Status.Refused, "count: 0", () => Query.Fits(new Placed[0], others, grid));

        var world = new World();
        var bodies = new[] { world.Spawn(BodyDef.Of(ball)), world.Spawn(BodyDef.Of(ball)) };
        var at = new[] { new Vec2(0, 0), new Vec2(5, 0) };
        world.TeleportMany(bodies, at);
        var told = new Vec2[2];
        world.Positions(bodies, told);
        Check(told[1].X == 5 && world.Bodies().Length == 2 && world.AtPoint(new Vec2(-3, 0), Filter.All)[0] == bodies[0], "positions");
        var placements = new Placement[2];
        world.SetScale(bodies[1], new Vec2(-2, 2));
        world.Placements(bodies, placements);
        Check(placements[1].Scale.X == -2 && world.Crossings(bodies[0], bodies[1]).Length == 2, "placements");
        world.SetRadii(bodies, new[] { 4, 0.5 });
        Check(world.Step().Began == 1, "radii");
        Check(world.SweepSolid(ball, new Placement(new Vec2(-100, 0)), new Vec2(0, 0), Filter.All).Value.Body == bodies[0], "a sweep");
        world.SetLook(bodies[0], new Look(ball).Region("a name of more than sixteen bytes", ball));
        Check(world.RegionName(bodies[0], 1) == "a name of more than sixteen bytes", "the region's name");
        Refused(Status.Refused, "there is no region 2", () => world.RegionName(bodies[0], 2));
        world.SetCooldown(bodies[0], 3);
        world.SetMaxHits(bodies[0], 5);
        world.SetData(bodies[0], 77);
        world.SetDespawnBeyond(bodies[0], null);
        world.SetBackend(Backend.Cpu);
        var state = world.Get(bodies[0]);
        Check(state.Data == 77 && state.HasMaxHits == 1 && state.HitsLeft == 5, "settings");
        world.SetMaxHits(bodies[0], null);
        Check(world.Get(bodies[0]).HasMaxHits == 0, "no limit");
        world.Teleport(bodies[0], new Vec2(-100, 0));
        Check(world.Advance(bodies[0], new[] { new Vec2(-50, 50), new Vec2(-50, 0), new Vec2(50, 0) }).Value.Leg == 2, "advanced");
        Check(world.PlaceOf(world.PixelsOf(new Vec2(3, 4))).Y == 4, "pixels");
        var snapshot = world.Snapshot();
        Check(snapshot.Hash == world.Hash && snapshot.Steps == 1, "the snapshot");

        var words = mask.Words();
        Check(words.Length == 8 && words[0] == 255 && Mask.FromWords(8, 8, words).Count == 36, "words");
        Refused(Status.Refused, "words", () => Mask.FromWords(8, 8, new ulong[7]));
        Check(mask.Cropped(new PixelBox { X1 = 4, Y1 = 4 }).Count == 10 && mask.Dilated(1).Count > 36 && mask.Eroded(1).Count < 36, "masks");
        Check(mask.CommonFirst(mask).Value.X == 0 && mask.Centroid.Value.X > 4 && mask.Angle != null, "of masks");
        Check(new Mask(2, 2).Centroid == null && new Mask(2, 2).Angle == null && new Mask(2, 2).CommonFirst(mask) == null, "of none");
        Check(mask.Convolved(mask).Width == 15 && mask.Outline().Length > 8 && mask.Rectangles().Length > 1, "more of masks");
        Check(mask.Components(Neighbours.Eight).Length == 1 && mask.Component(Neighbours.Eight, 0).Count == 36, "components");
        var ring = Mask.FromFunction(3, 3, (x, y) => x != 1 || y != 1);
        Check(ring.Traced().Length == 2 && ring.Traced()[0].Length == 4 && ring.ConvexParts().Length >= 4, "polygons");
        var spots = Mask.FromFunction(40, 40, (x, y) => x % 2 == 0 && y % 2 == 0);
        Check(spots.Traced().Length == 400 && spots.Traced()[399].Length == 4 && new Mask(2, 2).Traced().Length == 0, "many polygons");
        Refused(Status.Refused, "tolerance", () => ring.Traced(-1));
        var both = mask.Copy();
        both.Xor(mask);
        Check(both.Count == 0 && both.Stamp(Shape.Circle(2), new Placement(new Vec2(4, 4))) > 0, "stamped");
    }

    static void Batches()
    {
        double[] column = { 3, 3, 3 };
        var boxes = new Side { Kind = PoseKind.Boxes, X = column, Y = column, HalfWidth = column, HalfHeight = column, Angle = new double[] { 0, 1, 2 } };
        var circles = new Side { Kind = PoseKind.Circles, X = new double[] { 3, 50, 6 }, Y = column, Radius = new double[] { 1, 1, 1 } };
        var bits = Batch.Overlaps(boxes, circles);
        Check(bits.Length == 1 && bits[0] == 5, "bits");
        var hits = Batch.Hits(boxes, circles, Touching.Ignored, 1);
        Check(hits.Length == 2 && hits[1] == 2, "pairs");
        var ways = Batch.Separations(circles, circles);
        Check(ways.Length == 3 && ways[1].Overlaps == 1 && ways[1].Depth == 2, "separations");
        var listed = new Side
        {
            Kind = PoseKind.Shapes, X = column, Y = column, Angle = column, Solids = new Solid[] { ball, Shape.Box(1, 1) }, Index = new uint[] { 0, 1, 0 },
        };
        Check(Batch.Hits(listed, boxes).Length == 3, "shapes of a list");
        Refused(Status.NullPointer, "a.radius: the pointer is NULL", () => Batch.Hits(new Side { Kind = PoseKind.Circles, X = column, Y = column }, boxes));
        listed.Index[0] = 9;
        Refused(Status.Refused, "", () => Batch.Hits(listed, boxes));
        checks++;
        try
        {
            Batch.Hits(new Side { X = column, Y = new double[2] }, boxes);
            throw new Exception("columns of two lengths were not refused");
        }
        catch (ArgumentException error) { Check(error.Message == "there are 2 values for 3 bodies; each body needs one", "its text"); }
    }

    static void Recordings()
    {
        var world = new World();
        var body = world.Spawn(BodyDef.Of(Shape.Box(2, 2)));
        var recorder = new Recorder();
        for (int k = 0; k < 5; k++)
        {
            world.SetPosition(body, new Vec2(k, 0));
            recorder.Step(world);
        }
        var recording = new Recording(recorder.Bytes);
        var replay = recording.Replay();
        while (replay.Step() != null) { }
        Check(recording.Cut == 0 && recording.FirstDifference(recording) == null, "the same recording");
        Check(recording.Length == 5 && replay.Difference == null, "the replay");
        Check(replay.IntoWorld().Hash == world.Hash, "its world");
        Refused(Status.NullHandle, "no handle", () => replay.Step());
    }

    // Creates objects and forgets them.
    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    static void Forget(int count)
    {
        for (int k = 0; k < count; k++)
        {
            var world = new World();
            world.Spawn(BodyDef.Of(ball));
            world.Snapshot();
            Shape.Circle(1);
        }
    }

    static readonly Shape ball = Shape.Circle(3);

    // The lower bits of a handle are the number of its place: places of freed objects are used again.
    static ulong Place(Handle handle) { return handle.Id & 0xfffff; }

    static void Forgotten()
    {
        var before = Place(new World());
        for (int round = 0; round < 60; round++)
        {
            Forget(100);
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
        var held = new World[400];
        ulong last = 0;
        for (int k = 0; k < held.Length; k++)
        {
            held[k] = new World();
            last = Math.Max(last, Place(held[k]));
        }
        foreach (var world in held) world.Dispose();
        Console.WriteLine($"after 6,000 forgotten worlds, 6,000 snapshots and 6,000 shapes: place {last}, {before} before");
        Check(last < before + 2000, $"forgotten objects are freed: place {last} after {before}");

        // A shape whose number is in a BodyDef is not freed behind its back.
        var defs = new BodyDef[50];
        for (int k = 0; k < defs.Length; k++) defs[k] = BodyDef.Of(Shape.Circle(k + 1));
        GC.Collect();
        GC.WaitForPendingFinalizers();
        var bodies = new Body[defs.Length];
        var spawned = new World();
        spawned.SpawnMany(defs, bodies);
        Check(spawned.Length == 50, "shapes of a BodyDef");

        // Nor is an object that a call uses.
        for (int k = 0; k < 200; k++)
        {
            if (k % 20 == 0) GC.Collect();
            Check(new Mask(8, 8).CommonCount(new Mask(8, 8)) == 0, "masks of one call");
        }
        var twice = new World();
        twice.Dispose();
        twice.Dispose();
        Check(twice.Id == 0, "disposed twice");
    }

    static void Texts()
    {
        var world = new World();
        Refused(Status.NullHandle, "appearance: 0 is no handle; a shape, a mask, a tile map, a look, a list of frames or a sheet is "
            + "expected: create it first, and free it after its last use", () => world.Spawn(default(BodyDef)));
        var gone = Shape.Circle(1);
        var def = BodyDef.Of(gone);
        gone.Dispose();
        Refused(Status.StaleHandle, "the handle's object was freed; free an object after its last use", () => world.Spawn(def));
        def.Appearance = world.Id;
        Refused(Status.WrongKind, "appearance: the handle is of a world; a shape", () => world.Spawn(def));
        world.Dispose();
        Refused(Status.NullHandle, "world: 0 is no handle; a world is expected", () => world.Step());
    }

    static void NoGarbage()
    {
        const int Count = 2000;
        var world = new World();
        var defs = new BodyDef[Count];
        var bodies = new Body[Count];
        var at = new Vec2[Count];
        var angles = new double[Count];
        var box = Shape.Box(3, 1);
        for (int k = 0; k < Count; k++) defs[k] = BodyDef.Of(box);
        world.SpawnMany(defs, bodies);
        Action<int> frame = number =>
        {
            for (int k = 0; k < Count; k++)
            {
                at[k] = new Vec2(k % 50 * 5, k / 50 * 3 + number % 7);
                angles[k] = k + number * 0.1;
            }
            world.SetPositions(bodies, at);
            world.SetAngles(bodies, angles);
            world.Step();
            long sum = 0;
            foreach (var hit in world.HitsOf()) sum += hit.A.Slot;
            foreach (var near in world.Nearest(at[0], 3, Filter.All)) sum += near.Body.Slot;
            Check(sum >= 0, "the sum");
        };
        for (int k = 0; k < 50; k++) frame(k);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        int collections = GC.CollectionCount(0);
        long memory = GC.GetTotalMemory(false);
        for (int k = 0; k < 300; k++) frame(k);
        long made = GC.GetTotalMemory(false) - memory;
        Check(GC.CollectionCount(0) == collections, "no collection");
        // Mono counts memory in blocks, which it gives to threads.
        Check(made < 16384, made + " bytes of garbage in 300 frames: less than 16,384");
    }

    static int Main()
    {
        Masks();
        Worlds();
        Placing();
        Setters();
        Queries();
        Batches();
        Recordings();
        Forgotten();
        Texts();
        NoGarbage();
        Console.WriteLine($"the C# layer of kasuri {Library.Version}: {checks} checks");
        return 0;
    }
}
