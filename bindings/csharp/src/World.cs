using System;

namespace Kasuri
{
    /// <summary>A world: bodies, their hits, and queries at any time. A span that a call returns is valid until the
    /// next call of the same kind. After the first frames a frame makes no garbage.</summary>
    public sealed unsafe partial class World : Handle
    {
        readonly Buffer<Hit> hits = new Buffer<Hit>();
        readonly Buffer<Body> bodies = new Buffer<Body>();

        // About the memory of an empty world, of which the garbage collector knows nothing.
        const long Pressure = 6000;

        internal World(ulong id) : base(id, Pressure) { }

        /// <summary>Creates a world with the default settings.</summary>
        public World() : base(Make(null, null), Pressure) { }

        /// <summary>Creates a world with given settings, and with rules for pairs of layers.</summary>
        public World(WorldDef def, params PairRule[] rules) : base(Make(def, rules), Pressure) { }

        /// <summary>The default settings of a world.</summary>
        public static WorldDef Default
        {
            get
            {
                WorldDef def;
                Library.Check(Native.kasuri_world_def_default(&def));
                return def;
            }
        }

        static ulong Make(WorldDef? given, PairRule[] rules)
        {
            // Reading the version checks that the library matches this code.
            GC.KeepAlive(Library.Version);
            ulong id;
            if (!given.HasValue)
            {
                Library.Check(Native.kasuri_world_new(null, &id));
                return id;
            }
            WorldDef def = given.Value;
            fixed (PairRule* at = rules)
            {
                def.Rules = at;
                def.RuleCount = (UIntPtr)(rules == null ? 0 : rules.Length);
                Library.Check(Native.kasuri_world_new(&def, &id));
            }
            return id;
        }

        /// <summary>The number of bodies.</summary>
        public int Length
        {
            get
            {
                UIntPtr count;
                Check(Native.kasuri_world_len(Own, &count));
                return (int)count;
            }
        }

        /// <summary>The number of steps that were made.</summary>
        public ulong Steps
        {
            get
            {
                ulong steps;
                Check(Native.kasuri_world_steps(Own, &steps));
                return steps;
            }
        }

        /// <summary>The hash of everything that answers depend on: the same on every machine.</summary>
        public ulong Hash
        {
            get
            {
                ulong hash;
                Check(Native.kasuri_world_hash(Own, &hash));
                return hash;
            }
        }

        /// <summary>Spawns a body.</summary>
        public Body Spawn(BodyDef def)
        {
            Body body;
            Check(Native.kasuri_world_spawn(Own, &def, &body));
            return body;
        }

        /// <summary>Spawns a body for each definition: all of them, or none. `made` has the same length as
        /// `defs`.</summary>
        public void SpawnMany(ReadOnlySpan<BodyDef> defs, Span<Body> made)
        {
            Same(defs.Length, made.Length);
            fixed (BodyDef* at = defs)
            fixed (Body* to = made)
                Check(Native.kasuri_world_spawn_many(Own, at, (UIntPtr)defs.Length, to));
        }

        /// <summary>Removes a body.</summary>
        public void Remove(Body body) { Check(Native.kasuri_world_remove(Own, body)); }

        /// <summary>Removes many bodies: all of them, or none.</summary>
        public void RemoveMany(ReadOnlySpan<Body> gone)
        {
            fixed (Body* at = gone) Check(Native.kasuri_world_remove_many(Own, at, (UIntPtr)gone.Length));
        }

        /// <summary>Removes every body.</summary>
        public void Clear() { Check(Native.kasuri_world_clear(Own)); }

        /// <summary>Whether a body still exists.</summary>
        public bool Contains(Body body)
        {
            byte contains;
            Check(Native.kasuri_world_contains(Own, body, &contains));
            return contains != 0;
        }

        /// <summary>Returns the present state of a body.</summary>
        public BodyState Get(Body body)
        {
            BodyState state;
            Check(Native.kasuri_world_get(Own, body, &state));
            return state;
        }

        /// <summary>Returns the index by which hits report a region of a body.</summary>
        public byte RegionIndex(Body body, string name)
        {
            byte index;
            fixed (byte* text = Text.Of(name)) Check(Native.kasuri_world_region_index(Own, body, text, &index));
            return index;
        }

        static void Same(int bodies, int values)
        {
            if (bodies != values)
                throw new ArgumentException($"there are {values} values for {bodies} bodies; each body needs one");
        }

        /// <summary>Moves a body to a position.</summary>
        public void SetPosition(Body body, Vec2 at)
        {
            Check(Native.kasuri_world_set_position(Own, body, at.X, at.Y));
        }

