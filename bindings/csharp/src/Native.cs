// Made of bindings/c/include/kasuri.h by bindings/c/tests/csharp.rs. Do not edit it here.
using System;
using System.Runtime.InteropServices;

namespace Kasuri
{
    /// <summary>What every call returns. Anything but `KASURI_STATUS_OK` is a refusal: nothing has changed, unless the function says
    /// otherwise, and `kasuri_last_error` tells why.</summary>
    public enum Status : int
    {
        /// <summary>Done.</summary>
        Ok = 0,
        /// <summary>The library refused it: a number that is not finite, a size out of range, a damaged file. The text tells which.</summary>
        Refused = 1,
        /// <summary>A pointer that must point to something is NULL.</summary>
        NullPointer = 2,
        /// <summary>A handle is 0, or is no handle at all.</summary>
        NullHandle = 3,
        /// <summary>A handle whose object was freed.</summary>
        StaleHandle = 4,
        /// <summary>A handle of another kind of object than is asked for.</summary>
        WrongKind = 5,
        /// <summary>A body that was removed, or that is another world's.</summary>
        StaleBody = 6,
        /// <summary>The buffer is too short. As many items as fit are in it, and the count is that of all.</summary>
        ShortBuffer = 7,
        /// <summary>A number stands for nothing: an enumerator that is not in the header, unknown flags, a length beyond memory.</summary>
        WrongValue = 8,
        /// <summary>The object is in use: by another thread, or by the call that called back.</summary>
        Busy = 9,
        /// <summary>The call panicked: a fault of the library. What it was changing is good for nothing but `kasuri_free`.</summary>
        Panic = 10,
        /// <summary>The object was being changed when a call panicked. Only `kasuri_free` takes it.</summary>
        Poisoned = 11,
        /// <summary>The header and the library are not of one version.</summary>
        WrongAbi = 12,
        /// <summary>There is no room for another object: a million live at a time.</summary>
        TooManyObjects = 13,
    }

    /// <summary>Which way +y goes.</summary>
    public enum Axes : uint
    {
        /// <summary>Down, as rows of pictures do; a positive angle looks clockwise.</summary>
        YDown = 0,
        /// <summary>Up; a positive angle looks counterclockwise.</summary>
        YUp = 1,
    }

    /// <summary>Whether a touch without depth is an overlap.</summary>
    public enum Touching : uint
    {
        /// <summary>One shared point is enough.</summary>
        Counts = 0,
        /// <summary>A pair overlaps only when its depth is more than 0.</summary>
        Ignored = 1,
    }

    /// <summary>What finds candidates. Each finds the same.</summary>
    public enum Broad : uint
    {
        /// <summary>Whichever is faster for the step.</summary>
        Auto = 0,
        /// <summary>Cells of several sizes.</summary>
        Grid = 1,
        /// <summary>A tree of boxes.</summary>
        Tree = 2,
        /// <summary>Every pair.</summary>
        Brute = 3,
    }

    /// <summary>What decides candidates. Each decides the same.</summary>
    public enum Backend : uint
    {
        /// <summary>This machine's processor.</summary>
        Cpu = 0,
        /// <summary>A GPU, for every step; what it cannot do is refused. Refused where the library was built without its feature `gpu`.</summary>
        Gpu = 1,
        /// <summary>Whichever is faster for a step. Without the feature `gpu` it is the processor.</summary>
        Auto = 2,
    }

    /// <summary>What a rule for two sets of layers says.</summary>
    public enum Rule : uint
    {
        /// <summary>A touch without depth is a hit.</summary>
        TouchingCounts = 0,
        /// <summary>A touch without depth is no hit.</summary>
        TouchingIgnored = 1,
        /// <summary>Two circles overlap when they are nearer than the root of the sum of their squared radii: a metric that is kind to
        /// players.</summary>
        RootedCircles = 2,
    }

    /// <summary>Which pixels of a picture are solid.</summary>
    public enum OpaqueKind : uint
    {
        /// <summary>Those whose alpha is at least `alpha`.</summary>
        Alpha = 0,
        /// <summary>Those of another colour than `key`.</summary>
        Key = 1,
    }

    /// <summary>Which texels beside a texel belong to the same piece.</summary>
    public enum Neighbours : uint
    {
        /// <summary>Those that share an edge.</summary>
        Four = 0,
        /// <summary>Those that share a corner too.</summary>
        Eight = 1,
    }

    /// <summary>What a cell of a tile map holds.</summary>
    public enum CellKind : uint
    {
        /// <summary>All of it is solid.</summary>
        Solid = 0,
        /// <summary>A convex polygon, seen from the cell's top left corner.</summary>
        Polygon = 1,
        /// <summary>A mask from the cell's top left corner.</summary>
        Mask = 2,
    }

    /// <summary>A list of hits that a step told.</summary>
    public enum Hits : uint
    {
        /// <summary>All that overlaps now, in order.</summary>
        All = 0,
        /// <summary>What overlaps now and did not after the last step.</summary>
        Began = 1,
        /// <summary>What overlaps now and did before.</summary>
        Stayed = 2,
        /// <summary>What overlapped after the last step and does no more.</summary>
        Ended = 3,
        /// <summary>Near misses: a pair's first within the margin.</summary>
        Grazes = 4,
    }

    /// <summary>A list of bodies that a step told.</summary>
    public enum Told : uint
    {
        /// <summary>Those that went out of the world's bounds: nothing of them is inside any more.</summary>
        Left = 0,
        /// <summary>Those that came into them.</summary>
        Entered = 1,
        /// <summary>Those that the step removed, too far out.</summary>
        Despawned = 2,
    }

    /// <summary>How two bodies overlap.</summary>
    public enum OverlapKind : uint
    {
        /// <summary>They do not.</summary>
        None = 0,
        /// <summary>Two sprites have pixels in common: `common` and `pixels` tell which.</summary>
        SpriteSprite = 1,
        /// <summary>A shape meets covered squares of a sprite: `pixels` tells how many.</summary>
        SpriteShape = 2,
        /// <summary>Two shapes meet: `contact` tells how.</summary>
        ShapeShape = 3,
        /// <summary>A body meets cells of a tile map: `cells` tells how many.</summary>
        Tiles = 4,
    }

    /// <summary>What a body does when it meets another.</summary>
    public enum Response : uint
    {
        /// <summary>It stays where it met.</summary>
        Stick = 0,
        /// <summary>It goes on along the surface.</summary>
        Slide = 1,
        /// <summary>It is thrown back: with a restitution of 1 as fast as it came, with 0 it slides.</summary>
        Bounce = 2,
    }

