using System;
using System.Text;

namespace Kasuri
{
    /// <summary>What the library refuses: its own text, and the status.</summary>
    public sealed class KasuriException : Exception
    {
        /// <summary>Which kind of refusal it is.</summary>
        public Status Status { get; }

        internal KasuriException(Status status, string text) : base(text)
        {
            Status = status;
        }
    }

    /// <summary>Versions and refusals.</summary>
    public static unsafe class Library
    {
        /// <summary>The library's version.</summary>
        public static readonly string Version = Open();

        static string Open()
        {
            Check(Native.kasuri_check_abi(Native.ABI_VERSION, (UIntPtr)sizeof(WorldDef), (UIntPtr)sizeof(BodyDef),
                (UIntPtr)sizeof(Hit)));
            byte* text = stackalloc byte[64];
            UIntPtr length;
            Check(Native.kasuri_version(text, (UIntPtr)64, &length));
            return Encoding.UTF8.GetString(text, (int)length);
        }

        /// <summary>Throws what was refused.</summary>
        public static void Check(Status status)
        {
            if (status != Status.Ok) throw new KasuriException(status, Reason());
        }

        static string Reason()
        {
            byte* text = stackalloc byte[1024];
            UIntPtr length;
            Native.kasuri_last_error(text, (UIntPtr)1024, &length);
            return Encoding.UTF8.GetString(text, Math.Min((int)length, 1023));
        }
    }

    /// <summary>An object of the library. Dispose of it: the collector does not free it, since a body's definition holds the
    /// number of its shape, which the collector does not see.</summary>
    public abstract class Handle : IDisposable
    {
        /// <summary>The handle; 0 when it was freed.</summary>
        public ulong Id { get; private set; }

        internal Handle(ulong id)
        {
            Id = id;
        }

        /// <summary>Frees it. What a world needs of it the world keeps.</summary>
        public void Dispose()
        {
            if (Id != 0) Library.Check(Native.kasuri_free(Id));
            Id = 0;
        }

        internal void Taken()
        {
            Id = 0;
        }
    }

    /// <summary>What a body can look like: a shape, a mask, a tile map, a look, a list of frames.</summary>
    public abstract class Appearance : Handle
    {
        internal Appearance(ulong id) : base(id) { }
    }

    /// <summary>A shape, a mask or a tile map.</summary>
    public abstract class Solid : Appearance
    {
        internal Solid(ulong id) : base(id) { }
    }

    /// <summary>A list that is filled again and again: it makes garbage only as it grows.</summary>
    internal sealed unsafe class Buffer<T> where T : struct
    {
        T[] items = new T[64];

        /// <summary>Fills it, with more room where it is short.</summary>
        internal ReadOnlySpan<T> Fill<TAsk>(ref TAsk ask) where TAsk : struct, IAsk<T>
        {
            while (true)
            {
                UIntPtr count;
                Status status = ask.Call(items, &count);
                if (status == Status.ShortBuffer)
                {
                    items = new T[Math.Max((int)count, 2 * items.Length)];
                    continue;
                }
                Library.Check(status);
                return new ReadOnlySpan<T>(items, 0, (int)count);
            }
        }
    }

    /// <summary>A question whose answer is a list. A struct, so that asking makes no garbage.</summary>
    internal unsafe interface IAsk<T>
    {
        Status Call(T[] items, UIntPtr* count);
    }

    public partial struct Vec2
    {
        /// <summary>From its two numbers.</summary>
        public Vec2(double x, double y)
        {
            X = x;
            Y = y;
        }
    }

    public partial struct Body : IEquatable<Body>
    {
        /// <summary>Whether the two are one body.</summary>
        public bool Equals(Body other)
        {
            return Slot == other.Slot && Generation == other.Generation;
        }

        /// <summary>Whether the two are one body.</summary>
        public override bool Equals(object other)
        {
            return other is Body && Equals((Body)other);
        }

        /// <summary>For dictionaries.</summary>
        public override int GetHashCode()
        {
            return (int)(Slot * 31 + Generation);
        }

        /// <summary>Whether the two are one body.</summary>
        public static bool operator ==(Body a, Body b)
        {
            return a.Equals(b);
        }

        /// <summary>Whether the two are two bodies.</summary>
        public static bool operator !=(Body a, Body b)
        {
            return !a.Equals(b);
        }
    }

    public partial struct Placement
    {
        /// <summary>Where, how far turned in radians, and at which scale.</summary>
        public Placement(Vec2 at, double angle = 0, double scale = 1)
        {
            At = at;
            Angle = angle;
            Scale = new Vec2(scale, scale);
        }
    }

    public partial struct Filter
    {
        /// <summary>Every body.</summary>
        public static readonly Filter All = new Filter { Layers = uint.MaxValue };

        /// <summary>What is on one of these layers.</summary>
        public static Filter Against(uint layers)
        {
            return new Filter { Layers = layers };
        }
    }

    public partial struct BodyDef
    {
        /// <summary>A body as it is by default, of an appearance.</summary>
        public static unsafe BodyDef Of(Appearance appearance)
        {
            BodyDef def;
            Library.Check(Native.kasuri_body_def_default(&def));
            def.Appearance = appearance.Id;
            return def;
        }
    }
}
