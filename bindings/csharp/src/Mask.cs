using System;

namespace Kasuri
{
    /// <summary>A mask: solid texels, one bit each.</summary>
    public sealed unsafe class Mask : Solid
    {
        readonly Buffer<ulong> ids = new Buffer<ulong>();

        internal Mask(ulong id) : base(id) { }

        static readonly Opaque HalfAlpha = new Opaque { Kind = (uint)OpaqueKind.Alpha, Alpha = 128 };

        /// <summary>Creates a mask of clear texels.</summary>
        public Mask(int width, int height) : base(Empty(width, height)) { }

        static ulong Empty(int width, int height)
        {
            ulong id;
            Library.Check(Native.kasuri_mask_empty((UIntPtr)width, (UIntPtr)height, &id));
            return id;
        }

        /// <summary>Creates a mask whose solid texels are those for which a function is true; x and y count from
        /// 0.</summary>
        public static Mask FromFunction(int width, int height, Func<int, int, bool> isSolid)
        {
            // Refuses a size that no mask has before the function is asked.
            using (new Mask(width, height)) { }
            var texels = new byte[width * height];
            for (int k = 0; k < texels.Length; k++) texels[k] = isSolid(k % width, k / width) ? (byte)1 : (byte)0;
            ulong id;
            fixed (byte* at = texels)
                Library.Check(Native.kasuri_mask_from_texels((UIntPtr)width, (UIntPtr)height, at,
                    (UIntPtr)texels.Length, &id));
            return new Mask(id);
        }

        /// <summary>Creates a mask from a picture's bytes: red, green, blue, alpha. Pixels with an alpha of 128 or
        /// more are solid, or those that the rule selects.</summary>
        public static Mask FromRgba(int width, int height, ReadOnlySpan<byte> pixels, Opaque? rule = null)
        {
            Opaque opaque = rule ?? HalfAlpha;
            ulong id;
            fixed (byte* at = pixels)
                Library.Check(Native.kasuri_mask_from_rgba((UIntPtr)width, (UIntPtr)height, at, (UIntPtr)pixels.Length,
                    &opaque, &id));
            return new Mask(id);
        }

        /// <summary>Makes a mask from the bytes of a PNG file. The features gif, webp, bmp, qoi and tga of kasuri add other formats to the
        /// build.</summary>
        public static Mask FromPng(ReadOnlySpan<byte> bytes, Opaque? rule = null)
        {
            Opaque opaque = rule ?? HalfAlpha;
            ulong id;
            fixed (byte* at = bytes)
                Library.Check(Native.kasuri_mask_from_png(at, (UIntPtr)bytes.Length, &opaque, &id));
            return new Mask(id);
        }

        /// <summary>Copies the mask.</summary>
        public Mask Copy()
        {
            ulong id;
            Check(Native.kasuri_mask_copy(Own, &id));
            return new Mask(id);
        }

        /// <summary>The width in texels.</summary>
        public int Width
        {
            get
            {
                uint width, height;
                Check(Native.kasuri_mask_size(Own, &width, &height));
                return (int)width;
            }
        }

        /// <summary>The height in texels.</summary>
        public int Height
        {
            get
            {
                uint width, height;
                Check(Native.kasuri_mask_size(Own, &width, &height));
                return (int)height;
            }
        }

        /// <summary>Whether a texel is solid; outside the mask no texel is.</summary>
        public bool this[int x, int y]
        {
            get
            {
                byte solid;
                Check(Native.kasuri_mask_get(Own, x, y, &solid));
                return solid != 0;
            }
            set { Check(Native.kasuri_mask_set(Own, x, y, value ? 1u : 0u)); }
        }

        /// <summary>The number of solid texels.</summary>
        public long Count
        {
            get
            {
                ulong count;
                Check(Native.kasuri_mask_count(Own, &count));
                return (long)count;
            }
        }

        /// <summary>The box around the solid texels; null if there are none.</summary>
        public PixelBox? Bounds
        {
            get
            {
                PixelBox bounds;
                byte found;
                Check(Native.kasuri_mask_bounds(Own, &bounds, &found));
                return found != 0 ? bounds : (PixelBox?)null;
            }
        }

        /// <summary>Makes every texel solid.</summary>
        public void Fill() { Check(Native.kasuri_mask_fill(Own)); }

        /// <summary>Makes every texel clear.</summary>
        public void Clear() { Check(Native.kasuri_mask_clear(Own)); }

        /// <summary>Makes solid texels clear, and clear ones solid.</summary>
        public void Invert() { Check(Native.kasuri_mask_invert(Own)); }

        /// <summary>Clears the texels that are not solid in both. The other mask's top left corner is at (x, y) of
        /// this one.</summary>
        public void KeepCommon(Mask other, int x = 0, int y = 0)
        {
            Check(Native.kasuri_mask_and(Own, other.Own, x, y), other);
        }

