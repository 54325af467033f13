using System;

namespace Kasuri
{
    // Queries at any time, and motion.
    public sealed unsafe partial class World
    {
        readonly Buffer<RayHit> rays = new Buffer<RayHit>();
        readonly Buffer<Neighbor> neighbors = new Buffer<Neighbor>();

        struct AskCone : IAsk<Body>
        {
            internal ulong Id;
            internal Vec2 Apex;
            internal double Direction, HalfAngle, Reach;
            internal Filter Filter;

            public Status Call(Body[] items, UIntPtr* count)
            {
                fixed (Body* list = items)
                fixed (Filter* filter = &Filter)
                    return Native.kasuri_world_in_cone(Id, Apex, Direction, HalfAngle, Reach, filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns the bodies that overlap a cone.</summary>
        public ReadOnlySpan<Body> InCone(Vec2 apex, double direction, double halfAngle, double reach, Filter filter)
        {
            var ask = new AskCone
            {
                Id = Own, Apex = apex, Direction = direction, HalfAngle = halfAngle, Reach = reach, Filter = filter,
            };
            return Kept(bodies.Fill(ref ask));
        }

        struct AskCircle : IAsk<Body>
        {
            internal ulong Id;
            internal Vec2 Centre;
            internal double R;
            internal Filter Filter;

            public Status Call(Body[] items, UIntPtr* count)
            {
                fixed (Body* list = items)
                fixed (Filter* filter = &Filter)
                    return Native.kasuri_world_in_circle(Id, Centre, R, filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns the bodies that overlap a circle.</summary>
        public ReadOnlySpan<Body> InCircle(Vec2 centre, double r, Filter filter)
        {
            var ask = new AskCircle { Id = Own, Centre = centre, R = r, Filter = filter };
            return Kept(bodies.Fill(ref ask));
        }

        struct AskBox : IAsk<Body>
        {
            internal ulong Id;
            internal Vec2 Corner, Opposite;
            internal Filter Filter;

            public Status Call(Body[] items, UIntPtr* count)
            {
                fixed (Body* list = items)
                fixed (Filter* filter = &Filter)
                    return Native.kasuri_world_in_box(Id, Corner, Opposite, filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns the bodies that overlap a box, given by two opposite corners. A box of size 0 is a query
        /// for a point.</summary>
        public ReadOnlySpan<Body> InBox(Vec2 corner, Vec2 opposite, Filter filter)
        {
            var ask = new AskBox { Id = Own, Corner = corner, Opposite = opposite, Filter = filter };
            return Kept(bodies.Fill(ref ask));
        }

        struct AskOverlapping : IAsk<Body>
        {
            internal ulong Id, Solid;
            internal Placement Placement;
            internal Filter Filter;
            internal bool Removes;

            public Status Call(Body[] items, UIntPtr* count)
            {
                fixed (Body* list = items)
                fixed (Filter* filter = &Filter)
                fixed (Placement* at = &Placement)
                    return Removes
                        ? Native.kasuri_world_remove_overlapping(Id, Solid, at, filter, list, (UIntPtr)items.Length, count)
                        : Native.kasuri_world_overlapping(Id, Solid, at, filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns the bodies that overlap a placed solid.</summary>
        public ReadOnlySpan<Body> Overlapping(Solid solid, Placement placement, Filter filter)
        {
            var ask = new AskOverlapping { Id = Own, Solid = solid.Own, Placement = placement, Filter = filter };
            return Kept(bodies.Fill(ref ask), solid);
        }

        /// <summary>Removes the bodies that overlap a placed solid, and returns them.</summary>
        public ReadOnlySpan<Body> RemoveOverlapping(Solid solid, Placement placement, Filter filter)
        {
            var ask = new AskOverlapping
            {
                Id = Own, Solid = solid.Own, Placement = placement, Filter = filter, Removes = true,
            };
            return Kept(bodies.Fill(ref ask), solid);
        }

        struct AskRay : IAsk<RayHit>
        {
            internal ulong Id;
            internal Vec2 From, To;
            internal Filter Filter;

            public Status Call(RayHit[] items, UIntPtr* count)
            {
                fixed (RayHit* list = items)
                fixed (Filter* filter = &Filter)
                    return Native.kasuri_world_along_ray(Id, From, To, filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns every body that a ray hits, in order along the ray.</summary>
        public ReadOnlySpan<RayHit> AlongRay(Vec2 from, Vec2 to, Filter filter)
        {
            var ask = new AskRay { Id = Own, From = from, To = to, Filter = filter };
            return Kept(rays.Fill(ref ask));
        }

        /// <summary>Returns the first hit of a ray; null if it hits nothing.</summary>
        public RayHit? FirstOnRay(Vec2 from, Vec2 to, Filter filter)
        {
            RayHit hit;
            byte found;
            Check(Native.kasuri_world_first_on_ray(Own, from, to, &filter, &hit, &found));
            return found != 0 ? hit : (RayHit?)null;
        }

        struct AskNearest : IAsk<Neighbor>
        {
            internal ulong Id;
            internal Vec2 To;
            internal int Most;
            internal Filter Filter;

            public Status Call(Neighbor[] items, UIntPtr* count)
            {
                fixed (Neighbor* list = items)
                fixed (Filter* filter = &Filter)
                    return Native.kasuri_world_nearest(Id, To.X, To.Y, (UIntPtr)Most, filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>Returns the nearest bodies, the nearest first.</summary>
        public ReadOnlySpan<Neighbor> Nearest(Vec2 to, int most, Filter filter)
        {
            var ask = new AskNearest { Id = Own, To = to, Most = most, Filter = filter };
            return Kept(neighbors.Fill(ref ask));
        }

        /// <summary>Returns the first hit of a body on its motion to `to`; null if there is none.</summary>
        public SweepHit? Sweep(Body body, Vec2 to)
        {
            SweepHit hit;
            byte found;
            Check(Native.kasuri_world_sweep(Own, body, to, &hit, &found));
            return found != 0 ? hit : (SweepHit?)null;
        }

        /// <summary>Moves a body and applies the response at each hit. The hits are written to the span
        /// `met`.</summary>
        public Travel Travel(Body body, Vec2 by, Response response, double restitution, Span<SweepHit> met, out int count)
        {
            Travel travel;
            UIntPtr all;
            fixed (SweepHit* at = met)
                Check(Native.kasuri_world_travel(Own, body, by, (uint)response, restitution, &travel, at,
                    (UIntPtr)met.Length, &all));
            count = (int)all;
            return travel;
        }

        /// <summary>Returns how the two bodies of a hit touch; null if they do not touch any more.</summary>
        public Contact? ContactOf(Hit hit)
        {
            Contact contact;
            byte found;
            Check(Native.kasuri_world_contact(Own, &hit, &contact, &found));
            return found != 0 ? contact : (Contact?)null;
        }

        /// <summary>Returns how the two bodies of a hit overlap.</summary>
        public Overlap OverlapOf(Hit hit)
        {
            Overlap overlap;
            Check(Native.kasuri_world_overlap(Own, &hit, &overlap));
            return overlap;
        }

        /// <summary>Returns the distance of two bodies; null if one of them covers nothing.</summary>
        public Distance? DistanceOf(Body a, Body b)
        {
            Distance distance;
            byte found;
            Check(Native.kasuri_world_distance(Own, a, b, &distance, &found));
            return found != 0 ? distance : (Distance?)null;
        }

        /// <summary>Moves the two bodies of a hit apart, the first by `share` of the distance. Returns whether they
        /// overlapped.</summary>
        public bool PushApart(Hit hit, double share, out Vec2 first, out Vec2 second)
        {
            Vec2* moved = stackalloc Vec2[2];
            byte found;
            Check(Native.kasuri_world_push_apart(Own, &hit, share, moved, &found));
            first = moved[0];
            second = moved[1];
            return found != 0;
        }
    }
}
