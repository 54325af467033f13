using System;
using System.Text;

namespace Kasuri
{
    /// <summary>A refusal of the library, with its own text and the status.</summary>
    public sealed class KasuriException : Exception
    {
        /// <summary>The kind of the refusal.</summary>
        public Status Status { get; }

        internal KasuriException(Status status, string text) : base(text)
        {
            Status = status;
        }
    }

    /// <summary>The library's version, and the check of statuses.</summary>
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

        /// <summary>Throws an exception if the status is a refusal.</summary>
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

    /// <summary>An object of the library. Dispose frees it now; the garbage collector frees those that a program
    /// forgets.</summary>
    public abstract class Handle : IDisposable
    {
        readonly long pressure;

        /// <summary>The handle; 0 after the object was freed. Whoever reads it may store the number where the garbage
        /// collector does not see it, as a BodyDef does: from then on only Dispose frees the object.</summary>
        public ulong Id
        {
            get
            {
                GC.SuppressFinalize(this);
                return Own;
            }
        }

        /// <summary>The handle, for a call that keeps this object alive.</summary>
        internal ulong Own { get; private set; }

        internal Handle(ulong id, long pressure = 0)
        {
            Own = id;
            this.pressure = pressure;
            if (pressure != 0) GC.AddMemoryPressure(pressure);
        }

        /// <summary>Frees the object if nobody has.</summary>
        ~Handle()
        {
            // Busy: a call that got the number by another way still runs, so the object is freed later.
            if (Own != 0 && Native.kasuri_free(Own) == Status.Busy) GC.ReRegisterForFinalize(this);
            else Taken();
        }

        /// <summary>Frees the object. A world keeps what it needs of it.</summary>
        public void Dispose()
        {
            if (Own != 0) Check(Native.kasuri_free(Own));
            Taken();
        }

        internal void Taken()
        {
            if (Own != 0 && pressure != 0) GC.RemoveMemoryPressure(pressure);
            Own = 0;
            GC.SuppressFinalize(this);
        }

        /// <summary>Throws an exception if the status is a refusal. Until then the garbage collector does not free this
        /// object and the other one.</summary>
        internal void Check(Status status, object other = null)
        {
            GC.KeepAlive(this);
            GC.KeepAlive(other);
            Library.Check(status);
        }

        /// <summary>Returns a list that a call filled. Until then the garbage collector does not free this object and
        /// the other one.</summary>
        internal ReadOnlySpan<T> Kept<T>(ReadOnlySpan<T> list, object other = null)
        {
            GC.KeepAlive(this);
            GC.KeepAlive(other);
            return list;
        }
    }

    /// <summary>The appearance of a body: a shape, a mask, a tile map, a look, a list of frames, or a sheet.</summary>
    public abstract class Appearance : Handle
    {
        internal Appearance(ulong id) : base(id) { }
    }

    /// <summary>A shape, a mask or a tile map.</summary>
    public abstract class Solid : Appearance
    {
        internal Solid(ulong id) : base(id) { }
    }

    /// <summary>A buffer for lists that is used again and again: it makes garbage only when it grows.</summary>
    internal sealed unsafe class Buffer<T> where T : struct
    {
        T[] items = new T[64];

        /// <summary>Fills the buffer, and enlarges it if it is too short.</summary>
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

    /// <summary>A query whose answer is a list. Implementations are structs, so that a query makes no
    /// garbage.</summary>
    internal unsafe interface IAsk<T>
    {
        Status Call(T[] items, UIntPtr* count);
    }

    public partial struct Vec2
    {
        /// <summary>Makes a vector from its two coordinates.</summary>
        public Vec2(double x, double y)
        {
            X = x;
            Y = y;
        }
    }

    public partial struct Body : IEquatable<Body>
    {
        /// <summary><summary><summary>Whether both handles refer to the same body.</summary></summary></summary>
        public bool Equals(Body other)
        {
            return Slot == other.Slot && Generation == other.Generation;
        }

        /// <summary><summary>Whether both handles refer to the same body.</summary></summary>
        public override bool Equals(object other)
        {
            return other is Body && Equals((Body)other);
        }

        /// <summary>The hash for dictionaries.</summary>
        public override int GetHashCode()
        {
            return (int)(Slot * 31 + Generation);
        }

        /// <summary>Whether both handles refer to the same body.</summary>
        public static bool operator ==(Body a, Body b)
        {
            return a.Equals(b);
        }

        /// <summary>Whether the handles refer to different bodies.</summary>
        public static bool operator !=(Body a, Body b)
        {
            return !a.Equals(b);
        }
    }

    public partial struct Placement
    {
        /// <summary>Makes a placement from a position, an angle in radians, and a scale.</summary>
        public Placement(Vec2 at, double angle = 0, double scale = 1)
        {
            At = at;
            Angle = angle;
            Scale = new Vec2(scale, scale);
        }
    }

    public partial struct Filter
    {
        /// <summary>A filter for every body.</summary>
        public static readonly Filter All = new Filter { Layers = uint.MaxValue };

        /// <summary>Returns a filter for the bodies on these layers.</summary>
        public static Filter Against(uint layers)
        {
            return new Filter { Layers = layers };
        }
    }

    public partial struct BodyDef
    {
        /// <summary>Returns the default settings of a body with an appearance.</summary>
        public static unsafe BodyDef Of(Appearance appearance)
        {
            BodyDef def;
            Library.Check(Native.kasuri_body_def_default(&def));
            def.Appearance = appearance.Id;
            return def;
        }
    }
}
