// Made of bindings/c/include/kasuri.h by bindings/c/tests/csharp.rs. Do not edit it here.
using System;
using System.Runtime.InteropServices;

namespace Kasuri
{
    /// <summary>The status that every call returns. Anything but `KASURI_STATUS_OK` is a refusal: nothing has changed, unless the
    /// function says otherwise, and `kasuri_last_error` gives the reason.</summary>
    public enum Status : int
    {
        /// <summary>The call succeeded.</summary>
        Ok = 0,
        /// <summary>The library refused the call: a number that is not finite, a size out of range, a damaged file. The text says
        /// which.</summary>
        Refused = 1,
        /// <summary>A pointer that must point to something is NULL.</summary>
        NullPointer = 2,
        /// <summary>A handle is 0, or the number is not a handle at all.</summary>
        NullHandle = 3,
        /// <summary>The handle's object was freed.</summary>
        StaleHandle = 4,
        /// <summary>The handle is of another kind of object than the call expects.</summary>
        WrongKind = 5,
        /// <summary>The body was removed, or it belongs to another world.</summary>
        StaleBody = 6,
        /// <summary>The buffer is too short. It contains as many items as fit, and the count is the count of all items.</summary>
        ShortBuffer = 7,
        /// <summary>A number has no meaning: an enumerator that is not in the header, unknown flags, a length beyond memory.</summary>
        WrongValue = 8,
        /// <summary>The object is in use: by another thread, or by the call that invoked this callback.</summary>
        Busy = 9,
        /// <summary>The call panicked, which is a fault of the library. Only `kasuri_free` accepts the object that the call was
        /// changing.</summary>
        Panic = 10,
        /// <summary>An earlier call panicked while it changed the object. Only `kasuri_free` accepts it.</summary>
        Poisoned = 11,
        /// <summary>The versions of the header and the library differ.</summary>
        WrongAbi = 12,
        /// <summary>There is no room for another object: at most a million can exist at a time.</summary>
        TooManyObjects = 13,
    }

    /// <summary>The direction of +y.</summary>
    public enum Axes : uint
    {
        /// <summary>Down, as in pictures; a positive angle turns clockwise on the screen.</summary>
        YDown = 0,
        /// <summary>Up; a positive angle turns counterclockwise on the screen.</summary>
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

    /// <summary>The broad phase: the method that finds candidate pairs. Each gives the same answers.</summary>
    public enum Broad : uint
    {
        /// <summary>The faster one for each step.</summary>
        Auto = 0,
        /// <summary>A grid with cells of several sizes.</summary>
        Grid = 1,
        /// <summary>A tree of boxes.</summary>
        Tree = 2,
        /// <summary>A comparison of every pair of boxes.</summary>
        Brute = 3,
    }

    /// <summary>The device that tests candidate pairs. Each gives the same answers.</summary>
    public enum Backend : uint
    {
        /// <summary>This machine's CPU.</summary>
        Cpu = 0,
        /// <summary>A GPU, for every step; what it cannot do is refused. The choice itself is refused if the library was built
        /// without its feature `gpu`.</summary>
        Gpu = 1,
        /// <summary>The faster one for each step. Without the feature `gpu` it is the CPU.</summary>
        Auto = 2,
    }

    /// <summary>The effect of a rule for two sets of layers.</summary>
    public enum Rule : uint
    {
        /// <summary>A touch without depth is a hit.</summary>
        TouchingCounts = 0,
        /// <summary>A touch without depth is not a hit.</summary>
        TouchingIgnored = 1,
        /// <summary>Two circles overlap if their distance is less than the root of the sum of their squared radii: a metric that
        /// is generous to players.</summary>
        RootedCircles = 2,
    }

    /// <summary>The rule for which pixels of a picture are solid.</summary>
    public enum OpaqueKind : uint
    {
        /// <summary>Pixels whose alpha is at least `alpha`.</summary>
        Alpha = 0,
        /// <summary>Pixels whose colour is not `key`.</summary>
        Key = 1,
    }

    /// <summary>The rule for which adjacent texels belong to the same piece.</summary>
    public enum Neighbours : uint
    {
        /// <summary>Texels that share an edge.</summary>
        Four = 0,
        /// <summary>Texels that share an edge or a corner.</summary>
        Eight = 1,
    }

    /// <summary>The content of a cell of a tile map.</summary>
    public enum CellKind : uint
    {
        /// <summary>The whole cell is solid.</summary>
        Solid = 0,
        /// <summary>A convex polygon, relative to the cell's top left corner.</summary>
        Polygon = 1,
        /// <summary>A mask whose top left corner is the cell's.</summary>
        Mask = 2,
    }

    /// <summary>The lists of hits of a step.</summary>
    public enum Hits : uint
    {
        /// <summary>All hits that overlap now, in order.</summary>
        All = 0,
        /// <summary>Hits that overlap now and did not after the previous step.</summary>
        Began = 1,
        /// <summary>Hits that overlap now and did after the previous step.</summary>
        Stayed = 2,
        /// <summary>Hits that overlapped after the previous step and do not now.</summary>
        Ended = 3,
        /// <summary>Near misses: a pair is reported only the first time that it is within the margin.</summary>
        Grazes = 4,
    }

    /// <summary>The lists of bodies of a step.</summary>
    public enum Told : uint
    {
        /// <summary>Bodies that left the world's bounds: no part of them is inside any more.</summary>
        Left = 0,
        /// <summary>Bodies that came into the world's bounds.</summary>
        Entered = 1,
        /// <summary>Bodies that the step removed because they were too far outside the bounds.</summary>
        Despawned = 2,
    }

    /// <summary>The kind of an overlap.</summary>
    public enum OverlapKind : uint
    {
        /// <summary>The two do not overlap.</summary>
        None = 0,
        /// <summary>Two sprites have pixels in common: `common` and `pixels` are set.</summary>
        SpriteSprite = 1,
        /// <summary>A shape overlaps covered pixels of a sprite: `pixels` is their number.</summary>
        SpriteShape = 2,
        /// <summary>Two shapes overlap: `contact` is set.</summary>
        ShapeShape = 3,
        /// <summary>A body overlaps cells of a tile map: `cells` is their number.</summary>
        Tiles = 4,
    }

    /// <summary>The response of a body to a hit on another body.</summary>
    public enum Response : uint
    {
        /// <summary>The body stops at the hit.</summary>
        Stick = 0,
        /// <summary>The body continues along the surface.</summary>
        Slide = 1,
        /// <summary>The body bounces: with a restitution of 1 as fast as it came; with 0 it slides.</summary>
        Bounce = 2,
    }

    /// <summary>The kind of the bodies on one side of a batch.</summary>
    public enum PoseKind : uint
    {
        /// <summary>Circles. Columns: x, y, radius.</summary>
        Circles = 0,
        /// <summary>Boxes. Columns: x, y, half_width, half_height, angle.</summary>
        Boxes = 1,
        /// <summary>Shapes of a list. Columns: x, y, angle, index; the list: solids.</summary>
        Shapes = 2,
        /// <summary>Masks of a list, each turned around its middle. Columns: x, y, angle, index; the list: solids.</summary>
        Masks = 3,
    }

    /// <summary>The type of the numbers in the columns.</summary>
    public enum Number : uint
    {
        /// <summary>The C type `double`.</summary>
        Double = 0,
        /// <summary>The C type `float`.</summary>
        Float = 1,
    }

    /// <summary>The kind of a value of a sheet.</summary>
    public enum ValueKind : uint
    {
        /// <summary>There is no value of this name.</summary>
        None = 0,
        /// <summary>A number.</summary>
        Number = 1,
        /// <summary>A text; `kasuri_sheet_text` writes it.</summary>
        Text = 2,
        /// <summary>True or false.</summary>
        Truth = 3,
    }

    /// <summary>The settings for making a mask of a picture.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Opaque
    {
        /// <summary>One of `kasuri_opaque_kind`.</summary>
        public uint Kind;
        /// <summary>The least alpha of a solid pixel.</summary>
        public byte Alpha;
        /// <summary>The colour of clear pixels: red, green, blue.</summary>
        public fixed byte Key[3];
    }

