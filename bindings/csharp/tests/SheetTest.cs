// Sheets: what they tell by name, what is refused, and that the sheet of the editor's test gives the world of Rust. The
// argument is the folder of the repository.
using System;
using System.IO;
using System.Text;
using Kasuri;

static class SheetTest
{
    static void Check(bool holds, string what)
    {
        if (!holds) throw new Exception(what + " does not hold");
    }

    static void Refused(string text, Action call)
    {
        try
        {
            call();
        }
        catch (KasuriException refusal)
        {
            if (refusal.Message.Contains(text)) return;
            throw;
        }
        throw new Exception($"{text}: it was not refused");
    }

    static void Told(string root)
    {
        var json = File.ReadAllText(root + "/fuzz/seeds/sheet/two-frames.json");
        var ship = new Sheet(json);
        Check(ship.Frames.Count == 2 && ship.Image == "ship.png", "the frames");
        Check(ship.Frame("fly 1") == 1 && ship.Frame("run") == null, "frames by name");
        Check(ship.Values.Text("by") == "hand" && ship.Values.Number("by") == null && ship.Values.Text("at") == null, "its values");
        SheetFrame first = ship.Frames[0], second = ship.Frames[1];
        Check(first.Name == "fly 0" && first.Width == 8 && first.Height == 4 && first.Duration == 80, "a frame");
        Check(first.Pivot.X == 4 && first.Pivot.Y == 2.5 && first.At.Value.Y == 0 && second.At == null, "its place");
        Check(first.Values.Number("speed") == 1.5 && first.Values.Truth("is_open") == true, "values of a frame");
        var core = first.Regions[0];
        Check(core.Name == "core" && core.Layer == 4 && core.Against == 8 && core.Values.Number("damage") == 3, "a region");
        Check(second.Regions.Count == 3 && second.Regions[0].Layer == null, "regions");
        Check(ship.Region(1, "hull") == 2 && ship.Region(0, "hull") == 0, "regions by name");
        var fly = ship.Tags[0];
        Check(ship.Tags.Count == 1 && fly.Name == "fly" && fly.From == 0 && fly.To == 1 && fly.Length == 120, "a tag");
        Check(ship.Tag("fly") == 0 && ship.Tag("run") == null, "tags by name");
        Check(ship.FrameAt("fly", 80.5) == 1 && ship.FrameAt("fly", -3) == 0 && ship.FrameAt("run", 0) == null, "frames of a tag");
        Check(ship.Mask(0).Count == ship.Mask(1).Count && ship.Mask(0).Count > 0, "masks");
        Check(new Sheet(ship.ToJson()).ToJson() == ship.ToJson(), "the same again");

        var world = new World();
        var alone = BodyDef.Of(ship.Look(1));
        var all = BodyDef.Of(ship);
        all.Frame = 1;
        Body a = world.Spawn(alone), b = world.Spawn(all);
        Check(world.DistanceOf(a, b).Value.Value == 0 && world.Step().Began > 0, "a look alone");
        Refused("2", () => world.SetFrame(b, 2));

        Refused("", () => new Sheet(""));
        Refused("kasuri_sheet is missing", () => new Sheet("{}"));
        Refused("2 is not a version known here", () => new Sheet(json.Replace("\"kasuri_sheet\": 1", "\"kasuri_sheet\": 2")));
        for (int k = 1; k < json.Trim().Length; k += 7) Refused("", () => new Sheet(json.Substring(0, k)));
        Refused("there is no frame 2 among 2; the first is 0", () => ship.Mask(2));
        Refused("there is no frame", () => ship.Look(-1));
        var cut = "{\"kasuri_sheet\": 1, \"frames\": [{\"size\": [1, 1], \"at\": [0, 0], \"mask\": {\"alpha\": 9}}]}";
        Refused("which was not given", () => new Sheet(cut));
        var picture = File.ReadAllBytes(root + "/assets/try/crab.png");
        Check(new Sheet(Encoding.UTF8.GetBytes(cut), picture).Frames.Count == 1, "a picture beside it");
        ship.Dispose();
        Refused("no handle", () => first.Values.Number("speed"));
    }

    // The same steps as in tests/sheet.rs.
    static void World(string root)
    {
        var sheet = new Sheet(File.ReadAllBytes(root + "/tests/sheets/edited.sheet.json"));
        Check(sheet.Frames.Count == 64 && sheet.Tags.Count > 0, "the edited sheet");
        var world = new World();
        var bodies = new Body[sheet.Tags.Count];
        var def = BodyDef.Of(sheet);
        for (int k = 0; k < bodies.Length; k++)
        {
            def.Placement.At = new Vec2(100 + 20 * k, 100);
            bodies[k] = world.Spawn(def);
        }
        var round = BodyDef.Of(Shape.Circle(3));
        round.Graze = 4;
        round.Flags |= Native.BODY_GRAZE;
        var ball = world.Spawn(round);
        uint hits = 0;
        for (int number = 0; number < 600; number++)
        {
            for (int k = 0; k < bodies.Length; k++)
            {
                world.SetFrame(bodies[k], (uint)sheet.FrameAt(sheet.Tags[k].Name, number * 16).Value);
                world.SetAngle(bodies[k], number / 64.0);
            }
            world.SetPosition(ball, new Vec2(90 + number % 60, 100 + number % 7));
            var step = world.Step();
            hits += step.Began + step.Stayed;
        }
        var found = $"{world.Hash:x16} {hits}";
        var kept = File.ReadAllText(root + "/tests/sheets/hash.txt").Trim();
        Check(found == kept, $"{found} instead of {kept}");
        Console.WriteLine(found + ": the sheet of the editor's test from C#");
    }

    static void Main(string[] arguments)
    {
        Told(arguments[0]);
        World(arguments[0]);
    }
}
