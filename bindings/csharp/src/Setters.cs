using System;
using System.Text;

namespace Kasuri
{
    // Settings of bodies, their state as lists, and coordinates.
    public sealed unsafe partial class World
    {
        /// <summary>Selects the device that tests candidate pairs. The answers are the same.</summary>
        public void SetBackend(Backend backend) { Check(Native.kasuri_world_set_backend(Own, (uint)backend)); }

        /// <summary>Scales a body; a negative factor mirrors it.</summary>
        public void SetScale(Body body, Vec2 scale) { Check(Native.kasuri_world_set_scale(Own, body, scale.X, scale.Y)); }

        /// <summary>Changes the radii of many circles, capsules and chains: all of them, or none.</summary>
        public void SetRadii(ReadOnlySpan<Body> changed, ReadOnlySpan<double> radii)
        {
            Same(changed.Length, radii.Length);
            fixed (Body* who = changed)
            fixed (double* at = radii)
                Check(Native.kasuri_world_set_radii(Own, who, at, (UIntPtr)changed.Length));
        }

        /// <summary>Teleports many bodies, each to its own position: all of them, or none.</summary>
        public void TeleportMany(ReadOnlySpan<Body> moved, ReadOnlySpan<Vec2> at)
        {
            Same(moved.Length, at.Length);
            fixed (Body* who = moved)
            fixed (Vec2* where = at)
                Check(Native.kasuri_world_teleport_many(Own, who, where, (UIntPtr)moved.Length));
        }

        /// <summary>Changes the whole look of a body, with its regions.</summary>
        public void SetLook(Body body, Appearance look) { Check(Native.kasuri_world_set_look(Own, body, look.Own), look); }

        /// <summary>Sets the number of steps after a hit in which the same two bodies do not hit again.</summary>
        public void SetCooldown(Body body, uint steps) { Check(Native.kasuri_world_set_cooldown(Own, body, steps)); }

        /// <summary>Limits the number of other bodies that the body may hit from now on; null removes the limit.</summary>
        public void SetMaxHits(Body body, uint? hits)
        {
            Check(Native.kasuri_world_set_max_hits(Own, body, hits.HasValue ? 1u : 0u, hits ?? 0));
        }

        /// <summary>Sets the distance outside the world's bounds beyond which the body is removed; null for
        /// never.</summary>
        public void SetDespawnBeyond(Body body, double? margin)
        {
            Check(Native.kasuri_world_set_despawn_beyond(Own, body, margin.HasValue ? 1u : 0u, margin ?? 0));
        }

        /// <summary>Changes the number that is attached to a body.</summary>
        public void SetData(Body body, ulong data) { Check(Native.kasuri_world_set_data(Own, body, data)); }

        /// <summary>Writes the positions of bodies to a span of the same length.</summary>
        public void Positions(ReadOnlySpan<Body> asked, Span<Vec2> positions)
        {
            Same(asked.Length, positions.Length);
            fixed (Body* who = asked)
            fixed (Vec2* at = positions)
                Check(Native.kasuri_world_positions(Own, who, (UIntPtr)asked.Length, at));
        }

        /// <summary>Writes the positions, angles and scales of bodies to a span of the same length.</summary>
        public void Placements(ReadOnlySpan<Body> asked, Span<Placement> placements)
        {
            Same(asked.Length, placements.Length);
            fixed (Body* who = asked)
            fixed (Placement* at = placements)
                Check(Native.kasuri_world_placements(Own, who, (UIntPtr)asked.Length, at));
        }

        /// <summary>Returns the name of a region by its index in hits.</summary>
        public string RegionName(Body body, byte index)
        {
            byte[] text = Lists.All<byte>((items, count) =>
            {
                Status status;
                fixed (byte* at = items)
                    status = Native.kasuri_world_region_name(Own, body, index, at, (UIntPtr)items.Length, count);
                // The text ends with a zero, which the length does not count.
                if (status == Status.ShortBuffer) *count = (UIntPtr)((int)*count + 1);
                return status;
            });
            GC.KeepAlive(this);
            return Encoding.UTF8.GetString(text);
        }