    /// <summary>A half-open box of pixels or texels: x0 &lt;= x &lt; x1, y0 &lt;= y &lt; y1.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PixelBox
    {
        /// <summary>The first column.</summary>
        public int X0;
        /// <summary>The first row.</summary>
        public int Y0;
        /// <summary>The column after the last one.</summary>
        public int X1;
        /// <summary>The row after the last one.</summary>
        public int Y1;
    }

    /// <summary>A position or a direction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Vec2
    {
        /// <summary>The coordinate to the right.</summary>
        public double X;
        /// <summary>The coordinate down, or up in a world with `KASURI_AXES_Y_UP`.</summary>
        public double Y;
    }

    /// <summary>A pixel, a texel, or the cell of a tile map.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Pixel
    {
        /// <summary>The column.</summary>
        public int X;
        /// <summary>The row.</summary>
        public int Y;
    }

    /// <summary>The position, angle and scale of a body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Placement
    {
        /// <summary>The position of the body's origin.</summary>
        public Vec2 At;
        /// <summary>The angle in radians; a positive angle turns +x towards +y.</summary>
        public double Angle;
        /// <summary>The factor on each axis, of magnitude 1/64 to 64; negative to mirror.</summary>
        public Vec2 Scale;
    }

    /// <summary>A placed solid, without a world: in pixels, +y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Placed
    {
        /// <summary>A shape, a mask or a tile map.</summary>
        public ulong Solid;
        /// <summary>The position, angle and scale.</summary>
        public Placement Placement;
        /// <summary>The origin of a mask, with `KASURI_LOOK_PIVOT`; else the middle.</summary>
        public Vec2 Pivot;
        /// <summary>`KASURI_LOOK_PIVOT`, or 0.</summary>
        public uint Flags;
    }

    /// <summary>A piece of a mask.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Piece
    {
        /// <summary>The box around the piece.</summary>
        public PixelBox Bounds;
        /// <summary>The number of texels in the piece.</summary>
        public ulong Texels;
    }

    /// <summary>A part of a compound.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Part
    {
        /// <summary>Any shape except a compound or a tile map.</summary>
        public ulong Shape;
        /// <summary>The part's position in the compound.</summary>
        public Vec2 Offset;
    }

    /// <summary>The meaning of a character in a tile map's rows.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Cell
    {
        /// <summary>The character: a Unicode scalar value.</summary>
        public uint Character;
        /// <summary>One of `kasuri_cell_kind`.</summary>
        public uint Kind;
        /// <summary>The vertices of a polygon.</summary>
        public Vec2* Points;
        /// <summary>The number of vertices.</summary>
        public UIntPtr Count;
        /// <summary>The mask of `KASURI_CELL_KIND_MASK`.</summary>
        public ulong Mask;
    }

    /// <summary>The layers that a body is on, and those that it is tested against, a bit each; and its group.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Layers
    {
        /// <summary>The layers that the body is on.</summary>
        public uint Layer;
        /// <summary>The layers that the body is tested against.</summary>
        public uint Against;
        /// <summary>The group that the body is in; 0 for none. Two bodies of one group are no pair, whatever their layers say.</summary>
        public uint Group;
    }

    /// <summary>A named region of a look.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Region
    {
        /// <summary>The name, unique in the look.</summary>
        public byte* Name;
        /// <summary>A shape or a mask.</summary>
        public ulong Solid;
        /// <summary>The origin of a mask, with `KASURI_LOOK_PIVOT`; else the middle.</summary>
        public Vec2 Pivot;
        /// <summary>The region's own layers, with `KASURI_LOOK_LAYER` and `KASURI_LOOK_AGAINST`. `group` is 0: a region is in the group
        /// of its body.</summary>
        public Layers Layers;
        /// <summary>The flags of the fields that are set: `KASURI_LOOK_PIVOT` and the others, combined.</summary>
        public uint Flags;
    }

    /// <summary>A frame of a sheet, in texels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct FrameInfo
    {
        /// <summary>The texel coordinate that is placed at the body's position.</summary>
        public Vec2 Pivot;
        /// <summary>The width and height.</summary>
        public fixed uint Size[2];
        /// <summary>The top left corner of the frame in the picture, if `has_at` is 1.</summary>
        public fixed uint At[2];
        /// <summary>How long the frame is shown, in milliseconds.</summary>
        public uint Duration;
        /// <summary>The number of regions. They are numbered from 1, as in hits.</summary>
        public uint Regions;
        /// <summary>1 if the file says where the frame is in the picture, else 0.</summary>
        public byte HasAt;
    }

    /// <summary>A region of a frame.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RegionInfo
    {
        /// <summary>The region's own layers, with `KASURI_LOOK_LAYER` and `KASURI_LOOK_AGAINST`; else 0.</summary>
        public Layers Layers;
        /// <summary>The flags of the layers that the region has.</summary>
        public uint Flags;
    }

    /// <summary>A tag: a named part of the timeline.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct TagInfo
    {
        /// <summary>The milliseconds of one pass.</summary>
        public ulong Length;
        /// <summary>The first frame.</summary>
        public uint From;
        /// <summary>The last frame.</summary>
        public uint To;
    }

    /// <summary>A value of a sheet, which was asked for by its name.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct NamedValue
    {
        /// <summary>The number, if it is one; else 0.</summary>
        public double Number;
        /// <summary>One of `kasuri_value_kind`.</summary>
        public uint Kind;
        /// <summary>1 if the value is true, else 0.</summary>
        public byte Truth;
    }

    /// <summary>A rule for pairs of a body on some layers and a body on others.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PairRule
    {
        /// <summary>One of `kasuri_rule`.</summary>
        public uint Rule;
        /// <summary>The layers of the first body, a bit each.</summary>
        public uint A;
        /// <summary>The layers of the second body, a bit each.</summary>
        public uint B;
    }

    /// <summary>The settings of a new world. `kasuri_world_def_default` fills it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct WorldDef
    {
        /// <summary>One of `kasuri_axes`.</summary>
        public uint Axes;
        /// <summary>One of `kasuri_touching`: whether a touch without depth is a hit.</summary>
        public uint Touching;
        /// <summary>One of `kasuri_broad`: the method that finds candidate pairs. The answers are the same.</summary>
        public uint Broad;
        /// <summary>One of `kasuri_backend`: the device that tests candidate pairs. The answers are the same.</summary>
        public uint Backend;
        /// <summary>The number of threads for a large step; 0 for as many as the machine has. The answers are the same.</summary>
        public uint Threads;
        /// <summary>1 if `bounds` is set, else 0.</summary>
        public uint HasBounds;
        /// <summary>The number of pixels in one unit of the world.</summary>
        public double PixelsPerUnit;
        /// <summary>Two opposite corners of the world's bounds: steps report the bodies that leave and enter them.</summary>
        public Vec2 Bounds0;
        public Vec2 Bounds1;
        /// <summary>Rules for pairs of layers. The last rule that matches a pair applies. They are read only while the world is
        /// created.</summary>
        public PairRule* Rules;
        /// <summary>The number of rules.</summary>
        public UIntPtr RuleCount;
    }

    /// <summary>The handle of a body in its world. It refers to this body only, never to a later body in the same slot. All zeros
    /// is no body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Body
    {
        /// <summary>The body's slot in the world's table. The slot is used again after the body is removed.</summary>
        public uint Slot;
        /// <summary>The generation of the slot: which of the slot's bodies this is; never 0.</summary>
        public uint Generation;
    }

    /// <summary>The settings of a new body. `kasuri_body_def_default` fills it.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct BodyDef
    {
        /// <summary>The shape, mask, tile map, look, list of frames or sheet of the body.</summary>
        public ulong Appearance;
        /// <summary>The position, angle and scale.</summary>
        public Placement Placement;
        /// <summary>The origin of a sprite, in texels from the mask's top left corner, with `KASURI_BODY_PIVOT`; else the middle.</summary>
        public Vec2 Pivot;
        /// <summary>The direction of the faces that stop travels, with `KASURI_BODY_ONE_WAY`.</summary>
        public Vec2 OneWay;
        /// <summary>The margin within which near misses are reported, with `KASURI_BODY_GRAZE`.</summary>
        public double Graze;
        /// <summary>The distance outside the world's bounds beyond which the body is removed, with `KASURI_BODY_DESPAWN_BEYOND`.</summary>
        public double DespawnBeyond;
        /// <summary>A number that the caller attaches to the body.</summary>
        public ulong Data;
        /// <summary>The number of next steps in which the body takes no hits.</summary>
        public ulong Invulnerable;
        /// <summary>The layers that the body is on, those that it is tested against, and its group.</summary>
        public Layers Layers;
        /// <summary>The index of the frame that the body shows.</summary>
        public uint Frame;
        /// <summary>The number of steps after a hit in which the same two bodies do not hit again.</summary>
        public uint Cooldown;
        /// <summary>The number of other bodies that the body may hit, with `KASURI_BODY_MAX_HITS`.</summary>
        public uint MaxHits;
        /// <summary>The flags of the fields that are set: `KASURI_BODY_GRAZE` and the others, combined.</summary>
        public uint Flags;
    }