    /// <summary>What the bodies of a side are.</summary>
    public enum PoseKind : uint
    {
        /// <summary>Circles: x, y, radius.</summary>
        Circles = 0,
        /// <summary>Boxes: x, y, half_width, half_height, angle.</summary>
        Boxes = 1,
        /// <summary>Shapes of a list: x, y, angle, solids, index.</summary>
        Shapes = 2,
        /// <summary>Masks of a list, each turned around its middle: x, y, angle, solids, index.</summary>
        Masks = 3,
    }

    /// <summary>What columns are made of.</summary>
    public enum Number : uint
    {
        /// <summary>double.</summary>
        Double = 0,
        /// <summary>float.</summary>
        Float = 1,
    }

    /// <summary>How a picture becomes a mask.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Opaque
    {
        /// <summary>One of `kasuri_opaque_kind`.</summary>
        public uint Kind;
        /// <summary>The least alpha that is solid.</summary>
        public byte Alpha;
        /// <summary>The colour that is clear: red, green, blue.</summary>
        public fixed byte Key[3];
    }

    /// <summary>A half-open box of pixels or texels: x0 &lt;= x &lt; x1, y0 &lt;= y &lt; y1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PixelBox
    {
        /// <summary>First column.</summary>
        public int X0;
        /// <summary>First row.</summary>
        public int Y0;
        /// <summary>One past the last column.</summary>
        public int X1;
        /// <summary>One past the last row.</summary>
        public int Y1;
    }

    /// <summary>A place or a direction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Vec2
    {
        /// <summary>To the right.</summary>
        public double X;
        /// <summary>Down, or up in a world with `KASURI_AXES_Y_UP`.</summary>
        public double Y;
    }

    /// <summary>A pixel, a texel, or the cell of a tile map.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Pixel
    {
        /// <summary>Its column.</summary>
        public int X;
        /// <summary>Its row.</summary>
        public int Y;
    }

    /// <summary>Where a body stands.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Placement
    {
        /// <summary>Where its own origin lands.</summary>
        public Vec2 At;
        /// <summary>Radians; a positive angle turns +x towards +y.</summary>
        public double Angle;
        /// <summary>1/64 to 64 in size on each axis; negative to mirror.</summary>
        public Vec2 Scale;
    }

    /// <summary>A solid that stands somewhere, without a world: in pixels, +y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Placed
    {
        /// <summary>A shape, a mask or a tile map.</summary>
        public ulong Solid;
        /// <summary>Where it stands.</summary>
        public Placement Placement;
        /// <summary>Where the origin of a mask is, with `KASURI_LOOK_PIVOT`; else the middle.</summary>
        public Vec2 Pivot;
        /// <summary>`KASURI_LOOK_PIVOT`, or 0.</summary>
        public uint Flags;
    }

    /// <summary>A piece of a mask.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Piece
    {
        /// <summary>The box around it.</summary>
        public PixelBox Bounds;
        /// <summary>How many texels it has.</summary>
        public ulong Texels;
    }

    /// <summary>A part of a compound.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Part
    {
        /// <summary>Any shape but a compound and a tile map.</summary>
        public ulong Shape;
        /// <summary>Where it is in the compound.</summary>
        public Vec2 Offset;
    }

    /// <summary>What a character of a tile map's rows stands for.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Cell
    {
        /// <summary>The character: a Unicode scalar value.</summary>
        public uint Character;
        /// <summary>One of `kasuri_cell_kind`.</summary>
        public uint Kind;
        /// <summary>The vertices of a polygon.</summary>
        public Vec2* Points;
        /// <summary>How many vertices there are.</summary>
        public UIntPtr Count;
        /// <summary>The mask of `KASURI_CELL_KIND_MASK`.</summary>
        public ulong Mask;
    }

    /// <summary>The layers a body is on, and those it is tested against, a bit each.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Layers
    {
        /// <summary>The layers it is on.</summary>
        public uint Layer;
        /// <summary>The layers it is tested against.</summary>
        public uint Against;
    }

    /// <summary>A named region of a look.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Region
    {
        /// <summary>Its name, unique in the look.</summary>
        public byte* Name;
        /// <summary>A shape or a mask.</summary>
        public ulong Solid;
        /// <summary>Where the origin is in a mask, with `KASURI_LOOK_PIVOT`; else the middle.</summary>
        public Vec2 Pivot;
        /// <summary>Layers of its own, with `KASURI_LOOK_LAYER` and `KASURI_LOOK_AGAINST`.</summary>
        public Layers Layers;
        /// <summary>Which of the fields hold: `KASURI_LOOK_PIVOT` and the others, combined.</summary>
        public uint Flags;
    }

    /// <summary>A rule for what is on some layers and what is on others.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PairRule
    {
        /// <summary>One of `kasuri_rule`.</summary>
        public uint Rule;
        /// <summary>The layers of the one, a bit each.</summary>
        public uint A;
        /// <summary>The layers of the other, a bit each.</summary>
        public uint B;
    }

    /// <summary>How a world is to be. `kasuri_world_def_default` fills it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct WorldDef
    {
        /// <summary>One of `kasuri_axes`.</summary>
        public uint Axes;
        /// <summary>One of `kasuri_touching`: whether a touch without depth is a hit.</summary>
        public uint Touching;
        /// <summary>One of `kasuri_broad`: what finds candidates. The answers are the same.</summary>
        public uint Broad;
        /// <summary>One of `kasuri_backend`: what decides candidates. The answers are the same.</summary>
        public uint Backend;
        /// <summary>On how many threads a large step is made; 0 for as many as the machine has. The answers are the same.</summary>
        public uint Threads;
        /// <summary>1 where `bounds` holds, else 0.</summary>
        public uint HasBounds;
        /// <summary>How many pixels a unit of the caller's has.</summary>
        public double PixelsPerUnit;
        /// <summary>Two opposite corners: steps tell who leaves and enters them.</summary>
        public Vec2 Bounds0;
        public Vec2 Bounds1;
        /// <summary>Rules for pairs of layers: the last that fits a pair holds. They are read while the world is made.</summary>
        public PairRule* Rules;
        /// <summary>How many rules there are.</summary>
        public UIntPtr RuleCount;
    }

    /// <summary>A body of a world. It names its body for as long as that lives, and never another after it. All zeros is no body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Body
    {
        /// <summary>Its place in the world's table. It is used again when the body is gone.</summary>
        public uint Slot;
        /// <summary>Which of the bodies that had the place; never 0.</summary>
        public uint Generation;
    }

