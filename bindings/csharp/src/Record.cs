using System;
using System.Text;

namespace Kasuri
{
    /// <summary>A world's state, kept.</summary>
    public sealed unsafe class Snapshot : Handle
    {
        internal Snapshot(ulong id) : base(id) { }

        readonly Buffer<byte> bytes = new Buffer<byte>();

        struct AskBytes : IAsk<byte>
        {
            internal ulong Id;

            public Status Call(byte[] items, UIntPtr* count)
            {
                fixed (byte* list = items)
                    return Native.kasuri_snapshot_to_bytes(Id, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>It as bytes, which any machine reads: to save a game, or to send its state.</summary>
        public ReadOnlySpan<byte> Bytes
        {
            get
            {
                var ask = new AskBytes { Id = Id };
                return bytes.Fill(ref ask);
            }
        }

        /// <summary>From such bytes.</summary>
        public static Snapshot FromBytes(ReadOnlySpan<byte> bytes)
        {
            ulong id;
            fixed (byte* at = bytes)
                Library.Check(Native.kasuri_snapshot_from_bytes(at, (UIntPtr)bytes.Length, &id));
            return new Snapshot(id);
        }
    }

    // A world's state, kept and brought back.
    public sealed unsafe partial class World
    {
        /// <summary>Keeps the state as it is now.</summary>
        public Snapshot Snapshot()
        {
            ulong id;
            Library.Check(Native.kasuri_world_snapshot(Id, &id));
            return new Snapshot(id);
        }

        /// <summary>Makes the state what it was.</summary>
        public void Restore(Snapshot snapshot) { Library.Check(Native.kasuri_world_restore(Id, snapshot.Id)); }
    }

    /// <summary>Records a world as it is stepped.</summary>
    public sealed unsafe class Recorder : Handle
    {
        readonly Buffer<byte> bytes = new Buffer<byte>();

        /// <summary>Of the world that it steps first.</summary>
        public Recorder() : base(Make()) { }

        static ulong Make()
        {
            ulong id;
            Library.Check(Native.kasuri_recorder_new(&id));
            return id;
        }

        /// <summary>Makes a step of a world and records it.</summary>
        public Step Step(World world)
        {
            Step step;
            Library.Check(Native.kasuri_recorder_step(Id, world.Id, &step));
            return step;
        }

        struct AskBytes : IAsk<byte>
        {
            internal ulong Id;

            public Status Call(byte[] items, UIntPtr* count)
            {
                fixed (byte* list = items)
                    return Native.kasuri_recorder_bytes(Id, list, (UIntPtr)items.Length, count);
            }
        }

        /// <summary>The file as far as it goes.</summary>
        public ReadOnlySpan<byte> Bytes
        {
            get
            {
                var ask = new AskBytes { Id = Id };
                return bytes.Fill(ref ask);
            }
        }
    }

    /// <summary>A recording that was read.</summary>
    public sealed unsafe class Recording : Handle
    {
        /// <summary>Of the bytes of a file.</summary>
        public Recording(ReadOnlySpan<byte> bytes) : base(Make(bytes)) { }

        static ulong Make(ReadOnlySpan<byte> bytes)
        {
            ulong id;
            fixed (byte* at = bytes) Library.Check(Native.kasuri_recording_new(at, (UIntPtr)bytes.Length, &id));
            return id;
        }

        /// <summary>How many steps it has.</summary>
        public int Length
        {
            get
            {
                UIntPtr steps;
                Library.Check(Native.kasuri_recording_len(Id, &steps));
                return (int)steps;
            }
        }

        /// <summary>The recorded world as it goes again.</summary>
        public Replay Replay()
        {
            ulong id;
            Library.Check(Native.kasuri_replay_new(Id, &id));
            return new Replay(id);
        }
    }

    /// <summary>A world that does again what was recorded.</summary>
    public sealed unsafe class Replay : Handle
    {
        internal Replay(ulong id) : base(id) { }

        /// <summary>Does the next step again; null at the end.</summary>
        public Step? Step()
        {
            Step step;
            byte found;
            Library.Check(Native.kasuri_replay_step(Id, &step, &found));
            return found != 0 ? step : (Step?)null;
        }

        /// <summary>Where it did something else than was recorded; null where it did not.</summary>
        public string Difference
        {
            get
            {
                byte* text = stackalloc byte[1024];
                UIntPtr length;
                Library.Check(Native.kasuri_replay_difference(Id, text, (UIntPtr)1024, &length));
                return (int)length == 0 ? null : Encoding.UTF8.GetString(text, (int)length);
            }
        }

        /// <summary>The world, to play on from here; the replay is gone then.</summary>
        public World IntoWorld()
        {
            ulong id;
            Library.Check(Native.kasuri_replay_into_world(Id, &id));
            Taken();
            return new World(id);
        }
    }
}