        /// <summary>Makes the texels solid that are solid in the other mask.</summary>
        public void Draw(Mask other, int x = 0, int y = 0)
        {
            Check(Native.kasuri_mask_draw(Own, other.Own, x, y), other);
        }

        /// <summary>Clears the texels that are solid in the other mask.</summary>
        public void Erase(Mask other, int x = 0, int y = 0)
        {
            Check(Native.kasuri_mask_erase(Own, other.Own, x, y), other);
        }

        /// <summary>Whether any texel is solid in both.</summary>
        public bool Meets(Mask other, int x = 0, int y = 0)
        {
            byte meets;
            Check(Native.kasuri_mask_meets(Own, other.Own, x, y, &meets), other);
            return meets != 0;
        }

        /// <summary>Returns the number of texels that are solid in both.</summary>
        public long CommonCount(Mask other, int x = 0, int y = 0)
        {
            ulong count;
            Check(Native.kasuri_mask_common_count(Own, other.Own, x, y, &count), other);
            return (long)count;
        }

        /// <summary>Returns a mask of another size.</summary>
        public Mask Scaled(int width, int height)
        {
            ulong id;
            Check(Native.kasuri_mask_scaled(Own, (UIntPtr)width, (UIntPtr)height, &id));
            return new Mask(id);
        }

        /// <summary>Returns the mirrored mask.</summary>
        public Mask Flipped(bool sideways, bool upsideDown)
        {
            ulong id;
            Check(Native.kasuri_mask_flipped(Own, sideways ? 1u : 0u, upsideDown ? 1u : 0u, &id));
            return new Mask(id);
        }

        /// <summary>Returns the mask turned by quarter turns.</summary>
        public Mask Turned(int quarters)
        {
            ulong id;
            Check(Native.kasuri_mask_turned(Own, quarters, &id));
            return new Mask(id);
        }

        /// <summary>Clears the texels that a placed solid covers. (x, y) is the world's pixel of the mask's top left
        /// texel. Returns the number of texels that changed.</summary>
        public long Carve(Solid solid, Placement placement, int x = 0, int y = 0)
        {
            var placed = new Placed { Solid = solid.Own, Placement = placement };
            ulong texels;
            Check(Native.kasuri_mask_carve(Own, &placed, x, y, &texels), solid);
            return (long)texels;
        }

        /// <summary>Makes the texels solid that a placed solid covers. Returns the number of texels that
        /// changed.</summary>
        public long Stamp(Solid solid, Placement placement, int x = 0, int y = 0)
        {
            var placed = new Placed { Solid = solid.Own, Placement = placement };
            ulong texels;
            Check(Native.kasuri_mask_stamp(Own, &placed, x, y, &texels), solid);
            return (long)texels;
        }

        /// <summary>Inverts the texels that are solid in the other mask.</summary>
        public void Xor(Mask other, int x = 0, int y = 0)
        {
            Check(Native.kasuri_mask_xor(Own, other.Own, x, y), other);
        }

        /// <summary>Returns the first texel that is solid in both; null if there is none.</summary>
        public Pixel? CommonFirst(Mask other, int x = 0, int y = 0)
        {
            Pixel first;
            byte found;
            Check(Native.kasuri_mask_common_first(Own, other.Own, x, y, &first, &found), other);
            return found != 0 ? first : (Pixel?)null;
        }

        /// <summary>The mean of the solid texels; null if there are none.</summary>
        public Vec2? Centroid
        {
            get
            {
                Vec2 centroid;
                byte found;
                Check(Native.kasuri_mask_centroid(Own, &centroid, &found));
                return found != 0 ? centroid : (Vec2?)null;
            }
        }

        /// <summary>The angle of the line along which the solid texels extend furthest; null if there are none.</summary>
        public double? Angle
        {
            get
            {
                double angle;
                byte found;
                Check(Native.kasuri_mask_angle(Own, &angle, &found));
                return found != 0 ? angle : (double?)null;
            }
        }

        /// <summary>Returns the part of the mask in a box.</summary>
        public Mask Cropped(PixelBox box)
        {
            ulong id;
            Check(Native.kasuri_mask_cropped(Own, box.X0, box.Y0, box.X1, box.Y1, &id));
            return new Mask(id);
        }

        /// <summary>Returns the mask grown by a radius, in texels.</summary>
        public Mask Dilated(uint radius)
        {
            ulong id;
            Check(Native.kasuri_mask_dilated(Own, radius, &id));
            return new Mask(id);
        }

        /// <summary>Returns the mask shrunk by a radius, in texels.</summary>
        public Mask Eroded(uint radius)
        {
            ulong id;
            Check(Native.kasuri_mask_eroded(Own, radius, &id));
            return new Mask(id);
        }

        /// <summary>Returns the convolution with another mask: the offsets at which the two meet.</summary>
        public Mask Convolved(Mask other)
        {
            ulong id;
            Check(Native.kasuri_mask_convolved(Own, other.Own, &id), other);
            return new Mask(id);
        }