    /// <summary>A body before it is spawned. `kasuri_body_def_default` fills it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct BodyDef
    {
        /// <summary>What it is.</summary>
        public ulong Appearance;
        /// <summary>Where it stands.</summary>
        public Placement Placement;
        /// <summary>Where the origin of a sprite is, in texels from the mask's top left corner, with `KASURI_BODY_PIVOT`; else the middle.</summary>
        public Vec2 Pivot;
        /// <summary>Near misses within this margin are told, with `KASURI_BODY_GRAZE`.</summary>
        public double Graze;
        /// <summary>It is removed when it is so far out of the world's bounds, with `KASURI_BODY_DESPAWN_BEYOND`.</summary>
        public double DespawnBeyond;
        /// <summary>A number of the caller's, carried along.</summary>
        public ulong Data;
        /// <summary>In how many of the next steps it takes no hits.</summary>
        public ulong Invulnerable;
        /// <summary>The layers it is on, and those it is tested against.</summary>
        public Layers Layers;
        /// <summary>Which of its frames it shows.</summary>
        public uint Frame;
        /// <summary>After a hit, in how many steps the same two bodies do not hit again.</summary>
        public uint Cooldown;
        /// <summary>How many others it may hit, with `KASURI_BODY_MAX_HITS`.</summary>
        public uint MaxHits;
        /// <summary>Which of the fields hold: `KASURI_BODY_GRAZE` and the others, combined.</summary>
        public uint Flags;
    }

    /// <summary>Which bodies a question is about: those on some layers, but for one.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Filter
    {
        /// <summary>The layers asked about, a bit each.</summary>
        public uint Layers;
        /// <summary>The body that is left out; all zeros for none.</summary>
        public Body Except;
    }

    /// <summary>A place in single precision, as engines keep them. It is read as the double of the same value.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Vec2f
    {
        /// <summary>To the right.</summary>
        public float X;
        /// <summary>Down, or up in a world with `KASURI_AXES_Y_UP`.</summary>
        public float Y;
    }

    /// <summary>A body as it is now.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct BodyState
    {
        /// <summary>Where it stands, as given.</summary>
        public Placement Placement;
        /// <summary>The number that came with it.</summary>
        public ulong Data;
        /// <summary>In how many of the next steps it takes no hits.</summary>
        public ulong InvulnerableFor;
        /// <summary>Its layers.</summary>
        public Layers Layers;
        /// <summary>Which of its frames it shows.</summary>
        public uint Frame;
        /// <summary>How many others it may still hit, where `has_max_hits` is 1, else 0.</summary>
        public uint HitsLeft;
        /// <summary>1 where it may hit only so many others, else 0.</summary>
        public byte HasMaxHits;
        /// <summary>1 where it is swept, else 0.</summary>
        public byte IsSwept;
    }

    /// <summary>What a step told, in numbers: how long its lists are.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Step
    {
        /// <summary>Which step; the first is 1.</summary>
        public ulong Number;
        /// <summary>Hits that overlap now and did not after the last step.</summary>
        public uint Began;
        /// <summary>Hits that overlap now and did before.</summary>
        public uint Stayed;
        /// <summary>Hits that overlapped after the last step and do no more.</summary>
        public uint Ended;
        /// <summary>Near misses: a pair's first within the margin.</summary>
        public uint Grazes;
        /// <summary>Bodies that went out of the world's bounds.</summary>
        public uint Left;
        /// <summary>Bodies that came into them.</summary>
        public uint Entered;
        /// <summary>Bodies that the step removed.</summary>
        public uint Despawned;
    }

    /// <summary>Two bodies that overlap, or graze: `a` was spawned before `b`, unless the hit was asked for the other way round.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Hit
    {
        /// <summary>The one body.</summary>
        public Body A;
        /// <summary>The other body.</summary>
        public Body B;
        /// <summary>The layers that the regions of `a` and `b` were on.</summary>
        public fixed uint Layers[2];
        /// <summary>When they met, 0 to 1, where `has_t` is 1: one of the two is swept, and they met on the way. Else 0.</summary>
        public double T;
        /// <summary>Which region of each: 0 is the body itself, its regions count from 1 in the order they were given.</summary>
        public fixed byte Regions[2];
        /// <summary>1 where `t` tells a time, else 0.</summary>
        public byte HasT;
    }

    /// <summary>What a step cost, and how much went through it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Report
    {
        /// <summary>Which step; the first is 1.</summary>
        public ulong Step;
        /// <summary>How many bodies lived.</summary>
        public ulong Bodies;
        /// <summary>Pairs whose boxes met.</summary>
        public ulong Candidates;
        /// <summary>Overlaps before the rules, of regions with regions.</summary>
        public ulong Overlaps;
        /// <summary>Overlaps that the rules let count.</summary>
        public ulong Hits;
        /// <summary>Grazes before the rules.</summary>
        public ulong NearMisses;
        /// <summary>Nanoseconds for the world's bounds.</summary>
        public ulong BoundsNs;
        /// <summary>Nanoseconds for finding candidates.</summary>
        public ulong BroadNs;
        /// <summary>Nanoseconds for deciding them.</summary>
        public ulong DecideNs;
        /// <summary>Nanoseconds for the rules and events.</summary>
        public ulong EventsNs;
    }

    /// <summary>The pixels that two sprites have in common.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Common
    {
        /// <summary>How many.</summary>
        public ulong Pixels;
        /// <summary>The box around them.</summary>
        public PixelBox Bounds;
        /// <summary>The one in the topmost row, the leftmost of it.</summary>
        public Pixel First;
        /// <summary>The mean of their centres.</summary>
        public Vec2 Centroid;
        /// <summary>From the first sprite to the second; (0, 0) where no direction is better than its opposite.</summary>
        public Vec2 Normal;
        /// <summary>Whole pixels along the normal after which nothing is common; 0 where the normal is.</summary>
        public uint Depth;
    }

    /// <summary>How two shapes touch.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Contact
    {
        /// <summary>Unit vector from the first to the second.</summary>
        public Vec2 Normal;
        /// <summary>How far the second must move along the normal until the two just touch.</summary>
        public double Depth;
        /// <summary>A point inside both.</summary>
        public Vec2 Point;
    }

    /// <summary>How two bodies overlap. What its kind does not name is 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Overlap
    {
        /// <summary>One of `kasuri_overlap_kind`.</summary>
        public uint Kind;
        /// <summary>How many cells of a tile map; the list of cells has their places.</summary>
        public uint Cells;
        /// <summary>How many pixels.</summary>
        public ulong Pixels;
        /// <summary>The pixels that two sprites have in common.</summary>
        public Common Common;
        /// <summary>How two shapes touch.</summary>
        public Contact Contact;
    }

    /// <summary>How far apart two bodies are, and where they are closest.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Distance
    {
        /// <summary>0 where they overlap.</summary>
        public double Value;
        /// <summary>A point of the first, closest to the second.</summary>
        public Vec2 A;
        /// <summary>A point of the second, closest to the first.</summary>
        public Vec2 B;
    }

