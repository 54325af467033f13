using System;

namespace Kasuri
{
    /// <summary>Solid texels, bit by bit.</summary>
    public sealed unsafe class Mask : Solid
    {
        readonly Buffer<ulong> ids = new Buffer<ulong>();

        internal Mask(ulong id) : base(id) { }

        static readonly Opaque HalfAlpha = new Opaque { Kind = (uint)OpaqueKind.Alpha, Alpha = 128 };

        /// <summary>A mask of clear texels.</summary>
        public Mask(int width, int height) : base(Empty(width, height)) { }

        static ulong Empty(int width, int height)
        {
            ulong id;
            Library.Check(Native.kasuri_mask_empty((UIntPtr)width, (UIntPtr)height, &id));
            return id;
        }

        /// <summary>A mask of the texels, from (0, 0), for which a function is true.</summary>
        public static Mask FromFunction(int width, int height, Func<int, int, bool> isSolid)
        {
            var texels = new byte[Math.Max(width * height, 1)];
            for (int k = 0; k < width * height; k++) texels[k] = isSolid(k % width, k / width) ? (byte)1 : (byte)0;
            ulong id;
            fixed (byte* at = texels)
                Library.Check(Native.kasuri_mask_from_texels((UIntPtr)width, (UIntPtr)height, at,
                    (UIntPtr)(width * height), &id));
            return new Mask(id);
        }

        /// <summary>A mask of a picture's bytes: red, green, blue, alpha. Solid is an alpha of 128 or more, or what a rule says.</summary>
        public static Mask FromRgba(int width, int height, ReadOnlySpan<byte> pixels, Opaque? rule = null)
        {
            Opaque opaque = rule ?? HalfAlpha;
            ulong id;
            fixed (byte* at = pixels)
                Library.Check(Native.kasuri_mask_from_rgba((UIntPtr)width, (UIntPtr)height, at, (UIntPtr)pixels.Length,
                    &opaque, &id));
            return new Mask(id);
        }

        /// <summary>A mask of a PNG file's bytes.</summary>
        public static Mask FromPng(ReadOnlySpan<byte> bytes, Opaque? rule = null)
        {
            Opaque opaque = rule ?? HalfAlpha;
            ulong id;
            fixed (byte* at = bytes)
                Library.Check(Native.kasuri_mask_from_png(at, (UIntPtr)bytes.Length, &opaque, &id));
            return new Mask(id);
        }

        /// <summary>Another mask of the same texels.</summary>
        public Mask Copy()
        {
            ulong id;
            Library.Check(Native.kasuri_mask_copy(Id, &id));
            return new Mask(id);
        }

        /// <summary>Width in texels.</summary>
        public int Width
        {
            get
            {
                uint width, height;
                Library.Check(Native.kasuri_mask_size(Id, &width, &height));
                return (int)width;
            }
        }

        /// <summary>Height in texels.</summary>
        public int Height
        {
            get
            {
                uint width, height;
                Library.Check(Native.kasuri_mask_size(Id, &width, &height));
                return (int)height;
            }
        }

        /// <summary>A texel; beyond the mask none is solid.</summary>
        public bool this[int x, int y]
        {
            get
            {
                byte solid;
                Library.Check(Native.kasuri_mask_get(Id, x, y, &solid));
                return solid != 0;
            }
            set { Library.Check(Native.kasuri_mask_set(Id, x, y, value ? 1u : 0u)); }
        }

        /// <summary>How many texels are solid.</summary>
        public long Count
        {
            get
            {
                ulong count;
                Library.Check(Native.kasuri_mask_count(Id, &count));
                return (long)count;
            }
        }

        /// <summary>The box around what is solid; null where nothing is.</summary>
        public PixelBox? Bounds
        {
            get
            {
                PixelBox bounds;
                byte found;
                Library.Check(Native.kasuri_mask_bounds(Id, &bounds, &found));
                return found != 0 ? bounds : (PixelBox?)null;
            }
        }

        /// <summary>Makes every texel solid.</summary>
        public void Fill() { Library.Check(Native.kasuri_mask_fill(Id)); }

        /// <summary>Makes every texel clear.</summary>
        public void Clear() { Library.Check(Native.kasuri_mask_clear(Id)); }

        /// <summary>Makes solid texels clear, and clear ones solid.</summary>
        public void Invert() { Library.Check(Native.kasuri_mask_invert(Id)); }

        /// <summary>Keeps what is solid in both, the other mask's top left corner at (x, y) of this one.</summary>
        public void KeepCommon(Mask other, int x = 0, int y = 0)
        {
            Library.Check(Native.kasuri_mask_and(Id, other.Id, x, y));
        }

        /// <summary>Sets what is solid in the other.</summary>
        public void Draw(Mask other, int x = 0, int y = 0)
        {
            Library.Check(Native.kasuri_mask_draw(Id, other.Id, x, y));
        }

        /// <summary>Clears what is solid in the other.</summary>
        public void Erase(Mask other, int x = 0, int y = 0)
        {
            Library.Check(Native.kasuri_mask_erase(Id, other.Id, x, y));
        }

        /// <summary>Whether any texel is solid in both.</summary>
        public bool Meets(Mask other, int x = 0, int y = 0)
        {
            byte meets;
            Library.Check(Native.kasuri_mask_meets(Id, other.Id, x, y, &meets));
            return meets != 0;
        }

        /// <summary>How many texels are solid in both.</summary>
        public long CommonCount(Mask other, int x = 0, int y = 0)
        {
            ulong count;
            Library.Check(Native.kasuri_mask_common_count(Id, other.Id, x, y, &count));
            return (long)count;
        }

        /// <summary>A mask of another size.</summary>
        public Mask Scaled(int width, int height)
        {
            ulong id;
            Library.Check(Native.kasuri_mask_scaled(Id, (UIntPtr)width, (UIntPtr)height, &id));
            return new Mask(id);
        }

        /// <summary>The mask mirrored.</summary>
        public Mask Flipped(bool sideways, bool upsideDown)
        {
            ulong id;
            Library.Check(Native.kasuri_mask_flipped(Id, sideways ? 1u : 0u, upsideDown ? 1u : 0u, &id));
            return new Mask(id);
        }

        /// <summary>The mask turned by quarters.</summary>
        public Mask Turned(int quarters)
        {
            ulong id;
            Library.Check(Native.kasuri_mask_turned(Id, quarters, &id));
            return new Mask(id);
        }

        /// <summary>Clears what a solid placed somewhere covers, where (x, y) is the world's pixel of the top left texel; how many
        /// texels changed.</summary>
        public long Carve(Solid solid, Placement placement, int x = 0, int y = 0)
        {
            var placed = new Placed { Solid = solid.Id, Placement = placement };
            ulong texels;
            Library.Check(Native.kasuri_mask_carve(Id, &placed, x, y, &texels));
            return (long)texels;
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

        /// <summary>The frames of a sheet, row by row.</summary>
        public Mask[] Sliced(int width, int height)
        {
            var ask = new AskSliced { Id = Id, Width = (UIntPtr)width, Height = (UIntPtr)height };
            var made = ids.Fill(ref ask);
            var masks = new Mask[made.Length];
            for (int k = 0; k < masks.Length; k++) masks[k] = new Mask(made[k]);
            return masks;
        }
    }
}
