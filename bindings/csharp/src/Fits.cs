using System;

namespace Kasuri
{
    public partial struct PlaceGrid
    {
        /// <summary>Makes a grid of positions: the one in column i and row j is `from` + (i, j) * `step`.</summary>
        public PlaceGrid(Vec2 from, Vec2 step, uint columns, uint rows)
        {
            From = from;
            Step = step;
            fixed (uint* count = Count)
            {
                count[0] = columns;
                count[1] = rows;
            }
        }

        /// <summary>The number of columns.</summary>
        public uint Columns { get { fixed (uint* count = Count) return count[0]; } }

        /// <summary>The number of rows.</summary>
        public uint Rows { get { fixed (uint* count = Count) return count[1]; } }
    }

    /// <summary>Which poses are free: a bit for each angle, row and column, in this order. Each row begins with a new
    /// word; its first column is the lowest bit.</summary>
    public readonly ref struct FreeMap
    {
        readonly uint columns, rows;

        /// <summary>All words.</summary>
        public ReadOnlySpan<ulong> Words { get; }

        internal FreeMap(ReadOnlySpan<ulong> words, PlaceGrid places)
        {
            Words = words;
            columns = places.Columns;
            rows = places.Rows;
        }

        /// <summary>Whether a pose is free. Poses outside of the grid are not.</summary>
        public bool IsFree(int angle, uint x, uint y)
        {
            if (angle < 0 || x >= columns || y >= rows) return false;
            long word = ((long)angle * rows + y) * ((columns + 63L) / 64) + x / 64;
            return word < Words.Length && (Words[(int)word] >> (int)(x % 64) & 1) != 0;
        }
    }

    // Where a body fits.
    public sealed unsafe partial class World
    {
        readonly Buffer<ulong> words = new Buffer<ulong>();

        /// <summary>Returns where a body would fit: at which positions of the grid, and at which angles, it would be in no
        /// pair. The body is not in the world; the position and the angle of `def` do not matter. Only the bodies that the
        /// filter selects block it. The map is valid until the next call.</summary>
        public FreeMap Fits(BodyDef def, ReadOnlySpan<double> angles, PlaceGrid places, Filter filter)
        {
            fixed (double* at = angles)
            {
                var ask = new AskFits
                {
                    Id = Own, Def = &def, Angles = at, AngleCount = (UIntPtr)angles.Length, Places = &places, Filter = &filter,
                };
                return new FreeMap(Kept(words.Fill(ref ask)), places);
            }
        }

        struct AskFits : IAsk<ulong>
        {
            internal ulong Id;
            internal BodyDef* Def;
            internal double* Angles;
            internal UIntPtr AngleCount;
            internal PlaceGrid* Places;
            internal Filter* Filter;

            public Status Call(ulong[] items, UIntPtr* count)
            {
                fixed (ulong* list = items)
                    return Native.kasuri_world_fits(Id, Def, Angles, AngleCount, Places, Filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns at how many positions and angles a body would fit.</summary>
        public ulong CountFits(BodyDef def, ReadOnlySpan<double> angles, PlaceGrid places, Filter filter)
        {
            ulong count;
            fixed (double* at = angles)
                Check(Native.kasuri_world_count_fits(Own, &def, at, (UIntPtr)angles.Length, &places, &filter, &count));
            return count;
        }

        /// <summary>Returns the first pose at which a body would fit, in order of angle, row and column; null if there is
        /// none.</summary>
        public FreePose? FirstFit(BodyDef def, ReadOnlySpan<double> angles, PlaceGrid places, Filter filter)
        {
            FreePose pose;
            byte found;
            fixed (double* at = angles)
                Check(Native.kasuri_world_first_fit(Own, &def, at, (UIntPtr)angles.Length, &places, &filter, &pose, &found));
            return found != 0 ? pose : (FreePose?)null;
        }

        /// <summary>Returns the pose nearest to a position at which a body would fit; null if there is none.</summary>
        public FreePose? NearestFit(BodyDef def, Vec2 to, ReadOnlySpan<double> angles, PlaceGrid places, Filter filter)
        {
            FreePose pose;
            byte found;
            fixed (double* at = angles)
                Check(Native.kasuri_world_nearest_fit(Own, &def, at, (UIntPtr)angles.Length, &places, &filter, to, &pose, &found));
            return found != 0 ? pose : (FreePose?)null;
        }
    }
}