    /// <summary>Where a ray meets a body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RayHit
    {
        /// <summary>Which body.</summary>
        public Body Body;
        /// <summary>How far along the ray, 0 to 1.</summary>
        public double T;
        /// <summary>Where.</summary>
        public Vec2 Point;
        /// <summary>Out of the body; (0, 0) where the ray starts in it.</summary>
        public Vec2 Normal;
        /// <summary>Which of its regions; 0 is the body itself.</summary>
        public byte Region;
    }

    /// <summary>How near a body is to a place.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Neighbor
    {
        /// <summary>Which body.</summary>
        public Body Body;
        /// <summary>How far its nearest point is; 0 where it contains the place.</summary>
        public double Distance;
        /// <summary>Its nearest point.</summary>
        public Vec2 Point;
    }

    /// <summary>What a moving body first meets.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct SweepHit
    {
        /// <summary>The body that it meets.</summary>
        public Body Body;
        /// <summary>How far along the way, 0 to 1.</summary>
        public double T;
        /// <summary>The surface's normal, out of what was met, where a travel tells it; else (0, 0).</summary>
        public Vec2 Normal;
        /// <summary>For a sprite: at which of how many steps; else 0 of 0.</summary>
        public fixed uint Step[2];
        /// <summary>Which leg of a path, from 0.</summary>
        public uint Leg;
        /// <summary>The regions that meet, the mover's and the other's; 0 is the body itself.</summary>
        public fixed byte Regions[2];
    }

    /// <summary>Where a travel led.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Travel
    {
        /// <summary>Where the body is now.</summary>
        public Vec2 At;
        /// <summary>The way it was given, turned as it was on the way, and slowed: its velocity from now on.</summary>
        public Vec2 Velocity;
    }

    /// <summary>Where a ray first meets a solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Cast
    {
        /// <summary>How far along the ray, 0 to 1.</summary>
        public double T;
        /// <summary>Out of the solid; (0, 0) where the ray starts in it.</summary>
        public Vec2 Normal;
    }

    /// <summary>When two moving solids first overlap.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Meeting
    {
        /// <summary>How far along the ways, 0 to 1.</summary>
        public double T;
        /// <summary>Where a sprite moves: at which of how many steps; else 0 of 0.</summary>
        public fixed uint Step[2];
    }

    /// <summary>One side of a batch: bodies of one kind, column by column, in pixels, +y down. Columns that the kind does not have may be NULL;
    /// the others have `count` numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Poses
    {
        /// <summary>One of `kasuri_pose_kind`.</summary>
        public uint Kind;
        /// <summary>One of `kasuri_number`: what the columns are made of.</summary>
        public uint Number;
        /// <summary>How many bodies.</summary>
        public UIntPtr Count;
        /// <summary>Where they stand.</summary>
        public void* X;
        /// <summary>Where they stand, down.</summary>
        public void* Y;
        /// <summary>The radii of circles.</summary>
        public void* Radius;
        /// <summary>Half the widths of boxes.</summary>
        public void* HalfWidth;
        /// <summary>Half the heights of boxes.</summary>
        public void* HalfHeight;
        /// <summary>Radians; a positive angle turns +x towards +y.</summary>
        public void* Angle;
        /// <summary>The shapes or masks that there are.</summary>
        public ulong* Solids;
        /// <summary>How many of them.</summary>
        public UIntPtr SolidCount;
        /// <summary>Of each body, which of them it is.</summary>
        public uint* Index;
    }

    /// <summary>How two bodies of a batch come apart; all zeros where they do not overlap.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Separation
    {
        /// <summary>Unit vector from the first to the second.</summary>
        public Vec2 Normal;
        /// <summary>How far the second must move along the normal until the two just touch.</summary>
        public double Depth;
        /// <summary>1 where they overlap, else 0.</summary>
        public byte Overlaps;
    }

    /// <summary>One side of a body's outline, and all within a radius of it. A point is a side of no length.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnSegment
    {
        /// <summary>Whose it is.</summary>
        public Body Body;
        /// <summary>Where it begins.</summary>
        public Vec2 From;
        /// <summary>Where it ends.</summary>
        public Vec2 To;
        /// <summary>The radius around it.</summary>
        public double Radius;
        /// <summary>Which of its regions; 0 is the body itself.</summary>
        public byte Region;
    }

    /// <summary>A run of covered pixels of a sprite: in pixels, +y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnRun
    {
        /// <summary>Whose it is.</summary>
        public Body Body;
        /// <summary>The run, one pixel high.</summary>
        public PixelBox Run;
        /// <summary>Which of its regions; 0 is the body itself.</summary>
        public byte Region;
    }

    /// <summary>A box.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnBox
    {
        /// <summary>Whose it is; all zeros for the world's bounds and the broad phase's cells.</summary>
        public Body Body;
        /// <summary>The corner with the least coordinates.</summary>
        public Vec2 Least;
        /// <summary>The corner with the greatest.</summary>
        public Vec2 Greatest;
        /// <summary>The level of a cell of the broad phase: 0 is the finest. 0 for other boxes.</summary>
        public uint Level;
    }

    /// <summary>A hit's contact.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnContact
    {
        /// <summary>The hit.</summary>
        public Hit Hit;
        /// <summary>Where, which way out of the first body, how deep.</summary>
        public Contact Contact;
    }

    /// <summary>A run of the pixels that a hit's two sprites have in common: in pixels, +y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnCommon
    {
        /// <summary>The hit.</summary>
        public Hit Hit;
        /// <summary>The run, one pixel high.</summary>
        public PixelBox Run;
    }

    /// <summary>What a renderer can draw of a world. Each callback draws one thing, which is there as long as the callback takes; NULL where
    /// it does not want it. All get `context`. Callbacks may ask the world, and change other objects; to change the world is refused
    /// as busy. None may throw over the border, or jump.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DebugDraw
    {
        /// <summary>The first argument of every callback.</summary>
        public void* Context;
        /// <summary>One side of a body's outline.</summary>
        public IntPtr Segment;
        /// <summary>A run of covered pixels of a sprite.</summary>
        public IntPtr Pixels;
        /// <summary>The box of a body that the broad phase sees.</summary>
        public IntPtr Bounds;
        /// <summary>How far others graze, around the body's box.</summary>
        public IntPtr Margin;
        /// <summary>The world's bounds.</summary>
        public IntPtr Walls;
        /// <summary>A hit's contact.</summary>
        public IntPtr Contact;
        /// <summary>A run of the pixels that a hit's two sprites have in common.</summary>
        public IntPtr Common;
        /// <summary>A cell or node of the broad phase.</summary>
        public IntPtr Cell;
    }