        /// <summary>Moves many bodies, each to its own position: all of them, or none.</summary>
        public void SetPositions(ReadOnlySpan<Body> moved, ReadOnlySpan<Vec2> at)
        {
            Same(moved.Length, at.Length);
            fixed (Body* who = moved)
            fixed (Vec2* where = at)
                Check(Native.kasuri_world_set_positions(Own, who, where, (UIntPtr)moved.Length));
        }

        /// <summary>Does the same with positions in single precision, such as Unity's Vector2.</summary>
        public void SetPositions(ReadOnlySpan<Body> moved, ReadOnlySpan<Vec2f> at)
        {
            Same(moved.Length, at.Length);
            fixed (Body* who = moved)
            fixed (Vec2f* where = at)
                Check(Native.kasuri_world_set_positions_float(Own, who, where, (UIntPtr)moved.Length));
        }

        /// <summary>Moves a body to a position without a path in between: a swept body hits nothing on the way
        /// there.</summary>
        public void Teleport(Body body, Vec2 at)
        {
            Check(Native.kasuri_world_teleport(Own, body, at.X, at.Y));
        }

        /// <summary>Makes a body swept from the next step on, or not swept any more.</summary>
        public void SetSwept(Body body, bool isSwept)
        {
            Check(Native.kasuri_world_set_swept(Own, body, isSwept ? 1u : 0u));
        }

        /// <summary>Turns a body to an angle in radians.</summary>
        public void SetAngle(Body body, double angle) { Check(Native.kasuri_world_set_angle(Own, body, angle)); }

        /// <summary>Turns many bodies, each to its own angle: all of them, or none.</summary>
        public void SetAngles(ReadOnlySpan<Body> turned, ReadOnlySpan<double> angles)
        {
            Same(turned.Length, angles.Length);
            fixed (Body* who = turned)
            fixed (double* at = angles)
                Check(Native.kasuri_world_set_angles(Own, who, at, (UIntPtr)turned.Length));
        }

        /// <summary>Scales many bodies, each by its own factors: all of them, or none.</summary>
        public void SetScales(ReadOnlySpan<Body> scaled, ReadOnlySpan<Vec2> scales)
        {
            Same(scaled.Length, scales.Length);
            fixed (Body* who = scaled)
            fixed (Vec2* at = scales)
                Check(Native.kasuri_world_set_scales(Own, who, at, (UIntPtr)scaled.Length));
        }

        /// <summary>Moves, turns and scales many bodies: all of them, or none.</summary>
        public void SetPlacements(ReadOnlySpan<Body> placed, ReadOnlySpan<Placement> placements)
        {
            Same(placed.Length, placements.Length);
            fixed (Body* who = placed)
            fixed (Placement* at = placements)
                Check(Native.kasuri_world_set_placements(Own, who, at, (UIntPtr)placed.Length));
        }

        /// <summary>Shows another frame of a body.</summary>
        public void SetFrame(Body body, uint frame) { Check(Native.kasuri_world_set_frame(Own, body, frame)); }

        /// <summary>Shows another frame of many bodies, each its own: all of them, or none.</summary>
        public void SetFrames(ReadOnlySpan<Body> shown, ReadOnlySpan<uint> frames)
        {
            Same(shown.Length, frames.Length);
            fixed (Body* who = shown)
            fixed (uint* at = frames)
                Check(Native.kasuri_world_set_frames(Own, who, at, (UIntPtr)shown.Length));
        }

        /// <summary>Moves the points of a chain (a curved laser).</summary>
        public void SetChain(Body body, ReadOnlySpan<Vec2> points)
        {
            fixed (Vec2* at = points)
                Check(Native.kasuri_world_set_chain(Own, body, at, (UIntPtr)points.Length));
        }

        /// <summary>Moves the points of many chains: those of the first chain, then those of the second, and so on. All of
        /// them, or none.</summary>
        public void SetChains(ReadOnlySpan<Body> bent, ReadOnlySpan<Vec2> points)
        {
            fixed (Body* who = bent)
            fixed (Vec2* at = points)
                Check(Native.kasuri_world_set_chains(Own, who, (UIntPtr)bent.Length, at, (UIntPtr)points.Length));
        }

        /// <summary>Changes the radius of a circle, a capsule or a chain.</summary>
        public void SetRadius(Body body, double r) { Check(Native.kasuri_world_set_radius(Own, body, r)); }

        /// <summary>Changes the shape of a body; its regions do not change.</summary>
        public void SetShape(Body body, Shape shape)
        {
            Check(Native.kasuri_world_set_shape(Own, body, shape.Id));
        }