        /// <summary>Creates a mask from words of 64 texels, each row from a new word.</summary>
        public static Mask FromWords(int width, int height, ReadOnlySpan<ulong> words)
        {
            ulong id;
            fixed (ulong* at = words)
                Library.Check(Native.kasuri_mask_from_words((UIntPtr)width, (UIntPtr)height, at, (UIntPtr)words.Length, &id));
            return new Mask(id);
        }

        /// <summary>Returns the words of the mask, as `FromWords` takes them.</summary>
        public ulong[] Words()
        {
            var words = Lists.All<ulong>((items, count) =>
            {
                fixed (ulong* at = items) return Native.kasuri_mask_words(Own, at, (UIntPtr)items.Length, count);
            });
            GC.KeepAlive(this);
            return words;
        }

        /// <summary>Returns the texels around the first piece, in order.</summary>
        public Pixel[] Outline()
        {
            var texels = Lists.All<Pixel>((items, count) =>
            {
                fixed (Pixel* at = items) return Native.kasuri_mask_outline(Own, at, (UIntPtr)items.Length, count);
            });
            GC.KeepAlive(this);
            return texels;
        }

        /// <summary>Returns boxes that together cover exactly the solid texels.</summary>
        public PixelBox[] Rectangles()
        {
            var boxes = Lists.All<PixelBox>((items, count) =>
            {
                fixed (PixelBox* at = items) return Native.kasuri_mask_rectangles(Own, at, (UIntPtr)items.Length, count);
            });
            GC.KeepAlive(this);
            return boxes;
        }

        /// <summary>Returns the connected pieces of the mask.</summary>
        public Piece[] Components(Neighbours neighbours)
        {
            var pieces = Lists.All<Piece>((items, count) =>
            {
                fixed (Piece* at = items)
                    return Native.kasuri_mask_components(Own, (uint)neighbours, at, (UIntPtr)items.Length, count);
            });
            GC.KeepAlive(this);
            return pieces;
        }

        /// <summary>Returns a mask of one connected piece.</summary>
        public Mask Component(Neighbours neighbours, int index)
        {
            ulong id;
            Check(Native.kasuri_mask_component(Own, (uint)neighbours, (UIntPtr)index, &id));
            return new Mask(id);
        }

        delegate Status Drawn(Vec2* vertices, UIntPtr room, UIntPtr* count, uint* ends, UIntPtr endRoom, UIntPtr* endCount);

        /// <summary>Returns the rings of two lists: all vertices, and where each ring ends.</summary>
        Vec2[][] Rings(Drawn draw)
        {
            int room = 64;
            while (true)
            {
                var vertices = new Vec2[room];
                var ends = new uint[room];
                UIntPtr count, endCount;
                Status status;
                fixed (Vec2* at = vertices)
                fixed (uint* end = ends)
                    status = draw(at, (UIntPtr)room, &count, end, (UIntPtr)room, &endCount);
                if (status == Status.ShortBuffer)
                {
                    room = Math.Max((int)count, (int)endCount);
                    continue;
                }
                Check(status);
                var rings = new Vec2[(int)endCount][];
                for (int k = 0, from = 0; k < rings.Length; from = (int)ends[k], k++)
                    rings[k] = new ReadOnlySpan<Vec2>(vertices, from, (int)ends[k] - from).ToArray();
                return rings;
            }
        }

        /// <summary>Returns convex polygons that together cover the mask, within `tolerance` texels of it.</summary>
        public Vec2[][] ConvexParts(double tolerance = 0)
        {
            return Rings((vertices, room, count, ends, endRoom, endCount) =>
                Native.kasuri_mask_convex_parts(Own, tolerance, vertices, room, count, ends, endRoom, endCount));
        }

        /// <summary>Returns the polygons around the mask's pieces, within `tolerance` texels of it: outer rings and holes. A
        /// ring around a hole has the opposite direction.</summary>
        public Vec2[][] Traced(double tolerance = 0)
        {
            return Rings((vertices, room, count, ends, endRoom, endCount) =>
                Native.kasuri_mask_traced(Own, tolerance, vertices, room, count, ends, endRoom, endCount));
        }

        struct AskSliced : IAsk<ulong>
        {
            internal ulong Id;
            internal UIntPtr Width, Height;

            public Status Call(ulong[] items, UIntPtr* count)
            {
                fixed (ulong* list = items)
                    return Native.kasuri_mask_sliced(Id, Width, Height, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Slices a sheet into its frames, row by row.</summary>
        public Mask[] Sliced(int width, int height)
        {
            var ask = new AskSliced { Id = Own, Width = (UIntPtr)width, Height = (UIntPtr)height };
            var made = Kept(ids.Fill(ref ask));
            var masks = new Mask[made.Length];
            for (int k = 0; k < masks.Length; k++) masks[k] = new Mask(made[k]);
            return masks;
        }
    }
}