        struct AskBodies : IAsk<Body>
        {
            internal ulong Id;

            public Status Call(Body[] items, UIntPtr* count)
            {
                fixed (Body* list = items)
                    return Native.kasuri_world_bodies(Id, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns all bodies, in order of spawn.</summary>
        public ReadOnlySpan<Body> Bodies()
        {
            var ask = new AskBodies { Id = Own };
            return Kept(bodies.Fill(ref ask));
        }

        struct AskPoint : IAsk<Body>
        {
            internal ulong Id;
            internal Vec2 At;
            internal Filter Filter;

            public Status Call(Body[] items, UIntPtr* count)
            {
                fixed (Body* list = items)
                fixed (Filter* filter = &Filter)
                    return Native.kasuri_world_at_point(Id, At.X, At.Y, filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns the bodies that contain a point.</summary>
        public ReadOnlySpan<Body> AtPoint(Vec2 at, Filter filter)
        {
            var ask = new AskPoint { Id = Own, At = at, Filter = filter };
            return Kept(bodies.Fill(ref ask));
        }

        /// <summary>Returns the first hit that a placed solid would have on its motion to `to`; null if there is
        /// none.</summary>
        public SweepHit? SweepSolid(Solid solid, Placement placement, Vec2 to, Filter filter)
        {
            SweepHit hit;
            byte found;
            Check(Native.kasuri_world_sweep_solid(Own, solid.Own, &placement, to, &filter, &hit, &found), solid);
            return found != 0 ? hit : (SweepHit?)null;
        }

        /// <summary>Moves a body along a path up to its first hit, and returns the hit; null if there is none.</summary>
        public SweepHit? Advance(Body body, ReadOnlySpan<Vec2> path)
        {
            SweepHit hit;
            byte found;
            fixed (Vec2* at = path)
                Check(Native.kasuri_world_advance(Own, body, at, (UIntPtr)path.Length, &hit, &found));
            return found != 0 ? hit : (SweepHit?)null;
        }

        /// <summary>Returns the cells of a tile map that the other body of a hit overlaps.</summary>
        public Pixel[] OverlapCells(Hit hit)
        {
            var cells = Lists.All<Pixel>((items, count) =>
            {
                Hit asked = hit;
                fixed (Pixel* at = items)
                    return Native.kasuri_world_overlap_cells(Own, &asked, at, (UIntPtr)items.Length, count);
            });
            GC.KeepAlive(this);
            return cells;
        }

        /// <summary>Returns the pixels that the two sprites of a hit have in common.</summary>
        public Pixel[] CommonPixels(Hit hit)
        {
            var pixels = Lists.All<Pixel>((items, count) =>
            {
                Hit asked = hit;
                fixed (Pixel* at = items)
                    return Native.kasuri_world_common_pixels(Own, &asked, at, (UIntPtr)items.Length, count);
            });
            GC.KeepAlive(this);
            return pixels;
        }

        /// <summary>Returns the points where the outlines of two bodies cross.</summary>
        public Vec2[] Crossings(Body a, Body b)
        {
            var points = Lists.All<Vec2>((items, count) =>
            {
                fixed (Vec2* at = items)
                    return Native.kasuri_world_crossings(Own, a, b, at, (UIntPtr)items.Length, count);
            });
            GC.KeepAlive(this);
            return points;
        }

        /// <summary>Returns a position of the world in pixels, +y down.</summary>
        public Vec2 PixelsOf(Vec2 place)
        {
            Vec2 pixels;
            Check(Native.kasuri_world_pixels_of(Own, place.X, place.Y, &pixels));
            return pixels;
        }

        /// <summary>Returns a position in pixels, +y down, as one of the world.</summary>
        public Vec2 PlaceOf(Vec2 pixels)
        {
            Vec2 place;
            Check(Native.kasuri_world_place_of(Own, pixels.X, pixels.Y, &place));
            return place;
        }
    }
}