        /// <summary>Changes the mask of a body; pivot and regions do not change.</summary>
        public void SetMask(Body body, Mask mask) { Check(Native.kasuri_world_set_mask(Own, body, mask.Own)); }

        /// <summary>Changes the layers of a body, and its group.</summary>
        public void SetLayers(Body body, Layers layers)
        {
            Check(Native.kasuri_world_set_layers(Own, body, layers));
        }

        /// <summary>Puts a body in a group; 0 takes it out. Two bodies of one group are no pair.</summary>
        public void SetGroup(Body body, uint group) { Check(Native.kasuri_world_set_group(Own, body, group)); }

        /// <summary>Makes a body a sensor, which stops no travel, or one that stops travels from all sides.</summary>
        public void SetSensor(Body body, bool isSensor)
        {
            Check(Native.kasuri_world_set_sensor(Own, body, isSensor ? 1u : 0u));
        }

        /// <summary>Makes a body one-way: it stops only travels that hit a face of it that looks in this direction. Null
        /// makes it stop travels from all sides.</summary>
        public void SetOneWay(Body body, Vec2? direction)
        {
            var to = direction ?? default(Vec2);
            Check(Native.kasuri_world_set_one_way(Own, body, direction.HasValue ? 1u : 0u, to.X, to.Y));
        }

        /// <summary>Gives a body a region in all its frames; a region of the same name is replaced. Without layers it is on
        /// those of the body.</summary>
        public void SetRegion(Body body, string name, Solid solid, uint? layer = null, uint? against = null)
        {
            var region = Look.RegionOf(solid, layer, against);
            fixed (byte* text = Text.Of(name))
            {
                region.Name = text;
                Check(Native.kasuri_world_set_region(Own, body, &region), solid);
            }
        }

        /// <summary>Removes a region from all frames of a body.</summary>
        public void RemoveRegion(Body body, string name)
        {
            fixed (byte* text = Text.Of(name)) Check(Native.kasuri_world_remove_region(Own, body, text));
        }

        /// <summary>Makes a body take no hits in the next `steps` steps.</summary>
        public void SetInvulnerable(Body body, ulong steps)
        {
            Check(Native.kasuri_world_set_invulnerable(Own, body, steps));
        }

        /// <summary>Sets the margin within which the body's near misses are reported; null for none.</summary>
        public void SetGraze(Body body, double? margin)
        {
            Check(Native.kasuri_world_set_graze(Own, body, margin.HasValue ? 1u : 0u, margin ?? 0));
        }

        /// <summary>Makes a step: finds all overlaps and applies the rules. Returns the lengths of the step's
        /// lists.</summary>
        public Step Step()
        {
            Step step;
            Check(Native.kasuri_world_step(Own, &step));
            return step;
        }

        struct AskHits : IAsk<Hit>
        {
            internal ulong Id;
            internal Hits Which;

            public Status Call(Hit[] items, UIntPtr* count)
            {
                fixed (Hit* list = items)
                    return Native.kasuri_world_hits(Id, (uint)Which, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns hits of the last step.</summary>
        public ReadOnlySpan<Hit> HitsOf(Hits which = Hits.All)
        {
            var ask = new AskHits { Id = Own, Which = which };
            return Kept(hits.Fill(ref ask));
        }

        struct AskBetween : IAsk<Hit>
        {
            internal ulong Id;
            internal uint A, B;

            public Status Call(Hit[] items, UIntPtr* count)
            {
                fixed (Hit* list = items)
                    return Native.kasuri_world_hits_between(Id, A, B, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns the hits between two sets of layers. In each hit the body on the layers `a` is
        /// first.</summary>
        public ReadOnlySpan<Hit> HitsBetween(uint a, uint b)
        {
            var ask = new AskBetween { Id = Own, A = a, B = b };
            return Kept(hits.Fill(ref ask));
        }

        struct AskTold : IAsk<Body>
        {
            internal ulong Id;
            internal Told Which;

            public Status Call(Body[] items, UIntPtr* count)
            {
                fixed (Body* list = items)
                    return Native.kasuri_world_told(Id, (uint)Which, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns the bodies that left or entered the bounds, or were despawned, in the last
        /// step.</summary>
        public ReadOnlySpan<Body> BodiesTold(Told which)
        {
            var ask = new AskTold { Id = Own, Which = which };
            return Kept(bodies.Fill(ref ask));
        }

        /// <summary>The time and the amounts of the last step.</summary>
        public Report Report
        {
            get
            {
                Report report;
                Check(Native.kasuri_world_report(Own, &report));
                return report;
            }
        }
    }
}