    /// <summary>The C library as it is: see the comments of kasuri.h.</summary>
    public static unsafe class Native
    {
        /// <summary>The name of the shared library.</summary>
        public const string Library = "kasuri_c";

        /// <summary>`graze` holds.</summary>
        public const uint BODY_GRAZE = 1;

        /// <summary>`despawn_beyond` holds.</summary>
        public const uint BODY_DESPAWN_BEYOND = 2;

        /// <summary>`max_hits` holds.</summary>
        public const uint BODY_MAX_HITS = 4;

        /// <summary>`pivot` holds.</summary>
        public const uint BODY_PIVOT = 8;

        /// <summary>The body is swept: a step misses nothing on its way, however fast it is.</summary>
        public const uint BODY_SWEPT = 16;

        /// <summary>The version of everything in the header that a compiled program depends on. A change of it breaks programs that were
        /// compiled before.</summary>
        public const uint ABI_VERSION = 1;

        /// <summary>`pivot` holds.</summary>
        public const uint LOOK_PIVOT = 1;

        /// <summary>`layers.layer` holds: else the region is on the body's layers.</summary>
        public const uint LOOK_LAYER = 2;

        /// <summary>`layers.against` holds: else the region is tested against the body's.</summary>
        public const uint LOOK_AGAINST = 4;

        /// <summary>Whether the program and the library agree: `KASURI_STATUS_WRONG_ABI` where the header that the program was compiled with
        /// is of another version than the library, or where its structs have other sizes. Call it first:
        /// `kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit))`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_check_abi(uint version, UIntPtr world_def_size, UIntPtr body_def_size, UIntPtr hit_size);

        /// <summary>The library's ABI version, which is `KASURI_ABI_VERSION` of the header that came with it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_abi_version(uint* version);

        /// <summary>The library's version as a text, such as "0.1.0". `length` is that of the whole text, without the 0 at its end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_version(byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Why the last call of this thread that was refused was refused, in one line. `length` is that of the whole text, without
        /// the 0 at its end. Calls that succeed leave it as it is.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_last_error(byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Frees an object of any kind; its handle is stale from then on. What else holds the same thing keeps it: a world keeps the
        /// masks of its sprites.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_free(ulong @object);

        /// <summary>A mask of clear texels, 1 to 4096 a side.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_empty(UIntPtr width, UIntPtr height, ulong* mask);

        /// <summary>A mask of texels, a byte each, row by row: those that are not 0 are solid. `count` is width times height.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_from_texels(UIntPtr width, UIntPtr height, byte* texels, UIntPtr count, ulong* mask);

        /// <summary>A mask of bits: rows of whole words of 64 texels, the leftmost texel the lowest bit. `count` is the height times the words
        /// of a row. Bits beyond the width do not matter.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_from_words(UIntPtr width, UIntPtr height, ulong* words, UIntPtr count, ulong* mask);

        /// <summary>A mask of a picture's pixels, four bytes each: red, green, blue, alpha. `count` is the number of bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_from_rgba(UIntPtr width, UIntPtr height, byte* pixels, UIntPtr count, Opaque* opaque, ulong* mask);

        /// <summary>A mask of a PNG file's bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_from_png(byte* bytes, UIntPtr count, Opaque* opaque, ulong* mask);

        /// <summary>Another mask of the same texels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_copy(ulong mask, ulong* copy);

        /// <summary>The mask's words, as `kasuri_mask_from_words` takes them.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_words(ulong mask, ulong* words, UIntPtr capacity, UIntPtr* count);

        /// <summary>The mask's width and height in texels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_size(ulong mask, uint* width, uint* height);

        /// <summary>Whether texel (x, y) is solid; beyond the mask none is.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_get(ulong mask, long x, long y, byte* solid);

        /// <summary>Makes texel (x, y) solid (1) or clear (0); beyond the mask nothing happens.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_set(ulong mask, long x, long y, uint solid);

        /// <summary>How many texels are solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_count(ulong mask, ulong* count);

        /// <summary>The box around the solid texels. `found` is false where there are none, and the box is empty then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_bounds(ulong mask, PixelBox* bounds, byte* found);

        /// <summary>The mean of the solid texels' centres. `found` is false where there are none, and it is (0, 0) then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_centroid(ulong mask, Vec2* centroid, byte* found);

        /// <summary>The angle in radians of the line that the solid texels lie along best. `found` is false where there are none, and it is 0 then.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_angle(ulong mask, double* angle, byte* found);

        /// <summary>Makes every texel solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_fill(ulong mask);

        /// <summary>Makes every texel clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_clear(ulong mask);

        /// <summary>Makes solid texels clear, and clear ones solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_invert(ulong mask);

        /// <summary>A mask of another size, each texel that of the nearest place in this one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_scaled(ulong mask, UIntPtr width, UIntPtr height, ulong* made);

        /// <summary>The mask mirrored: sideways, upside down, both or neither; 1 for yes, 0 for no.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_flipped(ulong mask, uint sideways, uint upside_down, ulong* made);

        /// <summary>The mask turned by quarters, clockwise where +y goes down.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_turned(ulong mask, int quarters, ulong* made);

        /// <summary>The texels in a box, as a mask of its own.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_cropped(ulong mask, int x0, int y0, int x1, int y1, ulong* made);

        /// <summary>A mask of the same size, solid within so many texels of what is solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_dilated(ulong mask, uint radius, ulong* made);

        /// <summary>A mask of the same size, clear within so many texels of what is clear.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_eroded(ulong mask, uint radius, ulong* made);

        /// <summary>Whether any texel is solid in both.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_meets(ulong mask, ulong other, int x, int y, byte* meets);

        /// <summary>How many texels are solid in both.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_common_count(ulong mask, ulong other, int x, int y, ulong* count);

        /// <summary>The first texel of `mask` that is solid in both, row by row. `found` is false where there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_common_first(ulong mask, ulong other, int x, int y, Pixel* first, byte* found);

        /// <summary>Keeps the texels of `mask` that are solid in both.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_and(ulong mask, ulong other, int x, int y);

        /// <summary>Makes the texels of `mask` solid that are solid in `other`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_draw(ulong mask, ulong other, int x, int y);

        /// <summary>Inverts the texels of `mask` that are solid in `other`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_xor(ulong mask, ulong other, int x, int y);

        /// <summary>Makes the texels of `mask` clear that are solid in `other`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_erase(ulong mask, ulong other, int x, int y);