    /// <summary>A filter for queries: the bodies on some layers, except one body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Filter
    {
        /// <summary>The layers that the query includes, a bit each.</summary>
        public uint Layers;
        /// <summary>The body that the query leaves out; all zeros for none.</summary>
        public Body Except;
    }

    /// <summary>A position in single precision, as engines store them. It is converted to the double of the same value.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Vec2f
    {
        /// <summary>The coordinate to the right.</summary>
        public float X;
        /// <summary>The coordinate down, or up in a world with `KASURI_AXES_Y_UP`.</summary>
        public float Y;
    }

    /// <summary>The present state of a body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct BodyState
    {
        /// <summary>The position, angle and scale as they were set, not snapped.</summary>
        public Placement Placement;
        /// <summary>The number that is attached to the body.</summary>
        public ulong Data;
        /// <summary>The number of next steps in which the body takes no hits.</summary>
        public ulong InvulnerableFor;
        /// <summary>The direction of the faces that stop travels if `has_one_way` is 1, else (0, 0).</summary>
        public Vec2 OneWay;
        /// <summary>The body's layers, and its group.</summary>
        public Layers Layers;
        /// <summary>The index of the frame that the body shows.</summary>
        public uint Frame;
        /// <summary>The number of other bodies that the body may still hit if `has_max_hits` is 1, else 0.</summary>
        public uint HitsLeft;
        /// <summary>1 if the number of hits is limited, else 0.</summary>
        public byte HasMaxHits;
        /// <summary>1 if the body is swept, else 0.</summary>
        public byte IsSwept;
        /// <summary>1 if the body is a sensor, which stops no travel, else 0.</summary>
        public byte IsSensor;
        /// <summary>1 if only faces in one direction stop travels, else 0.</summary>
        public byte HasOneWay;
    }

    /// <summary>The lengths of a step's lists.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Step
    {
        /// <summary>The number of the step; the first is 1.</summary>
        public ulong Number;
        /// <summary>Hits that overlap now and did not after the previous step.</summary>
        public uint Began;
        /// <summary>Hits that overlap now and did after the previous step.</summary>
        public uint Stayed;
        /// <summary>Hits that overlapped after the previous step and do not now.</summary>
        public uint Ended;
        /// <summary>Near misses: a pair is reported only the first time that it is within the margin.</summary>
        public uint Grazes;
        /// <summary>Bodies that left the world's bounds.</summary>
        public uint Left;
        /// <summary>Bodies that came into the world's bounds.</summary>
        public uint Entered;
        /// <summary>Bodies that the step removed.</summary>
        public uint Despawned;
    }

    /// <summary>Two bodies that overlap or graze. `a` was spawned before `b`, unless the hit was requested in the other order.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Hit
    {
        /// <summary>The first body.</summary>
        public Body A;
        /// <summary>The second body.</summary>
        public Body B;
        /// <summary>The layers that the regions of `a` and `b` were on.</summary>
        public fixed uint Layers[2];
        /// <summary>The time of the hit, 0 to 1, if `has_t` is 1: one of the two is swept, and they hit during the motion. Else 0.</summary>
        public double T;
        /// <summary>The region of each body: 0 is the body itself; its regions count from 1 in the order in which they were added.</summary>
        public fixed byte Regions[2];
        /// <summary>1 if `t` is a time, else 0.</summary>
        public byte HasT;
    }

    /// <summary>The time and the amounts of a step.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Report
    {
        /// <summary>The number of the step; the first is 1.</summary>
        public ulong Step;
        /// <summary>The number of bodies.</summary>
        public ulong Bodies;
        /// <summary>Candidate pairs: pairs whose boxes overlap.</summary>
        public ulong Candidates;
        /// <summary>Overlaps of regions with regions, before the rules.</summary>
        public ulong Overlaps;
        /// <summary>Overlaps that are hits by the rules.</summary>
        public ulong Hits;
        /// <summary>Pairs that graze for the first time.</summary>
        public ulong NearMisses;
        /// <summary>Nanoseconds for the world's bounds.</summary>
        public ulong BoundsNs;
        /// <summary>Nanoseconds for finding candidate pairs.</summary>
        public ulong BroadNs;
        /// <summary>Nanoseconds for testing candidate pairs.</summary>
        public ulong DecideNs;
        /// <summary>Nanoseconds for the rules and events.</summary>
        public ulong EventsNs;
    }

    /// <summary>The pixels that two sprites have in common.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Common
    {
        /// <summary>The number of pixels.</summary>
        public ulong Pixels;
        /// <summary>The box around the pixels.</summary>
        public PixelBox Bounds;
        /// <summary>The leftmost pixel of the topmost row.</summary>
        public Pixel First;
        /// <summary>The mean of the pixels' centres.</summary>
        public Vec2 Centroid;
        /// <summary>The direction from the first sprite to the second; (0, 0) if no direction is better than its opposite.</summary>
        public Vec2 Normal;
        /// <summary>The number of whole pixels that the second must move along the normal until no pixel is common; 0 if the
        /// normal is (0, 0).</summary>
        public uint Depth;
    }

    /// <summary>How two shapes touch.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Contact
    {
        /// <summary>The unit vector from the first to the second.</summary>
        public Vec2 Normal;
        /// <summary>How far the second must move along the normal until the two just touch.</summary>
        public double Depth;
        /// <summary>A point inside both shapes.</summary>
        public Vec2 Point;
    }

    /// <summary>How two bodies overlap. Fields that the kind does not name are 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Overlap
    {
        /// <summary>One of `kasuri_overlap_kind`.</summary>
        public uint Kind;
        /// <summary>The number of cells of a tile map; the list of cells has their positions.</summary>
        public uint Cells;
        /// <summary>The number of pixels.</summary>
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
        /// <summary>The distance; 0 if the two overlap.</summary>
        public double Value;
        /// <summary>A point of the first that is closest to the second.</summary>
        public Vec2 A;
        /// <summary>A point of the second that is closest to the first.</summary>
        public Vec2 B;
    }

    /// <summary>A hit of a ray on a body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RayHit
    {
        /// <summary>The body.</summary>
        public Body Body;
        /// <summary>The fraction of the ray up to the hit, 0 to 1.</summary>
        public double T;
        /// <summary>The point of the hit.</summary>
        public Vec2 Point;
        /// <summary>The normal out of the body; (0, 0) if the ray starts in it.</summary>
        public Vec2 Normal;
        /// <summary>The body's region; 0 is the body itself.</summary>
        public byte Region;
    }

    /// <summary>A body and its distance to a position.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Neighbor
    {
        /// <summary>The body.</summary>
        public Body Body;
        /// <summary>The distance to the body's nearest point; 0 if the body contains the position.</summary>
        public double Distance;
        /// <summary>The body's nearest point.</summary>
        public Vec2 Point;
    }

    /// <summary>The first hit of a moving body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct SweepHit
    {
        /// <summary>The body that is hit.</summary>
        public Body Body;
        /// <summary>The fraction of the motion up to the hit, 0 to 1.</summary>
        public double T;
        /// <summary>The surface's normal, out of the body that is hit, if a travel reports it; else (0, 0).</summary>
        public Vec2 Normal;
        /// <summary>For a sprite: the step of the hit, and the number of steps of the motion; else 0 of 0.</summary>
        public fixed uint Step[2];
        /// <summary>The leg of the path, from 0.</summary>
        public uint Leg;
        /// <summary>The regions of the hit: that of the moving body and that of the other; 0 is the body itself.</summary>
        public fixed byte Regions[2];
    }

    /// <summary>The result of a travel.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Travel
    {
        /// <summary>The body's position after the travel.</summary>
        public Vec2 At;
        /// <summary>The motion `by`, redirected and slowed by the hits: the body's velocity from now on.</summary>
        public Vec2 Velocity;
    }

