using System;
using System.Text;

namespace Kasuri
{
    /// <summary>The saved state of a world.</summary>
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

        /// <summary>The snapshot as bytes that any machine can read: to save a game, or to send its state.</summary>
        public ReadOnlySpan<byte> Bytes
        {
            get
            {
                var ask = new AskBytes { Id = Own };
                return Kept(bytes.Fill(ref ask));
            }
        }

        /// <summary>The hash of the saved state: that of the world at that time.</summary>
        public ulong Hash
        {
            get
            {
                ulong hash;
                Check(Native.kasuri_snapshot_hash(Own, &hash));
                return hash;
            }
        }

        /// <summary>The number of steps that the world had made.</summary>
        public ulong Steps
        {
            get
            {
                ulong steps;
                Check(Native.kasuri_snapshot_steps(Own, &steps));
                return steps;
            }
        }

        /// <summary>Creates a snapshot from such bytes.</summary>
        public static Snapshot FromBytes(ReadOnlySpan<byte> bytes)
        {
            ulong id;
            fixed (byte* at = bytes)
                Library.Check(Native.kasuri_snapshot_from_bytes(at, (UIntPtr)bytes.Length, &id));
            return new Snapshot(id);
        }
    }

    // Saving and restoring a world's state.
    public sealed unsafe partial class World
    {
        /// <summary>Saves the present state.</summary>
        public Snapshot Snapshot()
        {
            ulong id;
            Check(Native.kasuri_world_snapshot(Own, &id));
            return new Snapshot(id);
        }

        /// <summary>Restores the state of a snapshot.</summary>
        public void Restore(Snapshot snapshot) { Check(Native.kasuri_world_restore(Own, snapshot.Own), snapshot); }
    }

    /// <summary>Records a world while it is stepped.</summary>
    public sealed unsafe class Recorder : Handle
    {
        readonly Buffer<byte> bytes = new Buffer<byte>();

        /// <summary>Creates a recorder. It records the first world that it steps.</summary>
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
            Check(Native.kasuri_recorder_step(Own, world.Own, &step), world);
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

        /// <summary>The bytes of the file up to now.</summary>
        public ReadOnlySpan<byte> Bytes
        {
            get
            {
                var ask = new AskBytes { Id = Own };
                return Kept(bytes.Fill(ref ask));
            }
        }
    }

    /// <summary>A recording that was read from a file.</summary>
    public sealed unsafe class Recording : Handle
    {
        /// <summary>Creates a recording from the bytes of a file.</summary>
        public Recording(ReadOnlySpan<byte> bytes) : base(Make(bytes)) { }

        static ulong Make(ReadOnlySpan<byte> bytes)
        {
            ulong id;
            fixed (byte* at = bytes) Library.Check(Native.kasuri_recording_new(at, (UIntPtr)bytes.Length, &id));
            return id;
        }

        /// <summary>The number of steps.</summary>
        public int Length
        {
            get
            {
                UIntPtr steps;
                Check(Native.kasuri_recording_len(Own, &steps));
                return (int)steps;
            }
        }

        /// <summary>The number of bytes at the end that are no whole step.</summary>
        public int Cut
        {
            get
            {
                UIntPtr bytes;
                Check(Native.kasuri_recording_cut(Own, &bytes));
                return (int)bytes;
            }
        }

        /// <summary>Returns the first difference between two recordings; null if there is none.</summary>
        public string FirstDifference(Recording other)
        {
            byte[] text = Lists.All<byte>((items, count) =>
            {
                Status status;
                fixed (byte* at = items)
                    status = Native.kasuri_recording_first_difference(Own, other.Own, at, (UIntPtr)items.Length, count);
                // The text ends with a zero, which the length does not count.
                if (status == Status.ShortBuffer) *count = (UIntPtr)((int)*count + 1);
                return status;
            });
            GC.KeepAlive(this);
            GC.KeepAlive(other);
            return text.Length == 0 ? null : Encoding.UTF8.GetString(text);
        }

        /// <summary>Creates a replay of the recorded world.</summary>
        public Replay Replay()
        {
            ulong id;
            Check(Native.kasuri_replay_new(Own, &id));
            return new Replay(id);
        }
    }

    /// <summary>A world that replays a recording.</summary>
    public sealed unsafe class Replay : Handle
    {
        internal Replay(ulong id) : base(id) { }

        /// <summary>Replays the next step; null at the end.</summary>
        public Step? Step()
        {
            Step step;
            byte found;
            Check(Native.kasuri_replay_step(Own, &step, &found));
            return found != 0 ? step : (Step?)null;
        }

        /// <summary>Where the replay differed from the recording; null if it did not differ.</summary>
        public string Difference
        {
            get
            {
                UIntPtr length;
                Status status = Native.kasuri_replay_difference(Own, null, UIntPtr.Zero, &length);
                if (status != Status.ShortBuffer) Check(status);
                if ((int)length == 0) return null;
                // The text ends with a zero, which the length does not count.
                byte[] text = new byte[(int)length + 1];
                fixed (byte* at = text)
                {
                    Check(Native.kasuri_replay_difference(Own, at, (UIntPtr)text.Length, &length));
                }
                return Encoding.UTF8.GetString(text, 0, (int)length);
            }
        }

        /// <summary>Returns the world, which can be played on from here. The replay cannot be used any
        /// more.</summary>
        public World IntoWorld()
        {
            ulong id;
            Check(Native.kasuri_replay_into_world(Own, &id));
            Taken();
            return new World(id);
        }
    }
}