        /// <summary>A mask of every place where `other` would meet `mask`: its texel (0, 0) is `other` with its bottom right texel over the top
        /// left one of `mask`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_convolved(ulong mask, ulong other, ulong* made);

        /// <summary>Clears the texels that something placed covers, where (x, y) is the world's pixel of the mask's top left texel. `texels` is
        /// how many changed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_carve(ulong mask, Placed* placed, int x, int y, ulong* texels);

        /// <summary>Sets the texels that something placed covers, where (x, y) is the world's pixel of the mask's top left texel. `texels` is
        /// how many changed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_stamp(ulong mask, Placed* placed, int x, int y, ulong* texels);

        /// <summary>The texels of the outline of the mask's first piece, in order around it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_outline(ulong mask, Pixel* texels, UIntPtr capacity, UIntPtr* count);

        /// <summary>Rectangles that cover the solid texels, each texel once.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_rectangles(ulong mask, PixelBox* boxes, UIntPtr capacity, UIntPtr* count);

        /// <summary>The pieces that hang together by `neighbours`, one of `kasuri_neighbours`, in the order of their first texels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_components(ulong mask, uint neighbours, Piece* pieces, UIntPtr capacity, UIntPtr* count);

        /// <summary>One of those pieces, by its place in the list, as a mask as large as its box.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_component(ulong mask, uint neighbours, UIntPtr index, ulong* made);

        /// <summary>The frames of a sheet, row by row, as masks of so many texels. With a short buffer no mask is made.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_sliced(ulong mask, UIntPtr width, UIntPtr height, ulong* masks, UIntPtr capacity, UIntPtr* count);

        /// <summary>Convex polygons that together cover the mask, within `tolerance` texels of it. All their vertices, one polygon after the
        /// other; `ends[k]` is where polygon k ends.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_convex_parts(ulong mask, double tolerance, Vec2* vertices, UIntPtr vertex_capacity, UIntPtr* vertex_count, uint* ends, UIntPtr end_capacity, UIntPtr* end_count);

        /// <summary>The polygons around the mask's pieces, within `tolerance` texels of it, outer rings and holes alike. All their vertices, one
        /// ring after the other; `ends[k]` is where ring k ends. A ring around a hole runs the other way.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_traced(ulong mask, double tolerance, Vec2* vertices, UIntPtr vertex_capacity, UIntPtr* vertex_count, uint* ends, UIntPtr end_capacity, UIntPtr* end_count);

        /// <summary>A point.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_point(ulong* shape);

        /// <summary>A segment from (ax, ay) to (bx, by).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_segment(double ax, double ay, double bx, double by, ulong* shape);

        /// <summary>A circle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_circle(double r, ulong* shape);

        /// <summary>All within a radius of a segment.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_capsule(double ax, double ay, double bx, double by, double r, ulong* shape);

        /// <summary>A box around its origin, by half its sides.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_box(double half_width, double half_height, ulong* shape);

        /// <summary>A polygon, concave ones too; it closes by itself.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_polygon(Vec2* points, UIntPtr count, ulong* shape);

        /// <summary>All within a radius of a polygon.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_rounded_polygon(Vec2* points, UIntPtr count, double r, ulong* shape);

        /// <summary>A chain of capsules through 2 to 4096 points: a curved laser.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_chain(Vec2* points, UIntPtr count, double r, ulong* shape);

        /// <summary>Several shapes as one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_compound(Part* parts, UIntPtr count, ulong* shape);

        /// <summary>A tile map of text: rows that end with a line break, a character a cell. '.' and ' ' are empty, '#' is solid, and the legend
        /// says what other characters stand for.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_tiles_from_rows(double cell_width, double cell_height, byte* rows, Cell* legend, UIntPtr count, ulong* tiles);

        /// <summary>How many columns and rows a tile map has.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_tiles_size(ulong tiles, UIntPtr* columns, UIntPtr* rows);

        /// <summary>A look: a shape, a mask or a tile map, to which regions are added.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_look_new(ulong solid, ulong* look);

        /// <summary>Says where the origin of a look's mask is, in texels from its top left corner.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_look_set_pivot(ulong look, double x, double y);

        /// <summary>Adds a region; hits tell it by its place, the first is 1. What the world does not allow is refused when a body is spawned.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_look_add_region(ulong look, Region* region);

        /// <summary>A list of frames, of which a body shows one at a time: looks, shapes, masks or tile maps.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_frames_new(ulong* looks, UIntPtr count, ulong* frames);

        /// <summary>A world as it is by default: +y down, a unit a pixel, no bounds, no rules.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_def_default(WorldDef* def);

        /// <summary>A world without bodies. `def` says how it is to be; NULL for the default.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_new(WorldDef* def, ulong* world);

        /// <summary>How many bodies live in the world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_len(ulong world, UIntPtr* count);

        /// <summary>All bodies, in order of spawn.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_bodies(ulong world, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>How many steps the world has made.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_steps(ulong world, ulong* steps);

        /// <summary>The hash of all that the world's answers depend on: the same on every machine.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_hash(ulong world, ulong* hash);

        /// <summary>Lets something else decide candidates from now on: one of `kasuri_backend`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_backend(ulong world, uint backend);

        /// <summary>Where a place in the world's units and axes is in pixels, +y down.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_pixels_of(ulong world, double x, double y, Vec2* pixels);

        /// <summary>The place in the world's units and axes that is at some pixels: the other way round.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_place_of(ulong world, double x, double y, Vec2* place);

        /// <summary>A body as it is by default: at (0, 0), unturned, at scale 1, on layer 1, tested against all layers. `appearance` is 0 and has
        /// to be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_body_def_default(BodyDef* def);

        /// <summary>A new body, the last in the order of spawn.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_spawn(ulong world, BodyDef* def, Body* body);

        /// <summary>As many new bodies, in order: all of them, or where one is refused none. `bodies` has room for `count`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_spawn_many(ulong world, BodyDef* defs, UIntPtr count, Body* bodies);

        /// <summary>Removes a body. The next step tells its contacts' end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_remove(ulong world, Body body);

        /// <summary>Removes bodies: all of them, or where one is gone already none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_remove_many(ulong world, Body* bodies, UIntPtr count);

        /// <summary>Removes every body that overlaps a solid placed somewhere, as a bomb does, and names them in order. With a short buffer
        /// nothing is removed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_remove_overlapping(ulong world, ulong solid, Placement* placement, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Removes every body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_clear(ulong world);

        /// <summary>Whether a body still lives.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_contains(ulong world, Body body, byte* contains);

        /// <summary>Puts a body somewhere.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_position(ulong world, Body body, double x, double y);

        /// <summary>Puts bodies somewhere, each at its own place: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_positions(ulong world, Body* bodies, Vec2* at, UIntPtr count);