    /// <summary>The first hit of a ray on a solid.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Cast
    {
        /// <summary>The fraction of the ray up to the hit, 0 to 1.</summary>
        public double T;
        /// <summary>The normal out of the solid; (0, 0) if the ray starts in it.</summary>
        public Vec2 Normal;
    }

    /// <summary>The first overlap of two moving solids.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Meeting
    {
        /// <summary>The fraction of the paths up to the overlap, 0 to 1.</summary>
        public double T;
        /// <summary>If a sprite moves: the step of the overlap, and the number of steps of the path; else 0 of 0.</summary>
        public fixed uint Step[2];
    }

    /// <summary>A grid of positions: the one in column i and row j is (from.x + i * step.x, from.y + j * step.y).</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct PlaceGrid
    {
        /// <summary>The position in column 0 and row 0.</summary>
        public Vec2 From;
        /// <summary>The distance from one column to the next, and from one row to the next. It may be negative.</summary>
        public Vec2 Step;
        /// <summary>The numbers of columns and rows, at least 1 each.</summary>
        public fixed uint Count[2];
    }

    /// <summary>A free pose of a body.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct FreePose
    {
        /// <summary>The position, before it is snapped.</summary>
        public Vec2 At;
        /// <summary>The index of the angle.</summary>
        public uint Angle;
        /// <summary>The column.</summary>
        public uint X;
        /// <summary>The row.</summary>
        public uint Y;
    }

    /// <summary>One side of a batch: bodies of one kind, as columns, in pixels, +y down. Columns that the kind does not use may be
    /// NULL; the others have `count` numbers.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Poses
    {
        /// <summary>One of `kasuri_pose_kind`.</summary>
        public uint Kind;
        /// <summary>One of `kasuri_number`: the type of the numbers in the columns.</summary>
        public uint Number;
        /// <summary>The number of bodies.</summary>
        public UIntPtr Count;
        /// <summary>The positions: x.</summary>
        public void* X;
        /// <summary>The positions: y, down.</summary>
        public void* Y;
        /// <summary>The radii of circles.</summary>
        public void* Radius;
        /// <summary>Half the widths of boxes.</summary>
        public void* HalfWidth;
        /// <summary>Half the heights of boxes.</summary>
        public void* HalfHeight;
        /// <summary>The angles in radians; a positive angle turns +x towards +y.</summary>
        public void* Angle;
        /// <summary>The list of shapes or masks.</summary>
        public ulong* Solids;
        /// <summary>The number of shapes or masks.</summary>
        public UIntPtr SolidCount;
        /// <summary>For each body, the index of its shape or mask in the list.</summary>
        public uint* Index;
    }

    /// <summary>The separation of two bodies of a batch; all zeros if they do not overlap.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct Separation
    {
        /// <summary>The unit vector from the first to the second.</summary>
        public Vec2 Normal;
        /// <summary>How far the second must move along the normal until the two just touch.</summary>
        public double Depth;
        /// <summary>1 if they overlap, else 0.</summary>
        public byte Overlaps;
    }

    /// <summary>One side of a body's outline, including all points within a radius of it. A point is a side of length 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnSegment
    {
        /// <summary>The body.</summary>
        public Body Body;
        /// <summary>The start of the side.</summary>
        public Vec2 From;
        /// <summary>The end of the side.</summary>
        public Vec2 To;
        /// <summary>The radius around it.</summary>
        public double Radius;
        /// <summary>The body's region; 0 is the body itself.</summary>
        public byte Region;
    }

    /// <summary>A run of covered pixels of a sprite, in pixels, +y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnRun
    {
        /// <summary>The body.</summary>
        public Body Body;
        /// <summary>The run, one pixel high.</summary>
        public PixelBox Run;
        /// <summary>The body's region; 0 is the body itself.</summary>
        public byte Region;
    }

    /// <summary>A box.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnBox
    {
        /// <summary>The body; all zeros for the world's bounds and the broad phase's cells.</summary>
        public Body Body;
        /// <summary>The corner with the least coordinates.</summary>
        public Vec2 Least;
        /// <summary>The corner with the greatest coordinates.</summary>
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
        /// <summary>The point, the normal out of the first body, and the depth.</summary>
        public Contact Contact;
    }

    /// <summary>A run of the pixels that a hit's two sprites have in common, in pixels, +y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DrawnCommon
    {
        /// <summary>The hit.</summary>
        public Hit Hit;
        /// <summary>The run, one pixel high.</summary>
        public PixelBox Run;
    }

