using System;

namespace Kasuri
{
    // Questions at any time.
    public sealed unsafe partial class World
    {
        readonly Buffer<RayHit> rays = new Buffer<RayHit>();
        readonly Buffer<Neighbor> neighbors = new Buffer<Neighbor>();

        struct AskCone : IAsk<Body>
        {
            internal ulong Id;
            internal Vec2 Apex;
            internal double Towards, HalfAngle, Reach;
            internal Filter Filter;

            public Status Call(Body[] items, UIntPtr* count)
            {
                fixed (Body* list = items)
                fixed (Filter* filter = &Filter)
                    return Native.kasuri_world_in_cone(Id, Apex, Towards, HalfAngle, Reach, filter, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>The bodies that overlap a cone.</summary>
        public ReadOnlySpan<Body> InCone(Vec2 apex, double towards, double halfAngle, double reach, Filter filter)
        {
            var ask = new AskCone
            {
                Id = Id, Apex = apex, Towards = towards, HalfAngle = halfAngle, Reach = reach, Filter = filter,
            };
            return bodies.Fill(ref ask);
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

        /// <summary>The bodies that overlap a circle.</summary>
        public ReadOnlySpan<Body> InCircle(Vec2 centre, double r, Filter filter)
        {
            var ask = new AskCircle { Id = Id, Centre = centre, R = r, Filter = filter };
            return bodies.Fill(ref ask);
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

        /// <summary>The bodies that overlap a box, given by two opposite corners. A box of one point asks for a point.</summary>
        public ReadOnlySpan<Body> InBox(Vec2 corner, Vec2 opposite, Filter filter)
        {
            var ask = new AskBox { Id = Id, Corner = corner, Opposite = opposite, Filter = filter };
            return bodies.Fill(ref ask);
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

        /// <summary>The bodies that overlap a solid placed somewhere.</summary>
        public ReadOnlySpan<Body> Overlapping(Solid solid, Placement placement, Filter filter)
        {
            var ask = new AskOverlapping { Id = Id, Solid = solid.Id, Placement = placement, Filter = filter };
            return bodies.Fill(ref ask);
        }

        /// <summary>Removes the bodies that overlap a solid placed somewhere, and names them.</summary>
        public ReadOnlySpan<Body> RemoveOverlapping(Solid solid, Placement placement, Filter filter)
        {
            var ask = new AskOverlapping
            {
                Id = Id, Solid = solid.Id, Placement = placement, Filter = filter, Removes = true,
            };
            return bodies.Fill(ref ask);
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

        /// <summary>Every body that a ray meets, in the order it does.</summary>
        public ReadOnlySpan<RayHit> AlongRay(Vec2 from, Vec2 to, Filter filter)
        {
            var ask = new AskRay { Id = Id, From = from, To = to, Filter = filter };
            return rays.Fill(ref ask);
        }

        /// <summary>What a ray meets first; null where it meets nothing.</summary>
        public RayHit? FirstOnRay(Vec2 from, Vec2 to, Filter filter)
        {
            RayHit hit;
            byte found;
            Library.Check(Native.kasuri_world_first_on_ray(Id, from, to, &filter, &hit, &found));
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

        /// <summary>The nearest bodies, the nearest first.</summary>
        public ReadOnlySpan<Neighbor> Nearest(Vec2 to, int most, Filter filter)
        {
            var ask = new AskNearest { Id = Id, To = to, Most = most, Filter = filter };
            return neighbors.Fill(ref ask);
        }

        /// <summary>What a body would first meet on its way; null where it meets nothing.</summary>
        public SweepHit? Sweep(Body body, Vec2 to)
        {
            SweepHit hit;
            byte found;
            Library.Check(Native.kasuri_world_sweep(Id, body, to, &hit, &found));
            return found != 0 ? hit : (SweepHit?)null;
        }

        /// <summary>Moves a body, which does what the response says when it meets something; what it met has room in a span.</summary>
        public Travel Travel(Body body, Vec2 by, Response response, double restitution, Span<SweepHit> met, out int count)
        {
            Travel travel;
            UIntPtr all;
            fixed (SweepHit* at = met)
                Library.Check(Native.kasuri_world_travel(Id, body, by, (uint)response, restitution, &travel, at,
                    (UIntPtr)met.Length, &all));
            count = (int)all;
            return travel;
        }

        /// <summary>How the two of a hit touch; null where they do not any more.</summary>
        public Contact? ContactOf(Hit hit)
        {
            Contact contact;
            byte found;
            Library.Check(Native.kasuri_world_contact(Id, &hit, &contact, &found));
            return found != 0 ? contact : (Contact?)null;
        }

        /// <summary>How the two of a hit overlap.</summary>
        public Overlap OverlapOf(Hit hit)
        {
            Overlap overlap;
            Library.Check(Native.kasuri_world_overlap(Id, &hit, &overlap));
            return overlap;
        }

        /// <summary>How far two bodies are apart; null where one covers nothing.</summary>
        public Distance? DistanceOf(Body a, Body b)
        {
            Distance distance;
            byte found;
            Library.Check(Native.kasuri_world_distance(Id, a, b, &distance, &found));
            return found != 0 ? distance : (Distance?)null;
        }

        /// <summary>Moves the two of a hit apart, the first by a share of the way; whether they overlapped.</summary>
        public bool PushApart(Hit hit, double share, out Vec2 first, out Vec2 second)
        {
            Vec2* moved = stackalloc Vec2[2];
            byte found;
            Library.Check(Native.kasuri_world_push_apart(Id, &hit, share, moved, &found));
            first = moved[0];
            second = moved[1];
            return found != 0;
        }
    }
}