        /// <summary>The same from places in single precision.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_positions_float(ulong world, Body* bodies, Vec2f* at, UIntPtr count);

        /// <summary>Turns a body to an angle in radians.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_angle(ulong world, Body body, double angle);

        /// <summary>Turns bodies, each to its own angle: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_angles(ulong world, Body* bodies, double* angles, UIntPtr count);

        /// <summary>Scales a body; negative to mirror.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_scale(ulong world, Body body, double x, double y);

        /// <summary>Scales bodies, each by its own: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_scales(ulong world, Body* bodies, Vec2* scales, UIntPtr count);

        /// <summary>Shows another of a body's frames.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_frame(ulong world, Body body, uint frame);

        /// <summary>Shows other frames, each its own: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_frames(ulong world, Body* bodies, uint* frames, UIntPtr count);

        /// <summary>Puts, turns and scales bodies, each as its placement says: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_placements(ulong world, Body* bodies, Placement* placements, UIntPtr count);

        /// <summary>Moves the points of a curved laser; its radius stays.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_chain(ulong world, Body body, Vec2* points, UIntPtr count);

        /// <summary>Gives a circle, a capsule or a chain another radius.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_radius(ulong world, Body body, double r);

        /// <summary>Gives circles, capsules and chains other radii: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_radii(ulong world, Body* bodies, double* radii, UIntPtr count);

        /// <summary>Makes a body another shape; its regions stay.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_shape(ulong world, Body body, ulong shape);

        /// <summary>Gives a body another mask, as a picture that was carved into; pivot and regions stay. A mask that changes later changes no
        /// body: it has to be set again.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_mask(ulong world, Body body, ulong mask);

        /// <summary>Makes a body look otherwise altogether: a look, a shape, a mask or a tile map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_look(ulong world, Body body, ulong look);

        /// <summary>Puts a body on other layers.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_layers(ulong world, Body body, Layers layers);

        /// <summary>Near misses within this margin are told (`has` is 1), or none any more (`has` is 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_graze(ulong world, Body body, uint has, double margin);

        /// <summary>It takes no hits in the next `steps` steps.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_invulnerable(ulong world, Body body, ulong steps);

        /// <summary>After a hit, the same two bodies do not hit again in so many steps.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_cooldown(ulong world, Body body, uint steps);

        /// <summary>It may hit so many others from now on (`has` is 1), or any number (`has` is 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_max_hits(ulong world, Body body, uint has, uint hits);

        /// <summary>It is removed when it is so far out of the world's bounds (`has` is 1), or never (`has` is 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_despawn_beyond(ulong world, Body body, uint has, double margin);

        /// <summary>Gives a body another number to carry along.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_data(ulong world, Body body, ulong data);

        /// <summary>Sweeps a body from the next step on (1), or no more (0): a step misses nothing on its way, however fast it is.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_swept(ulong world, Body body, uint has);

        /// <summary>Puts a body somewhere without a way there: a swept body hits nothing in between.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_teleport(ulong world, Body body, double x, double y);

        /// <summary>The same for bodies, each to its own place: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_teleport_many(ulong world, Body* bodies, Vec2* at, UIntPtr count);

        /// <summary>A look at a body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_get(ulong world, Body body, BodyState* state);

        /// <summary>Where bodies stand. `at` has room for `count`; where a body is gone nothing that is in it counts.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_positions(ulong world, Body* bodies, UIntPtr count, Vec2* at);

        /// <summary>Where bodies stand, how they are turned and scaled. `placements` has room for `count`; where a body is gone nothing that is
        /// in it counts.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_placements(ulong world, Body* bodies, UIntPtr count, Placement* placements);

        /// <summary>The index that hits tell a region of a body by.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_region_index(ulong world, Body body, byte* name, byte* index);

        /// <summary>The name of a region that hits tell of. `length` is that of the whole name, without the 0 at its end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_region_name(ulong world, Body body, byte index, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Finds what overlaps, follows the rules, and keeps what there is to tell until the next step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_step(ulong world, Step* step);

        /// <summary>Hits of the last step: `which` is one of `kasuri_hits`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_hits(ulong world, uint which, Hit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>The hits of the last step between two sets of layers, the one on the layers `a` first in each.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_hits_between(ulong world, uint a, uint b, Hit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>Bodies that the last step told: `which` is one of `kasuri_told`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_told(ulong world, uint which, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>What the last step cost.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_report(ulong world, Report* report);

        /// <summary>How the two of a hit overlap now; of a hit on the way, how they overlapped when they met.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_overlap(ulong world, Hit* hit, Overlap* overlap);

        /// <summary>The cells of a tile map that the other of a hit meets, row by row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_overlap_cells(ulong world, Hit* hit, Pixel* cells, UIntPtr capacity, UIntPtr* count);

        /// <summary>How the two of a hit touch: which way is out, how deep, where. `found` is false where they do not overlap any more.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_contact(ulong world, Hit* hit, Contact* contact, byte* found);

        /// <summary>The pixels that the two of a hit have in common, row by row, where both are sprites: in pixels, +y down.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_common_pixels(ulong world, Hit* hit, Pixel* pixels, UIntPtr capacity, UIntPtr* count);

        /// <summary>Moves the two of a hit apart until they are no hit any more, the first by `share` of the way and the second by the rest.
        /// `moved` has room for two: how far each was moved. `found` is false where they are apart.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_push_apart(ulong world, Hit* hit, double share, Vec2* moved, byte* found);

        /// <summary>How far two bodies are apart, and their closest points. Regions aside. `found` is false where one covers nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_distance(ulong world, Body a, Body b, Distance* distance, byte* found);

        /// <summary>Where the outlines of two bodies cross. Regions aside.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_crossings(ulong world, Body a, Body b, Vec2* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>A velocity after it met a surface: its part against the normal is taken away, and `restitution` of it given back the other
        /// way.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_deflected(Vec2 velocity, Vec2 normal, double restitution, Vec2* deflected);

        /// <summary>The bodies that contain a point, in order of spawn. Here and below a `filter` of NULL stands for every body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_at_point(ulong world, double x, double y, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>The bodies that overlap a box, given by two opposite corners; it may be as large as the world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_in_box(ulong world, Vec2 corner, Vec2 opposite, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>The bodies that overlap a circle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_in_circle(ulong world, Vec2 centre, double r, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>The bodies that overlap a cone: from its apex towards an angle, opened by half an angle to each side, so far.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_in_cone(ulong world, Vec2 apex, double towards, double half_angle, double reach, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>The bodies that overlap a solid placed somewhere.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_overlapping(ulong world, ulong solid, Placement* placement, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>What a ray or segment meets first; of what it meets at once the body spawned first. `found` is false where it meets nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_first_on_ray(ulong world, Vec2 from, Vec2 to, Filter* filter, RayHit* hit, byte* found);

