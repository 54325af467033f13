using System;

namespace Kasuri
{
    /// <summary>One side of a batch: bodies of one kind as columns, in pixels, +y down. Columns that the kind does not
    /// use stay null; the others are equally long.</summary>
    public sealed class Side
    {
        /// <summary>The kind of the bodies.</summary>
        public PoseKind Kind;

        /// <summary>The positions, the radii of circles, half the sides of boxes, the angles.</summary>
        public double[] X, Y, Radius, HalfWidth, HalfHeight, Angle;

        /// <summary>The list of shapes or masks.</summary>
        public Solid[] Solids;

        /// <summary>For each body, the index of its shape or mask in the list.</summary>
        public uint[] Index;

        /// <summary>The number of bodies.</summary>
        public int Count { get { return X == null ? 0 : X.Length; } }

        internal void Check()
        {
            foreach (var column in new Array[] { Y, Radius, HalfWidth, HalfHeight, Angle, Index })
                if (column != null && column.Length != Count)
                    throw new ArgumentException($"there are {column.Length} values for {Count} bodies; each body needs one");
        }

        internal ulong[] Handles()
        {
            var ids = new ulong[Solids == null ? 0 : Solids.Length];
            for (int k = 0; k < ids.Length; k++) ids[k] = Solids[k].Own;
            return ids;
        }
    }

    /// <summary>Tests many pairs at a time, without a world: body k of `a` with body k of `b`. With `threads` 0 it takes
    /// as many as the machine has.</summary>
    public static unsafe class Batch
    {
        delegate Status Asked(Poses* a, Poses* b);

        /// <summary>Calls `ask` with both sides, whose columns do not move meanwhile.</summary>
        static Status With(Side side, Side other, Asked ask)
        {
            side.Check();
            other.Check();
            ulong[] solids = side.Handles(), otherSolids = other.Handles();
            fixed (double* x = side.X, y = side.Y, r = side.Radius, w = side.HalfWidth, h = side.HalfHeight, t = side.Angle)
            fixed (double* ox = other.X, oy = other.Y, or = other.Radius, ow = other.HalfWidth, oh = other.HalfHeight, turns = other.Angle)
            fixed (ulong* ids = solids, otherIds = otherSolids)
            fixed (uint* index = side.Index, otherIndex = other.Index)
            {
                var a = new Poses
                {
                    Kind = (uint)side.Kind, Count = (UIntPtr)side.Count, X = x, Y = y, Radius = r, HalfWidth = w, HalfHeight = h,
                    Angle = t, Solids = ids, SolidCount = (UIntPtr)solids.Length, Index = index,
                };
                var b = new Poses
                {
                    Kind = (uint)other.Kind, Count = (UIntPtr)other.Count, X = ox, Y = oy, Radius = or, HalfWidth = ow,
                    HalfHeight = oh, Angle = turns, Solids = otherIds, SolidCount = (UIntPtr)otherSolids.Length, Index = otherIndex,
                };
                var status = ask(&a, &b);
                GC.KeepAlive(side);
                GC.KeepAlive(other);
                return status;
            }
        }

        /// <summary>Returns which pairs overlap: bits in words of 64, the first pair in the lowest bit.</summary>
        public static ulong[] Overlaps(Side a, Side b, Touching touching = Touching.Counts, uint threads = 0)
        {
            return Lists.All<ulong>((items, count) => With(a, b, (one, two) =>
            {
                fixed (ulong* at = items)
                    return Native.kasuri_batch_overlaps(one, two, (uint)touching, threads, at, (UIntPtr)items.Length, count);
            }));
        }

        /// <summary>Returns the indices of the pairs that overlap, in order.</summary>
        public static uint[] Hits(Side a, Side b, Touching touching = Touching.Counts, uint threads = 0)
        {
            return Lists.All<uint>((items, count) => With(a, b, (one, two) =>
            {
                fixed (uint* at = items)
                    return Native.kasuri_batch_hits(one, two, (uint)touching, threads, at, (UIntPtr)items.Length, count);
            }));
        }

        /// <summary>Returns the separation of each pair.</summary>
        public static Separation[] Separations(Side a, Side b, Touching touching = Touching.Counts, uint threads = 0)
        {
            return Lists.All<Separation>((items, count) => With(a, b, (one, two) =>
            {
                fixed (Separation* at = items)
                    return Native.kasuri_batch_separations(one, two, (uint)touching, threads, at, (UIntPtr)items.Length, count);
            }));
        }
    }
}
