using System;

namespace Kasuri
{
    /// <summary>Fills an array with a list, and writes how many items there are.</summary>
    internal unsafe delegate Status Lister<T>(T[] items, UIntPtr* count);

    internal static class Lists
    {
        /// <summary>Returns a list as an array of its own.</summary>
        internal static unsafe T[] All<T>(Lister<T> fill)
        {
            var items = new T[16];
            while (true)
            {
                UIntPtr count;
                Status status = fill(items, &count);
                if (status == Status.ShortBuffer)
                {
                    items = new T[(int)count];
                    continue;
                }
                Library.Check(status);
                Array.Resize(ref items, (int)count);
                return items;
            }
        }
    }

    public partial struct Placed
    {
        /// <summary>Places a shape, a mask or a tile map, for `Query`. Only Dispose frees the solid from then
        /// on.</summary>
        public Placed(Solid solid, Placement placement)
        {
            Solid = solid.Id;
            Placement = placement;
            Pivot = default(Vec2);
            Flags = 0;
        }
    }

    /// <summary>Answers about placed solids, without a world: in pixels, +y down.</summary>
    public static unsafe class Query
    {
        /// <summary>Whether two solids overlap.</summary>
        public static bool Overlaps(Placed a, Placed b, Touching touching = Touching.Counts)
        {
            byte overlaps;
            Library.Check(Native.kasuri_query_overlaps(&a, &b, (uint)touching, &overlaps));
            return overlaps != 0;
        }

        /// <summary>Returns how two solids overlap.</summary>
        public static Overlap OverlapOf(Placed a, Placed b, Touching touching = Touching.Counts)
        {
            Overlap overlap;
            Library.Check(Native.kasuri_query_overlap(&a, &b, (uint)touching, &overlap));
            return overlap;
        }

        /// <summary>Returns the cells of a tile map that a solid overlaps, row by row.</summary>
        public static Pixel[] OverlapCells(Placed a, Placed b, Touching touching = Touching.Counts)
        {
            return Lists.All<Pixel>((items, count) =>
            {
                Placed first = a, second = b;
                fixed (Pixel* at = items)
                    return Native.kasuri_query_overlap_cells(&first, &second, (uint)touching, at, (UIntPtr)items.Length, count);
            });
        }

        /// <summary>Returns how two solids touch; null if they do not overlap.</summary>
        public static Contact? ContactOf(Placed a, Placed b, Touching touching = Touching.Counts)
        {
            Contact contact;
            byte found;
            Library.Check(Native.kasuri_query_contact(&a, &b, (uint)touching, &contact, &found));
            return found != 0 ? contact : (Contact?)null;
        }

        /// <summary>Returns the distance of two solids; null if one of them covers nothing.</summary>
        public static Distance? DistanceOf(Placed a, Placed b)
        {
            Distance distance;
            byte found;
            Library.Check(Native.kasuri_query_distance(&a, &b, &distance, &found));
            return found != 0 ? distance : (Distance?)null;
        }

        /// <summary>Returns the pixels that two masks have in common, row by row.</summary>
        public static Pixel[] CommonPixels(Placed a, Placed b)
        {
            return Lists.All<Pixel>((items, count) =>
            {
                Placed first = a, second = b;
                fixed (Pixel* at = items)
                    return Native.kasuri_query_common_pixels(&first, &second, at, (UIntPtr)items.Length, count);
            });
        }

        /// <summary>Returns the points where the outlines of two solids cross.</summary>
        public static Vec2[] Crossings(Placed a, Placed b)
        {
            return Lists.All<Vec2>((items, count) =>
            {
                Placed first = a, second = b;
                fixed (Vec2* at = items)
                    return Native.kasuri_query_crossings(&first, &second, at, (UIntPtr)items.Length, count);
            });
        }

        /// <summary>Whether a solid contains a point.</summary>
        public static bool Contains(Placed a, Vec2 at)
        {
            byte contains;
            Library.Check(Native.kasuri_query_contains(&a, at.X, at.Y, &contains));
            return contains != 0;
        }

        /// <summary>Returns the first hit of a ray on a solid; null if there is none.</summary>
        public static Cast? CastOn(Placed a, Vec2 from, Vec2 to)
        {
            Cast hit;
            byte found;
            Library.Check(Native.kasuri_query_cast(&a, from, to, &hit, &found));
            return found != 0 ? hit : (Cast?)null;
        }

        /// <summary>Returns the first overlap of two moving solids; null if they do not overlap.</summary>
        public static Meeting? Sweep(Placed a, Vec2 aTo, Placed b, Vec2 bTo)
        {
            Meeting meeting;
            byte found;
            Library.Check(Native.kasuri_query_sweep(&a, aTo, &b, bTo, &meeting, &found));
            return found != 0 ? meeting : (Meeting?)null;
        }

        /// <summary>Returns where a solid would fit among others. `poses` has the solid once for each angle; where they
        /// stand does not matter.</summary>
        public static FreeMap Fits(Placed[] poses, Placed[] bodies, PlaceGrid places, Touching touching = Touching.Counts)
        {
            return new FreeMap(Lists.All<ulong>((items, count) =>
            {
                PlaceGrid grid = places;
                fixed (Placed* own = poses)
                fixed (Placed* others = bodies)
                fixed (ulong* at = items)
                    return Native.kasuri_query_fits(own, (UIntPtr)poses.Length, others, (UIntPtr)bodies.Length, &grid,
                        (uint)touching, at, (UIntPtr)items.Length, count);
            }), places);
        }

        /// <summary>Returns at how many positions and angles a solid would fit among others.</summary>
        public static ulong CountFits(Placed[] poses, Placed[] bodies, PlaceGrid places, Touching touching = Touching.Counts)
        {
            ulong fits;
            fixed (Placed* own = poses)
            fixed (Placed* others = bodies)
                Library.Check(Native.kasuri_query_count_fits(own, (UIntPtr)poses.Length, others, (UIntPtr)bodies.Length,
                    &places, (uint)touching, &fits));
            return fits;
        }

        /// <summary>Returns the first pose at which a solid would fit among others; null if there is none.</summary>
        public static FreePose? FirstFit(Placed[] poses, Placed[] bodies, PlaceGrid places, Touching touching = Touching.Counts)
        {
            FreePose pose;
            byte found;
            fixed (Placed* own = poses)
            fixed (Placed* others = bodies)
                Library.Check(Native.kasuri_query_first_fit(own, (UIntPtr)poses.Length, others, (UIntPtr)bodies.Length,
                    &places, (uint)touching, &pose, &found));
            return found != 0 ? pose : (FreePose?)null;
        }

        /// <summary>Returns the pose nearest to a position at which a solid would fit among others; null if there is
        /// none.</summary>
        public static FreePose? NearestFit(Placed[] poses, Placed[] bodies, Vec2 to, PlaceGrid places,
            Touching touching = Touching.Counts)
        {
            FreePose pose;
            byte found;
            fixed (Placed* own = poses)
            fixed (Placed* others = bodies)
                Library.Check(Native.kasuri_query_nearest_fit(own, (UIntPtr)poses.Length, others, (UIntPtr)bodies.Length,
                    &places, (uint)touching, to, &pose, &found));
            return found != 0 ? pose : (FreePose?)null;
        }

        /// <summary>Returns a velocity after a bounce off a surface: restitution 1 keeps the speed, 0 makes it
        /// slide.</summary>
        public static Vec2 Deflected(Vec2 velocity, Vec2 normal, double restitution)
        {
            Vec2 deflected;
            Library.Check(Native.kasuri_deflected(velocity, normal, restitution, &deflected));
            return deflected;
        }
    }
}