    /// <summary>The callbacks that draw a world. Each callback draws one thing; its pointer is valid only during the callback. A
    /// callback that the renderer does not need is NULL. All callbacks get `context`. A callback may query the world and
    /// change other objects; a change of the world is refused as busy. A callback must not throw across the border, nor
    /// use `longjmp`.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct DebugDraw
    {
        /// <summary>The first argument of every callback.</summary>
        public void* Context;
        /// <summary>One side of a body's outline.</summary>
        public IntPtr Segment;
        /// <summary>A run of covered pixels of a sprite.</summary>
        public IntPtr Pixels;
        /// <summary>The box of a body in the broad phase.</summary>
        public IntPtr Bounds;
        /// <summary>The body's box, extended by its graze margin.</summary>
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

    /// <summary>A stream of random numbers that are the same on every machine. Both numbers together are the whole state: copy them to
    /// save it. The stream of a seed is {seed, 0}; every seed is good, also 0.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public unsafe partial struct RandomStream
    {
        /// <summary>Which stream it is.</summary>
        public ulong Key;
        /// <summary>How many numbers were drawn.</summary>
        public ulong Drawn;
    }

    /// <summary>The C library as it is: see the comments of kasuri.h.</summary>
    public static unsafe class Native
    {
        /// <summary>The name of the shared library.</summary>
        public const string Library = "kasuri_c";

        /// <summary>`graze` is set.</summary>
        public const uint BODY_GRAZE = 1;

        /// <summary>`despawn_beyond` is set.</summary>
        public const uint BODY_DESPAWN_BEYOND = 2;

        /// <summary>`max_hits` is set.</summary>
        public const uint BODY_MAX_HITS = 4;

        /// <summary>`pivot` is set.</summary>
        public const uint BODY_PIVOT = 8;

        /// <summary>The body is swept: a step misses nothing along the body's motion, at any speed.</summary>
        public const uint BODY_SWEPT = 16;

        /// <summary>The body is a sensor: it stops no travel.</summary>
        public const uint BODY_SENSOR = 32;

        /// <summary>`one_way` is set: the body stops only travels that hit a face of it that looks in this direction.</summary>
        public const uint BODY_ONE_WAY = 64;

        /// <summary>The version of everything in the header that a compiled program depends on. A new version breaks programs that
        /// were compiled before.</summary>
        public const uint ABI_VERSION = 1;

        /// <summary>`pivot` is set.</summary>
        public const uint LOOK_PIVOT = 1;

        /// <summary>`layers.layer` is set; else the region is on the body's layers.</summary>
        public const uint LOOK_LAYER = 2;

        /// <summary>`layers.against` is set; else the region is tested against the same layers as the body.</summary>
        public const uint LOOK_AGAINST = 4;

        /// <summary>Instead of a frame: the values of the sheet as a whole.</summary>
        public const uint SHEET_ITSELF = 4294967295;

        /// <summary>Checks that the program and the library match. Returns `KASURI_STATUS_WRONG_ABI` if the program was compiled with
        /// a header of another version, or if its structs have other sizes. Call it first:
        /// `kasuri_check_abi(KASURI_ABI_VERSION, sizeof(kasuri_world_def), sizeof(kasuri_body_def), sizeof(kasuri_hit))`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_check_abi(uint version, UIntPtr world_def_size, UIntPtr body_def_size, UIntPtr hit_size);

        /// <summary>Writes the library's ABI version, which is `KASURI_ABI_VERSION` of the header that came with it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_abi_version(uint* version);

        /// <summary>Writes the library's version as a text, such as "0.1.0". `length` is the length of the whole text, without the 0
        /// at its end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_version(byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Writes the reason for this thread's last refused call, in one line. `length` is the length of the whole text,
        /// without the 0 at its end. Successful calls do not change the text.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_last_error(byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Frees an object of any kind; its handle is stale from then on. Other objects that use the same data keep it: a
        /// world keeps the masks of its sprites.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_free(ulong @object);

        /// <summary>Creates a mask of clear texels, 1 to 4096 on each side.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_empty(UIntPtr width, UIntPtr height, ulong* mask);

        /// <summary>Creates a mask of texels, a byte each, row by row: a byte that is not 0 is a solid texel. `count` is width times
        /// height.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_from_texels(UIntPtr width, UIntPtr height, byte* texels, UIntPtr count, ulong* mask);

        /// <summary>Creates a mask of bits: rows of whole words of 64 texels, the leftmost texel in the lowest bit. `count` is the
        /// height times the number of words in a row. Bits beyond the width are ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_from_words(UIntPtr width, UIntPtr height, ulong* words, UIntPtr count, ulong* mask);

        /// <summary>Creates a mask of a picture's pixels, four bytes each: red, green, blue, alpha. `count` is the number of bytes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_from_rgba(UIntPtr width, UIntPtr height, byte* pixels, UIntPtr count, Opaque* opaque, ulong* mask);

        /// <summary>Makes a mask from the bytes of a PNG file. Features of kasuri add formats: gif, webp, bmp, qoi and tga.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_from_png(byte* bytes, UIntPtr count, Opaque* opaque, ulong* mask);

        /// <summary>Copies a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_copy(ulong mask, ulong* copy);

        /// <summary>Writes the mask's words, in the format of `kasuri_mask_from_words`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_words(ulong mask, ulong* words, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the mask's width and height in texels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_size(ulong mask, uint* width, uint* height);

        /// <summary>Writes whether texel (x, y) is solid; outside the mask no texel is.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_get(ulong mask, long x, long y, byte* solid);

        /// <summary>Makes texel (x, y) solid (1) or clear (0); outside the mask nothing happens.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_set(ulong mask, long x, long y, uint solid);

        /// <summary>Writes the number of solid texels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_count(ulong mask, ulong* count);

        /// <summary>Writes the box around the solid texels. If there are none, `found` is false and the box is empty.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_bounds(ulong mask, PixelBox* bounds, byte* found);

        /// <summary>Writes the mean of the solid texels' centres. If there are none, `found` is false and the mean is (0, 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_centroid(ulong mask, Vec2* centroid, byte* found);

        /// <summary>Writes the angle in radians of the line along which the solid texels extend furthest. If there are none, `found`
        /// is false and the angle is 0.</summary>
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

        /// <summary>Creates a mask of another size. Each of its texels is that at the nearest position in this mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_scaled(ulong mask, UIntPtr width, UIntPtr height, ulong* made);

        /// <summary>Creates a mirrored mask: sideways, upside down, both or neither; 1 for yes, 0 for no.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_flipped(ulong mask, uint sideways, uint upside_down, ulong* made);

        /// <summary>Creates a mask turned by quarter turns, clockwise if +y goes down.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_turned(ulong mask, int quarters, ulong* made);

        /// <summary>Creates a mask of the texels in a box.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_cropped(ulong mask, int x0, int y0, int x1, int y1, ulong* made);

        /// <summary>Creates a mask of the same size, solid within `radius` texels of each solid texel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_dilated(ulong mask, uint radius, ulong* made);

        /// <summary>Creates a mask of the same size, clear within `radius` texels of each clear texel.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_eroded(ulong mask, uint radius, ulong* made);

        /// <summary>Writes whether any texel is solid in both.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_meets(ulong mask, ulong other, int x, int y, byte* meets);

        /// <summary>Writes the number of texels that are solid in both.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_common_count(ulong mask, ulong other, int x, int y, ulong* count);

        /// <summary>Finds the first texel of `mask` that is solid in both, row by row. `found` is false if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_common_first(ulong mask, ulong other, int x, int y, Pixel* first, byte* found);

        /// <summary>Clears the texels of `mask` that are not solid in both.</summary>
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

        /// <summary>Creates a mask of all offsets at which `other` overlaps `mask`. At its texel (0, 0) the bottom right texel of
        /// `other` is over the top left texel of `mask`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_convolved(ulong mask, ulong other, ulong* made);

        /// <summary>Clears the texels that a placed solid covers. (x, y) is the world's pixel of the mask's top left texel. `texels`
        /// is the number of texels that changed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_carve(ulong mask, Placed* placed, int x, int y, ulong* texels);

        /// <summary>Makes the texels solid that a placed solid covers. (x, y) is the world's pixel of the mask's top left texel.
        /// `texels` is the number of texels that changed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_stamp(ulong mask, Placed* placed, int x, int y, ulong* texels);

        /// <summary>Lists the texels of the outline of the mask's first piece, in order around it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_outline(ulong mask, Pixel* texels, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists rectangles that cover the solid texels, each texel once.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_rectangles(ulong mask, PixelBox* boxes, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the connected pieces by `neighbours`, one of `kasuri_neighbours`, in the order of their first texels.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_components(ulong mask, uint neighbours, Piece* pieces, UIntPtr capacity, UIntPtr* count);

        /// <summary>Creates a mask of one of these pieces, by its index in the list, of the size of its box.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_component(ulong mask, uint neighbours, UIntPtr index, ulong* made);

        /// <summary>Slices a sheet into frames of `width` by `height` texels, row by row, and creates a mask of each. With a short
        /// buffer no mask is created.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_sliced(ulong mask, UIntPtr width, UIntPtr height, ulong* masks, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists convex polygons that together cover the mask, within `tolerance` texels of it. `vertices` gets the vertices
        /// of all polygons, one polygon after the other; `ends[k]` is the end of polygon k in `vertices`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_convex_parts(ulong mask, double tolerance, Vec2* vertices, UIntPtr vertex_capacity, UIntPtr* vertex_count, uint* ends, UIntPtr end_capacity, UIntPtr* end_count);

        /// <summary>Lists the polygons around the mask's pieces, within `tolerance` texels of it: outer rings and holes. `vertices`
        /// gets the vertices of all rings, one ring after the other; `ends[k]` is the end of ring k in `vertices`. A ring
        /// around a hole has the opposite direction.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_mask_traced(ulong mask, double tolerance, Vec2* vertices, UIntPtr vertex_capacity, UIntPtr* vertex_count, uint* ends, UIntPtr end_capacity, UIntPtr* end_count);

        /// <summary>Creates a point.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_point(ulong* shape);

        /// <summary>Creates a segment from (ax, ay) to (bx, by).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_segment(double ax, double ay, double bx, double by, ulong* shape);

        /// <summary>Creates a circle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_circle(double r, ulong* shape);

        /// <summary>Creates an ellipse, given by its radii along x and y. Unlike a circle it may have any scale.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_ellipse(double rx, double ry, ulong* shape);

        /// <summary>Creates a capsule: all points within a radius of a segment.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_capsule(double ax, double ay, double bx, double by, double r, ulong* shape);

        /// <summary>Creates a box around its origin, given by half its sides.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_box(double half_width, double half_height, ulong* shape);

        /// <summary>Creates a polygon, which may be concave. The last vertex is joined to the first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_polygon(Vec2* points, UIntPtr count, ulong* shape);

        /// <summary>Creates a rounded polygon: all points within a radius of a polygon.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_rounded_polygon(Vec2* points, UIntPtr count, double r, ulong* shape);

        /// <summary>Creates a chain of capsules through 2 to 4096 points: a curved laser.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_chain(Vec2* points, UIntPtr count, double r, ulong* shape);

        /// <summary>Creates a compound: several shapes as one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_shape_compound(Part* parts, UIntPtr count, ulong* shape);

        /// <summary>Creates a tile map of text: rows that end with a line break, one character per cell. '.' and ' ' are empty, '#' is
        /// solid, and the legend gives the meaning of other characters.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_tiles_from_rows(double cell_width, double cell_height, byte* rows, Cell* legend, UIntPtr count, ulong* tiles);

        /// <summary>Writes the number of columns and rows of a tile map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_tiles_size(ulong tiles, UIntPtr* columns, UIntPtr* rows);

        /// <summary>Creates a look of a shape, a mask or a tile map. Regions can be added to it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_look_new(ulong solid, ulong* look);

        /// <summary>Sets the origin of a look's mask, in texels from its top left corner.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_look_set_pivot(ulong look, double x, double y);

        /// <summary>Adds a region. Hits report it by its index; the first is 1. A region that the world does not allow is refused when
        /// a body is spawned.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_look_add_region(ulong look, Region* region);

        /// <summary>Creates a list of frames, of which a body shows one at a time: looks, shapes, masks or tile maps.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_frames_new(ulong* looks, UIntPtr count, ulong* frames);

        /// <summary>Reads a sheet, the JSON file of the hit box editor. `picture` is the bytes of its picture, if the masks are there;
        /// else NULL and 0. A sheet is an appearance: a body of it has all frames.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_from_json(byte* json, UIntPtr count, byte* picture, UIntPtr picture_count, ulong* sheet);

        /// <summary>Writes the sheet as JSON, all masks as runs.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_to_json(ulong sheet, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Writes the numbers of frames and of tags.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_size(ulong sheet, uint* frames, uint* tags);

        /// <summary>Writes the file name of the picture that shows the frames; `length` is 0 if the sheet names none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_image(ulong sheet, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Writes what a frame is. The first frame is 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_frame(ulong sheet, uint frame, FrameInfo* info);

        /// <summary>Writes the name of a frame; it may be empty.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_frame_name(ulong sheet, uint frame, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Writes the number of the frame with a name; `found` is false if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_frame_index(ulong sheet, byte* name, uint* frame, byte* found);

        /// <summary>Creates the mask of a frame.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_mask(ulong sheet, uint frame, ulong* mask);

        /// <summary>Creates the look of a frame: its mask, its pivot and its regions.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_look(ulong sheet, uint frame, ulong* look);

        /// <summary>Writes what a region of a frame is. The first region is 1, as in hits, where 0 is the body itself.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_region(ulong sheet, uint frame, uint region, RegionInfo* info);

        /// <summary>Writes the name of a region of a frame.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_region_name(ulong sheet, uint frame, uint region, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Writes the number of the region with a name, as in hits; 0 if the frame has none of this name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_region_index(ulong sheet, uint frame, byte* name, uint* region);

        /// <summary>Writes what a tag is. The first tag is 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_tag(ulong sheet, uint tag, TagInfo* info);

        /// <summary>Writes the name of a tag.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_tag_name(ulong sheet, uint tag, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Writes the number of the tag with a name; `found` is false if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_tag_index(ulong sheet, byte* name, uint* tag, byte* found);

        /// <summary>Writes the frame that a tag shows at a time in milliseconds; it starts again after its end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_frame_at(ulong sheet, uint tag, ulong milliseconds, uint* frame);

        /// <summary>Writes the value with a name of a region of a frame. Region 0 is the frame itself, as in hits; with
        /// `KASURI_SHEET_ITSELF` as the frame and region 0 it is the sheet.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_value(ulong sheet, uint frame, uint region, byte* name, NamedValue* value);

        /// <summary>Writes the text with a name of a region of a frame; `length` is 0 if there is none, or another kind of value. The frame
        /// and the region are those of `kasuri_sheet_value`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_sheet_text(ulong sheet, uint frame, uint region, byte* name, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Fills `def` with the default settings: +y down, one pixel per unit, no bounds, no rules.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_def_default(WorldDef* def);

        /// <summary>Creates a world without bodies. `def` has its settings; NULL means the default.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_new(WorldDef* def, ulong* world);

        /// <summary>Writes the number of bodies in the world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_len(ulong world, UIntPtr* count);

        /// <summary>Lists all bodies, in order of spawn.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_bodies(ulong world, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the number of steps that the world has made.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_steps(ulong world, ulong* steps);

        /// <summary>Writes the hash of everything that the world's answers depend on: the same on every machine.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_hash(ulong world, ulong* hash);

        /// <summary>Selects the device that tests candidate pairs from now on: one of `kasuri_backend`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_backend(ulong world, uint backend);

        /// <summary>Converts a position in the world's units and axes to pixels, +y down.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_pixels_of(ulong world, double x, double y, Vec2* pixels);

        /// <summary>Converts a position in pixels to the world's units and axes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_place_of(ulong world, double x, double y, Vec2* place);

        /// <summary>Fills `def` with the default settings: at (0, 0), unturned, at scale 1, on layer 1, tested against all layers.
        /// `appearance` is 0 and must be set.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_body_def_default(BodyDef* def);

        /// <summary>Spawns a body, the last in the order of spawn.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_spawn(ulong world, BodyDef* def, Body* body);

        /// <summary>Spawns `count` bodies, in order: all of them, or none if one is refused. `bodies` has room for `count`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_spawn_many(ulong world, BodyDef* defs, UIntPtr count, Body* bodies);

        /// <summary>Removes a body. The next step reports the end of its contacts.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_remove(ulong world, Body body);

        /// <summary>Removes many bodies: all of them, or none if one does not exist any more.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_remove_many(ulong world, Body* bodies, UIntPtr count);

        /// <summary>Removes every body that overlaps a placed solid, as a bomb does, and lists the removed bodies in order. With a
        /// short buffer nothing is removed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_remove_overlapping(ulong world, ulong solid, Placement* placement, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Removes every body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_clear(ulong world);

        /// <summary>Writes whether a body still exists.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_contains(ulong world, Body body, byte* contains);

        /// <summary>Moves a body to a position.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_position(ulong world, Body body, double x, double y);

        /// <summary>Moves many bodies, each to its own position: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_positions(ulong world, Body* bodies, Vec2* at, UIntPtr count);

        /// <summary>Does the same with positions in single precision.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_positions_float(ulong world, Body* bodies, Vec2f* at, UIntPtr count);

        /// <summary>Turns a body to an angle in radians.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_angle(ulong world, Body body, double angle);

        /// <summary>Turns many bodies, each to its own angle: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_angles(ulong world, Body* bodies, double* angles, UIntPtr count);

        /// <summary>Scales a body; a negative factor mirrors it.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_scale(ulong world, Body body, double x, double y);

        /// <summary>Scales many bodies, each by its own factors: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_scales(ulong world, Body* bodies, Vec2* scales, UIntPtr count);

        /// <summary>Shows another frame of a body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_frame(ulong world, Body body, uint frame);

        /// <summary>Shows another frame of many bodies, each its own: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_frames(ulong world, Body* bodies, uint* frames, UIntPtr count);

        /// <summary>Moves, turns and scales many bodies, each to its own placement: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_placements(ulong world, Body* bodies, Placement* placements, UIntPtr count);

        /// <summary>Moves the points of a chain (a curved laser); its radius does not change.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_chain(ulong world, Body body, Vec2* points, UIntPtr count);

        /// <summary>Moves the points of many chains: `points` has those of the first chain, then those of the second, and so on; each
        /// chain keeps its number of points. All of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_chains(ulong world, Body* bodies, UIntPtr count, Vec2* points, UIntPtr point_count);

        /// <summary>Changes the radius of a circle, a capsule or a chain.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_radius(ulong world, Body body, double r);

        /// <summary>Changes the radii of many circles, capsules and chains: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_radii(ulong world, Body* bodies, double* radii, UIntPtr count);

        /// <summary>Changes the shape of a body; its regions do not change.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_shape(ulong world, Body body, ulong shape);

        /// <summary>Changes the mask of a body, for example after a carve; pivot and regions do not change. A later change of the mask
        /// changes no body: the mask must be set again.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_mask(ulong world, Body body, ulong mask);

        /// <summary>Changes the whole look of a body: to a look, a shape, a mask or a tile map.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_look(ulong world, Body body, ulong look);

        /// <summary>Changes the layers of a body, and its group.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_layers(ulong world, Body body, Layers layers);

        /// <summary>Puts a body in a group; 0 takes it out of its group. Two bodies of one group are no pair, whatever their layers say.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_group(ulong world, Body body, uint group);

        /// <summary>Makes a body a sensor, which stops no travel (`has` is 1), or one that stops travels from all sides (`has` is 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_sensor(ulong world, Body body, uint has);

        /// <summary>Makes a body one-way: it stops only travels that hit a face of it that looks in this direction (`has` is 1). With 0
        /// it stops travels from all sides.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_one_way(ulong world, Body body, uint has, double x, double y);

        /// <summary>Gives a body a region in all its frames; a region of the same name is replaced.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_region(ulong world, Body body, Region* region);

        /// <summary>Removes a region from all frames of a body. It is refused where no frame has a region of that name.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_remove_region(ulong world, Body body, byte* name);

        /// <summary>Sets the margin within which the body's near misses are reported (`has` is 1), or stops such reports (`has` is 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_graze(ulong world, Body body, uint has, double margin);

        /// <summary>Makes a body take no hits in the next `steps` steps.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_invulnerable(ulong world, Body body, ulong steps);

        /// <summary>Sets the number of steps after a hit in which the same two bodies do not hit again.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_cooldown(ulong world, Body body, uint steps);

        /// <summary>Limits the number of other bodies that the body may hit from now on (`has` is 1), or removes the limit (`has` is
        /// 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_max_hits(ulong world, Body body, uint has, uint hits);

        /// <summary>Sets the distance outside the world's bounds beyond which the body is removed (`has` is 1), or keeps it at any
        /// distance (`has` is 0).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_despawn_beyond(ulong world, Body body, uint has, double margin);

        /// <summary>Changes the number that is attached to a body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_data(ulong world, Body body, ulong data);

        /// <summary>Makes a body swept from the next step on (1), or not swept any more (0): a step misses nothing along the motion of
        /// a swept body, at any speed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_set_swept(ulong world, Body body, uint has);

        /// <summary>Moves a body to a position without a path in between: a swept body hits nothing on the way there.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_teleport(ulong world, Body body, double x, double y);

        /// <summary>Teleports many bodies, each to its own position: all of them, or none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_teleport_many(ulong world, Body* bodies, Vec2* at, UIntPtr count);

        /// <summary>Reads the state of a body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_get(ulong world, Body body, BodyState* state);

        /// <summary>Writes the positions of bodies. `at` has room for `count`. If a body does not exist any more, the content of `at`
        /// is meaningless.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_positions(ulong world, Body* bodies, UIntPtr count, Vec2* at);

        /// <summary>Writes the positions, angles and scales of bodies. `placements` has room for `count`. If a body does not exist any
        /// more, the content of `placements` is meaningless.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_placements(ulong world, Body* bodies, UIntPtr count, Placement* placements);

        /// <summary>Writes the index by which hits report a region of a body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_region_index(ulong world, Body body, byte* name, byte* index);

        /// <summary>Writes the name of a region by the index in hits. `length` is the length of the whole name, without the 0 at its
        /// end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_region_name(ulong world, Body body, byte index, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Makes a step: finds all overlaps, applies the rules, and keeps the results until the next step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_step(ulong world, Step* step);

        /// <summary>Lists hits of the last step: `which` is one of `kasuri_hits`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_hits(ulong world, uint which, Hit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the hits of the last step between two sets of layers. In each hit the body on the layers `a` is first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_hits_between(ulong world, uint a, uint b, Hit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists bodies that the last step reported: `which` is one of `kasuri_told`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_told(ulong world, uint which, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the time and the amounts of the last step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_report(ulong world, Report* report);

        /// <summary>Writes how the two bodies of a hit overlap now. If they hit during a motion, it writes how they overlapped at that
        /// time.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_overlap(ulong world, Hit* hit, Overlap* overlap);

        /// <summary>Lists the cells of a tile map that the other body of a hit overlaps, row by row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_overlap_cells(ulong world, Hit* hit, Pixel* cells, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes how the two bodies of a hit touch: the normal, the depth and a point. `found` is false if they do not
        /// overlap any more.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_contact(ulong world, Hit* hit, Contact* contact, byte* found);

        /// <summary>Lists the pixels that the two bodies of a hit have in common, row by row, if both are sprites: in pixels, +y down.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_common_pixels(ulong world, Hit* hit, Pixel* pixels, UIntPtr capacity, UIntPtr* count);

        /// <summary>Moves the two bodies of a hit apart until they do not hit any more: the first by `share` of the distance, the
        /// second by the rest. `moved` has room for two vectors: how far each body was moved. `found` is false if they are
        /// already apart.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_push_apart(ulong world, Hit* hit, double share, Vec2* moved, byte* found);

        /// <summary>Writes the distance of two bodies, and their closest points, without regions. `found` is false if one of them
        /// covers nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_distance(ulong world, Body a, Body b, Distance* distance, byte* found);

        /// <summary>Lists the points where the outlines of two bodies cross, without regions.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_crossings(ulong world, Body a, Body b, Vec2* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes a velocity after a hit on a surface: the component against the normal is removed, and `restitution` of it
        /// is added in the opposite direction.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_deflected(Vec2 velocity, Vec2 normal, double restitution, Vec2* deflected);

        /// <summary>Lists the bodies that contain a point, in order of spawn. Here and below a `filter` of NULL means every body.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_at_point(ulong world, double x, double y, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the bodies that overlap a box, given by two opposite corners; it may be as large as the world.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_in_box(ulong world, Vec2 corner, Vec2 opposite, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the bodies that overlap a circle.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_in_circle(ulong world, Vec2 centre, double r, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the bodies that overlap a cone: from its apex in `direction`, `half_angle` wide to each side,
        /// `reach` long.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_in_cone(ulong world, Vec2 apex, double direction, double half_angle, double reach, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the bodies that overlap a placed solid.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_overlapping(ulong world, ulong solid, Placement* placement, Filter* filter, Body* bodies, UIntPtr capacity, UIntPtr* count);

        /// <summary>Finds the first body that a ray or segment hits; if it hits several at once, the body spawned first. `found` is
        /// false if it hits nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_first_on_ray(ulong world, Vec2 from, Vec2 to, Filter* filter, RayHit* hit, byte* found);

        /// <summary>Lists every body that a ray or segment hits, in order along the ray, each with its first hit.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_along_ray(ulong world, Vec2 from, Vec2 to, Filter* filter, RayHit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the `most` bodies nearest to a position, the nearest first; of equally near bodies the one spawned first.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_nearest(ulong world, double x, double y, UIntPtr most, Filter* filter, Neighbor* neighbors, UIntPtr capacity, UIntPtr* count);

        /// <summary>Finds the first hit of a body on its motion to `to` while the others do not move. Nothing moves. `found` is false
        /// if there is no hit.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_sweep(ulong world, Body body, Vec2 to, SweepHit* hit, byte* found);

        /// <summary>Does the same for a solid that is not a body, from its placement on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_sweep_solid(ulong world, ulong solid, Placement* placement, Vec2 to, Filter* filter, SweepHit* hit, byte* found);

        /// <summary>Moves a body along a path up to its first hit, and leaves it there. `found` is false if there is no hit.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_advance(ulong world, Body body, Vec2* path, UIntPtr count, SweepHit* hit, byte* found);

        /// <summary>Moves a body by a vector and applies `response`, one of `kasuri_response`, at each hit. The body moves even if the
        /// buffer is too short. There are at most 16 hits.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_travel(ulong world, Body body, Vec2 by, uint response, double restitution, Travel* travel, SweepHit* hits, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes whether two solids overlap. `touching` is one of `kasuri_touching`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_overlaps(Placed* a, Placed* b, uint touching, byte* overlaps);

        /// <summary>Writes how two solids overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_overlap(Placed* a, Placed* b, uint touching, Overlap* overlap);

        /// <summary>Lists the cells of a tile map that a solid overlaps, row by row.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_overlap_cells(Placed* a, Placed* b, uint touching, Pixel* cells, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes how two solids touch: the normal, the depth and a point. `found` is false if they do not overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_contact(Placed* a, Placed* b, uint touching, Contact* contact, byte* found);

        /// <summary>Writes the distance of two solids, and their closest points. `found` is false if one of them covers nothing.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_distance(Placed* a, Placed* b, Distance* distance, byte* found);

        /// <summary>Lists the pixels that two masks have in common, row by row; none if one of the two is not a mask.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_common_pixels(Placed* a, Placed* b, Pixel* pixels, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the points where the outlines of two solids cross.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_crossings(Placed* a, Placed* b, Vec2* points, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes whether a solid contains a point.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_contains(Placed* a, double x, double y, byte* contains);

        /// <summary>Finds the first hit of a ray or segment on a solid. `found` is false if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_cast(Placed* a, Vec2 from, Vec2 to, Cast* hit, byte* found);

        /// <summary>Finds the first overlap of two solids while `a` moves from its placement to `a_to`, and `b` to `b_to`. `found` is
        /// false if they do not overlap.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_sweep(Placed* a, Vec2 a_to, Placed* b, Vec2 b_to, Meeting* meeting, byte* found);

        /// <summary>Writes where a body would fit: a bit for each angle, row and column, in this order, set where the body would be in no
        /// pair. Each row begins with a new word of 64 bits, its first column in the lowest bit, so `count` is
        /// angle_count * places.count[1] * ((places.count[0] + 63) / 64). The body is not in the world; the position and the angle
        /// of `def` do not matter. Only the bodies that the filter selects block it. With a short buffer nothing is written but
        /// `count`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_fits(ulong world, BodyDef* def, double* angles, UIntPtr angle_count, PlaceGrid* places, Filter* filter, ulong* words, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes at how many positions and angles a body would fit.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_count_fits(ulong world, BodyDef* def, double* angles, UIntPtr angle_count, PlaceGrid* places, Filter* filter, ulong* fits);

        /// <summary>Finds the first pose at which a body would fit, in order of angle, row and column. `found` is false if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_first_fit(ulong world, BodyDef* def, double* angles, UIntPtr angle_count, PlaceGrid* places, Filter* filter, FreePose* pose, byte* found);

        /// <summary>Finds the pose nearest to a position at which a body would fit, the first of those that are equally near. `found` is
        /// false if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_nearest_fit(ulong world, BodyDef* def, double* angles, UIntPtr angle_count, PlaceGrid* places, Filter* filter, Vec2 to, FreePose* pose, byte* found);

        /// <summary>Writes where a solid would fit among others, as `kasuri_world_fits` does. `poses` has the solid once for each angle; the
        /// positions at which they are given do not matter. `touching` is one of `kasuri_touching`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_fits(Placed* poses, UIntPtr pose_count, Placed* bodies, UIntPtr body_count, PlaceGrid* places, uint touching, ulong* words, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes at how many positions and angles a solid would fit among others.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_count_fits(Placed* poses, UIntPtr pose_count, Placed* bodies, UIntPtr body_count, PlaceGrid* places, uint touching, ulong* fits);

        /// <summary>Finds the first pose at which a solid would fit among others. `found` is false if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_first_fit(Placed* poses, UIntPtr pose_count, Placed* bodies, UIntPtr body_count, PlaceGrid* places, uint touching, FreePose* pose, byte* found);

        /// <summary>Finds the pose nearest to a position at which a solid would fit among others. `found` is false if there is none.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_query_nearest_fit(Placed* poses, UIntPtr pose_count, Placed* bodies, UIntPtr body_count, PlaceGrid* places, uint touching, Vec2 to, FreePose* pose, byte* found);

        /// <summary>Writes which pairs overlap: body k of `a` with body k of `b`, a bit each, in words of 64, the first in the lowest
        /// bit. `touching` is one of `kasuri_touching`; if `threads` is 0, the library uses as many as the machine has.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_batch_overlaps(Poses* a, Poses* b, uint touching, uint threads, ulong* words, UIntPtr capacity, UIntPtr* count);

        /// <summary>Lists the indices of the pairs that overlap, in order.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_batch_hits(Poses* a, Poses* b, uint touching, uint threads, uint* pairs, UIntPtr capacity, UIntPtr* count);

        /// <summary>Writes the separation of each pair.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_batch_separations(Poses* a, Poses* b, uint touching, uint threads, Separation* separations, UIntPtr capacity, UIntPtr* count);

        /// <summary>Saves the world's present state. Masks are shared with the world, not copied.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_snapshot(ulong world, ulong* snapshot);

        /// <summary>Restores the state from a snapshot of this world or of another: from here the world continues identically,
        /// including the handles of its bodies. The results of the last step are forgotten.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_restore(ulong world, ulong snapshot);

        /// <summary>Writes the hash of the world of the snapshot.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_snapshot_hash(ulong snapshot, ulong* hash);

        /// <summary>Writes the number of steps that the world had made.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_snapshot_steps(ulong snapshot, ulong* steps);

        /// <summary>Writes the snapshot as bytes that any machine can read: to save a game, or to send its state.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_snapshot_to_bytes(ulong snapshot, byte* bytes, UIntPtr capacity, UIntPtr* count);

        /// <summary>Creates a snapshot of such bytes. Damaged bytes are refused, and so are bytes that exceed the limits for files
        /// from untrusted sources.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_snapshot_from_bytes(byte* bytes, UIntPtr count, ulong* snapshot);

        /// <summary>Creates a recorder. It records the first world that it steps.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recorder_new(ulong* recorder);

        /// <summary>Makes a step of a world and records it, together with all changes since the last step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recorder_step(ulong recorder, ulong world, Step* step);

        /// <summary>Writes the bytes of the recording up to now: they are a complete file after every step.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recorder_bytes(ulong recorder, byte* bytes, UIntPtr capacity, UIntPtr* count);

        /// <summary>Creates a recording of the bytes of a file. The content is checked during the replay.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recording_new(byte* bytes, UIntPtr count, ulong* recording);

        /// <summary>Writes the number of steps in a recording.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recording_len(ulong recording, UIntPtr* steps);

        /// <summary>Writes the number of bytes at a recording's end that are less than a step and therefore ignored.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recording_cut(ulong recording, UIntPtr* bytes);

        /// <summary>Writes the first step, pass and pair in which two recordings differ, in one line; `length` is 0 if they do not
        /// differ.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_recording_first_difference(ulong recording, ulong other, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Creates a replay of the recorded world, from its first step on.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_replay_new(ulong recording, ulong* replay);

        /// <summary>Replays the next recorded step. `found` is false at the recording's end.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_replay_step(ulong replay, Step* step, byte* found);

        /// <summary>Writes where the replay differed from the recording, in one line; `length` is 0 if it did not differ.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_replay_difference(ulong replay, byte* buffer, UIntPtr capacity, UIntPtr* length);

        /// <summary>Turns the replay into a world that can be played on from here. The replay is freed.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_replay_into_world(ulong replay, ulong* world);

        /// <summary>Draws the bodies, in order of spawn, and the world's bounds.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_debug_draw(ulong world, DebugDraw* draw);

        /// <summary>Draws what the last step found: the contacts of all hits, and the common pixels of sprites.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_debug_draw_hits(ulong world, DebugDraw* draw);

        /// <summary>Draws how the broad phase divided the world in the last step: a grid's cells, a tree's nodes.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_world_debug_draw_cells(ulong world, DebugDraw* draw);

        /// <summary>Writes the sine of an angle in radians, the same bits on every machine; NaN for an infinite one. Use these functions for
        /// all that moves a body in a replay or over a network: the `sin` of &lt;math.h&gt; differs from machine to machine.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_sin(double angle, double* sine);

        /// <summary>Writes the cosine of an angle in radians; NaN for an infinite one.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_cos(double angle, double* cosine);

        /// <summary>Writes the angle of the point (x, y), from -pi to pi.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_atan2(double y, double x, double* angle);

        /// <summary>Writes the square root, correctly rounded; NaN for a negative number.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_sqrt(double x, double* root);

        /// <summary>Writes the length of the vector (x, y).</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_hypot(double x, double y, double* length);

        /// <summary>Writes 2 to the power of `x`.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_exp2(double x, double* power);

        /// <summary>Writes a vector that is turned by an angle in radians, clockwise on a screen with +y down, as bodies turn.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_rotate(Vec2 v, double angle, Vec2* rotated);

        /// <summary>Writes a position that is moved towards a target by at most `most`. It arrives exactly, and never passes the target.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_move_towards(Vec2 at, Vec2 target, double most, Vec2* moved);

        /// <summary>Writes a vector that is turned towards a direction by at most `most` radians, to the nearer side, with the same length: a
        /// homing missile.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_det_turn_towards(Vec2 v, Vec2 direction, double most, Vec2* turned);

        /// <summary>Writes a stream of its own for a step, a wave or a body. It depends on the key of `random` and on `name`, not on how many
        /// numbers were drawn.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_random_split(RandomStream* random, ulong name, RandomStream* split);

        /// <summary>Draws 64 random bits.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_random_bits(RandomStream* random, ulong* number);

        /// <summary>Draws a number from 0 to `n` - 1; 0 if `n` is 0.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_random_below(RandomStream* random, uint n, uint* number);

        /// <summary>Draws a number from `least` to `most`, all equally likely.</summary>
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        public static extern Status kasuri_random_between(RandomStream* random, double least, double most, double* number);

    }
}
