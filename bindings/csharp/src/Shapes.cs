using System;
using System.Text;

namespace Kasuri
{
    /// <summary>A shape. It is checked when it is created.</summary>
    public sealed unsafe class Shape : Solid
    {
        Shape(ulong id) : base(id) { }

        /// <summary>Creates a point.</summary>
        public static Shape Point()
        {
            ulong id;
            Library.Check(Native.kasuri_shape_point(&id));
            return new Shape(id);
        }

        /// <summary>Creates a segment.</summary>
        public static Shape Segment(Vec2 a, Vec2 b)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_segment(a.X, a.Y, b.X, b.Y, &id));
            return new Shape(id);
        }

        /// <summary>Creates a circle.</summary>
        public static Shape Circle(double r)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_circle(r, &id));
            return new Shape(id);
        }

        /// <summary>Creates an ellipse from its radii along x and y. Unlike a circle it may have any scale.</summary>
        public static Shape Ellipse(double rx, double ry)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_ellipse(rx, ry, &id));
            return new Shape(id);
        }

        /// <summary>Creates a capsule: all points within a radius of a segment.</summary>
        public static Shape Capsule(Vec2 a, Vec2 b, double r)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_capsule(a.X, a.Y, b.X, b.Y, r, &id));
            return new Shape(id);
        }

        /// <summary>Creates a box around its origin, given by half its sides.</summary>
        public static Shape Box(double halfWidth, double halfHeight)
        {
            ulong id;
            Library.Check(Native.kasuri_shape_box(halfWidth, halfHeight, &id));
            return new Shape(id);
        }

        /// <summary>Creates a polygon, which may be concave; a radius rounds it.</summary>
        public static Shape Polygon(ReadOnlySpan<Vec2> points, double r = 0)
        {
            ulong id;
            fixed (Vec2* at = points)
                Library.Check(r == 0
                    ? Native.kasuri_shape_polygon(at, (UIntPtr)points.Length, &id)
                    : Native.kasuri_shape_rounded_polygon(at, (UIntPtr)points.Length, r, &id));
            return new Shape(id);
        }

        /// <summary>Creates a chain of capsules: a curved laser.</summary>
        public static Shape Chain(ReadOnlySpan<Vec2> points, double r)
        {
            ulong id;
            fixed (Vec2* at = points)
                Library.Check(Native.kasuri_shape_chain(at, (UIntPtr)points.Length, r, &id));
            return new Shape(id);
        }

        /// <summary>Creates a compound: several shapes as one, each at its offset.</summary>
        public static Shape Compound(Shape[] shapes, ReadOnlySpan<Vec2> offsets)
        {
            if (shapes.Length != offsets.Length)
                throw new ArgumentException($"there are {offsets.Length} offsets for {shapes.Length} shapes");
            var made = new Part[Math.Max(shapes.Length, 1)];
            for (int k = 0; k < shapes.Length; k++) made[k] = new Part { Shape = shapes[k].Own, Offset = offsets[k] };
            ulong id;
            fixed (Part* at = made)
                Library.Check(Native.kasuri_shape_compound(at, (UIntPtr)shapes.Length, &id));
            GC.KeepAlive(shapes);
            return new Shape(id);
        }
    }

    /// <summary>A tile map of rows of text: '.' and ' ' are empty, '#' is solid, and the legend has the masks for
    /// other characters, in the order of the characters.</summary>
    public sealed unsafe class TileMap : Solid
    {
        /// <summary>Creates a tile map from its rows.</summary>
        public TileMap(double cellWidth, double cellHeight, string[] rows, string characters = "", params Mask[] legend)
            : base(Make(cellWidth, cellHeight, rows, characters, legend)) { }

        /// <summary>The numbers of columns and rows.</summary>
        public Pixel Size
        {
            get
            {
                UIntPtr columns, rows;
                Check(Native.kasuri_tiles_size(Own, &columns, &rows));
                return new Pixel { X = (int)columns, Y = (int)rows };
            }
        }

        static ulong Make(double width, double height, string[] rows, string characters, Mask[] legend)
        {
            if (characters.Length != legend.Length)
                throw new ArgumentException($"there are {legend.Length} masks for {characters.Length} characters");
            var cells = new Cell[Math.Max(legend.Length, 1)];
            for (int k = 0; k < legend.Length; k++)
                cells[k] = new Cell { Character = characters[k], Kind = (uint)CellKind.Mask, Mask = legend[k].Own };
            ulong id;
            fixed (byte* text = Text.Of(string.Join("\n", rows)))
            fixed (Cell* at = cells)
                Library.Check(Native.kasuri_tiles_from_rows(width, height, text, at, (UIntPtr)legend.Length, &id));
            GC.KeepAlive(legend);
            return id;
        }
    }

    /// <summary>A look: a solid with named regions.</summary>
    public sealed unsafe class Look : Appearance
    {
        /// <summary>Creates a look of a shape, a mask or a tile map.</summary>
        public Look(Solid solid) : base(Make(solid)) { }

        internal Look(ulong id) : base(id) { }

        static ulong Make(Solid solid)
        {
            ulong id;
            Library.Check(Native.kasuri_look_new(solid.Own, &id));
            GC.KeepAlive(solid);
            return id;
        }

        /// <summary>Sets the origin of the look's mask, in texels.</summary>
        public Look Pivot(Vec2 pivot)
        {
            Check(Native.kasuri_look_set_pivot(Own, pivot.X, pivot.Y));
            return this;
        }

        /// <summary>Adds a region, with its own layers if they are given. Hits report it by its index; the first is
        /// 1.</summary>
        public Look Region(string name, Solid solid, uint? layer = null, uint? against = null)
        {
            var region = RegionOf(solid, layer, against);
            fixed (byte* text = Text.Of(name))
            {
                region.Name = text;
                Check(Native.kasuri_look_add_region(Own, &region), solid);
            }
            return this;
        }

        /// <summary>Returns a region without its name.</summary>
        internal static Region RegionOf(Solid solid, uint? layer, uint? against)
        {
            var region = new Region { Solid = solid.Own };
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
            return region;
        }
    }

    /// <summary>A list of frames, of which a body shows one at a time.</summary>
    public sealed unsafe class Frames : Appearance
    {
        /// <summary>Creates a list of looks, shapes or masks.</summary>
        public Frames(params Appearance[] looks) : base(Make(looks)) { }

        static ulong Make(Appearance[] looks)
        {
            var ids = new ulong[Math.Max(looks.Length, 1)];
            for (int k = 0; k < looks.Length; k++) ids[k] = looks[k].Own;
            ulong id;
            fixed (ulong* at = ids)
                Library.Check(Native.kasuri_frames_new(at, (UIntPtr)looks.Length, &id));
            GC.KeepAlive(looks);
            return id;
        }
    }

    static class Text
    {
        /// <summary>Converts a text to the format of C.</summary>
        internal static byte[] Of(string text)
        {
            return Encoding.UTF8.GetBytes(text + "\0");
        }
    }
}