        /// <summary>Every body that a ray or segment meets, in the order it does, each where it first does.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_along_ray(ulong world, Vec2 from, Vec2 to, Filter* filter, RayHit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>The `most` bodies nearest to a place, the nearest first; of those equally near the one spawned first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_nearest(ulong world, double x, double y, UIntPtr most, Filter* filter, Neighbor* neighbors, UIntPtr capacity, UIntPtr* count);

        /// <summary>What a body would first meet on its way while the others stay. Nothing moves. `found` is false where it meets nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_sweep(ulong world, Body body, Vec2 to, SweepHit* hit, byte* found);

        /// <summary>The same for a solid that is no body: from where it is placed on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_sweep_solid(ulong world, ulong solid, Placement* placement, Vec2 to, Filter* filter, SweepHit* hit, byte* found);

        /// <summary>Moves a body along a path until it meets something, and leaves it there. `found` is false where it meets nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_advance(ulong world, Body body, Vec2* path, UIntPtr count, SweepHit* hit, byte* found);

        /// <summary>Moves a body by a vector and does what `response`, one of `kasuri_response`, says whenever it meets something. A short
        /// buffer does not keep it from moving. At most 16 things are met.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_travel(ulong world, Body body, Vec2 by, uint response, double restitution, Travel* travel, SweepHit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>Whether two solids overlap. `touching` is one of `kasuri_touching`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_overlaps(Placed* a, Placed* b, uint touching, byte* overlaps);

        /// <summary>How two solids overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_overlap(Placed* a, Placed* b, uint touching, Overlap* overlap);

        /// <summary>The cells of a tile map that a solid meets, row by row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_overlap_cells(Placed* a, Placed* b, uint touching, Pixel* cells, UIntPtr capacity, UIntPtr* count);

        /// <summary>How two solids touch: the way out, how far, and where. `found` is false where they do not overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_contact(Placed* a, Placed* b, uint touching, Contact* contact, byte* found);

        /// <summary>How far two solids are apart, and their closest points. `found` is false where one covers nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_distance(Placed* a, Placed* b, Distance* distance, byte* found);

        /// <summary>The pixels that two masks have in common, row by row; none where one of the two is no mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_common_pixels(Placed* a, Placed* b, Pixel* pixels, UIntPtr capacity, UIntPtr* count);

        /// <summary>Where the outlines of two solids cross.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_crossings(Placed* a, Placed* b, Vec2* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>Whether a solid contains a point.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_contains(Placed* a, double x, double y, byte* contains);

        /// <summary>Where a ray or segment first meets a solid. `found` is false where it does not.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_cast(Placed* a, Vec2 from, Vec2 to, Cast* hit, byte* found);

        /// <summary>When two solids first overlap while the one goes from where it is placed to `a_to`, and the other to `b_to`. `found` is
        /// false where they do not.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_sweep(Placed* a, Vec2 a_to, Placed* b, Vec2 b_to, Meeting* meeting, byte* found);

        /// <summary>Which pairs overlap, body k of the one side with body k of the other: a bit each, in words of 64, the first the lowest.
        /// `touching` is one of `kasuri_touching`; with 0 `threads` there are as many as the machine has.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_batch_overlaps(Poses* a, Poses* b, uint touching, uint threads, ulong* words, UIntPtr capacity, UIntPtr* count);

        /// <summary>The numbers of the pairs that overlap, in order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_batch_hits(Poses* a, Poses* b, uint touching, uint threads, uint* pairs, UIntPtr capacity, UIntPtr* count);

        /// <summary>How each pair comes apart.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_batch_separations(Poses* a, Poses* b, uint touching, uint threads, Separation* separations, UIntPtr capacity, UIntPtr* count);

        /// <summary>Keeps the world's state as it is now. Masks are shared with it, not copied.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_snapshot(ulong world, ulong* snapshot);

        /// <summary>Makes the world's state what it was, of this world or of another: from here it goes on identically, bodies too. What the last
        /// step told is forgotten.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_restore(ulong world, ulong snapshot);

        /// <summary>The hash of the world that the snapshot was taken of.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_snapshot_hash(ulong snapshot, ulong* hash);

        /// <summary>How many steps the world had made.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_snapshot_steps(ulong snapshot, ulong* steps);

        /// <summary>The snapshot as bytes, which any machine reads: to save a game, or to send its state.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_snapshot_to_bytes(ulong snapshot, byte* bytes, UIntPtr capacity, UIntPtr* count);

        /// <summary>A snapshot of such bytes. Damaged bytes are refused, and so is what would take more than a stranger's file may.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_snapshot_from_bytes(byte* bytes, UIntPtr count, ulong* snapshot);

        /// <summary>A recorder. It records the world that it steps first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recorder_new(ulong* recorder);

        /// <summary>Makes a step of a world and records it, and before it what has changed since the last one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recorder_step(ulong recorder, ulong world, Step* step);

        /// <summary>The recording's bytes as far as it goes: after every step a whole file.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recorder_bytes(ulong recorder, byte* bytes, UIntPtr capacity, UIntPtr* count);

        /// <summary>A recording of the bytes of a file. What they hold is judged as it is replayed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recording_new(byte* bytes, UIntPtr count, ulong* recording);

        /// <summary>How many steps a recording has.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recording_len(ulong recording, UIntPtr* steps);

        /// <summary>How many bytes at a recording's end are less than a step, and passed over.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recording_cut(ulong recording, UIntPtr* bytes);

        /// <summary>The first step, pass and pair that two recordings did not do alike, in one line; `length` is 0 where they are alike.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recording_first_difference(ulong recording, ulong other, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>The recorded world as it goes again, from its first step on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_replay_new(ulong recording, ulong* replay);

        /// <summary>Does the next recorded step again. `found` is false at the recording's end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_replay_step(ulong replay, Step* step, byte* found);

        /// <summary>Where the replay did something else than was recorded, in one line; `length` is 0 where it did not.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_replay_difference(ulong replay, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>The replay's world, to play on from here. The replay is freed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_replay_into_world(ulong replay, ulong* world);

        /// <summary>Draws the bodies, in order of spawn, and the world's bounds.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_debug_draw(ulong world, DebugDraw* draw);

        /// <summary>Draws what the last step found: contacts of all that overlaps, common pixels of sprites.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_debug_draw_hits(ulong world, DebugDraw* draw);

        /// <summary>Draws how the broad phase parted the world in the last step: a grid's cells, a tree's nodes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_debug_draw_cells(ulong world, DebugDraw* draw);

    }
}
