using System;
using System.Text;

namespace Kasuri
{
    /// <summary>A shape, checked when it is made.</summary>
    public sealed unsafe class Shape : Solid
    {
        Shape(ulong id) : base(id) { }

        /// <summary>A point.</summary>
        public static Shape Point()
        {
            ulong id;
            Library.Check(Native.kasuri_shape_point(&id));
            return new Shape(id);
        }

        /// <summary>A segment.</summary>
        public static Shape Segment(Vec2 a, Vec2 b)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_segment(a.X, a.Y, b.X, b.Y, &id));
            return new Shape(id);
        }

        /// <summary>A circle.</summary>
        public static Shape Circle(double r)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_circle(r, &id));
            return new Shape(id);
        }

        /// <summary>All within a radius of a segment.</summary>
        public static Shape Capsule(Vec2 a, Vec2 b, double r)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_capsule(a.X, a.Y, b.X, b.Y, r, &id));
            return new Shape(id);
        }

        /// <summary>A box around its origin, by half its sides.</summary>
        public static Shape Box(double halfWidth, double halfHeight)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_box(halfWidth, halfHeight, &id));
            return new Shape(id);
        }

        /// <summary>A polygon, concave ones too, rounded by a radius if there is one.</summary>
        public static Shape Polygon(ReadOnlySpan<Vec2> points, double r = 0)
        {
            ulong id;
            fixed (Vec2* at = points)
                Library.Check(r == 0
                    ? Native.kasuri_shape_polygon(at, (UIntPtr)points.Length, &id)
                    : Native.kasuri_shape_rounded_polygon(at, (UIntPtr)points.Length, r, &id));
            return new Shape(id);
        }

        /// <summary>A curved laser: a chain of capsules.</summary>
        public static Shape Chain(ReadOnlySpan<Vec2> points, double r)
        {
            ulong id;
            fixed (Vec2* at = points)
                Library.Check(Native.kasuri_shape_chain(at, (UIntPtr)points.Length, r, &id));
            return new Shape(id);
        }

        /// <summary>Several shapes as one, each at its offset.</summary>
        public static Shape Compound(Shape[] shapes, ReadOnlySpan<Vec2> offsets)
        {
            if (shapes.Length != offsets.Length)
                throw new ArgumentException($"there are {offsets.Length} offsets for {shapes.Length} shapes");
            var made = new Part[Math.Max(shapes.Length, 1)];
            for (int k = 0; k < shapes.Length; k++) made[k] = new Part { Shape = shapes[k].Id, Offset = offsets[k] };
            ulong id;
            fixed (Part* at = made)
                Library.Check(Native.kasuri_shape_compound(at, (UIntPtr)shapes.Length, &id));
            return new Shape(id);
        }
    }

    /// <summary>A tile map of rows of text: '.' and ' ' are empty, '#' is solid, and the legend has masks for other characters, in
    /// their order.</summary>
    public sealed unsafe class TileMap : Solid
    {
        /// <summary>From its rows.</summary>
        public TileMap(double cellWidth, double cellHeight, string[] rows, string characters = "", params Mask[] legend)
            : base(Make(cellWidth, cellHeight, rows, characters, legend)) { }

        static ulong Make(double width, double height, string[] rows, string characters, Mask[] legend)
        {
            if (characters.Length != legend.Length)
                throw new ArgumentException($"there are {legend.Length} masks for {characters.Length} characters");
            var cells = new Cell[Math.Max(legend.Length, 1)];
            for (int k = 0; k < legend.Length; k++)
                cells[k] = new Cell { Character = characters[k], Kind = (uint)CellKind.Mask, Mask = legend[k].Id };
            ulong id;
            fixed (byte* text = Text.Of(string.Join("\n", rows)))
            fixed (Cell* at = cells)
                Library.Check(Native.kasuri_tiles_from_rows(width, height, text, at, (UIntPtr)legend.Length, &id));
            return id;
        }
    }

    /// <summary>A solid, and named regions beside it.</summary>
    public sealed unsafe class Look : Appearance
    {
        /// <summary>Of a shape, a mask or a tile map.</summary>
        public Look(Solid solid) : base(Make(solid)) { }

        static ulong Make(Solid solid)
        {
            ulong id;
            Library.Check(Native.kasuri_look_new(solid.Id, &id));
            return id;
        }

        /// <summary>Where the origin of its mask is, in texels.</summary>
        public Look Pivot(Vec2 pivot)
        {
            Library.Check(Native.kasuri_look_set_pivot(Id, pivot.X, pivot.Y));
            return this;
        }

        /// <summary>Adds a region, with layers of its own if they are given; hits tell it by its place, the first is 1.</summary>
        public Look Region(string name, Solid solid, uint? layer = null, uint? against = null)
        {
            var region = new Region { Solid = solid.Id };
            if (layer.HasValue)
            {
                region.Layers.Layer = layer.Value;
                region.Flags |= Native.LOOK_LAYER;
            }
            if (against.HasValue)
            {
                region.Layers.Against = against.Value;
                region.Flags |= Native.LOOK_AGAINST;
            }
            fixed (byte* text = Text.Of(name))
            {
                region.Name = text;
                Library.Check(Native.kasuri_look_add_region(Id, &region));
            }
            return this;
        }
    }

    /// <summary>A list of looks, of which a body shows one.</summary>
    public sealed unsafe class Frames : Appearance
    {
        /// <summary>Of looks, shapes, masks.</summary>
        public Frames(params Appearance[] looks) : base(Make(looks)) { }

        static ulong Make(Appearance[] looks)
        {
            var ids = new ulong[Math.Max(looks.Length, 1)];
            for (int k = 0; k < looks.Length; k++) ids[k] = looks[k].Id;
            ulong id;
            fixed (ulong* at = ids)
                Library.Check(Native.kasuri_frames_new(at, (UIntPtr)looks.Length, &id));
            return id;
        }
    }

    static class Text
    {
        /// <summary>A text as C has it.</summary>
        internal static byte[] Of(string text)
        {
            return Encoding.UTF8.GetBytes(text + "\0");
        }
    }
}
