using System;
using System.Collections.Generic;
using System.Text;

namespace Kasuri
{
    /// <summary>A sheet of the hit box editor: frames with masks, pivots, regions, tags and values in one file. A body of it has all
    /// frames.</summary>
    public sealed unsafe class Sheet : Appearance
    {
        readonly Dictionary<string, uint> tags = new Dictionary<string, uint>();

        /// <summary>Reads a sheet from the bytes of its file; the picture is the bytes of its picture, if the masks are
        /// there.</summary>
        public Sheet(ReadOnlySpan<byte> json, ReadOnlySpan<byte> picture = default(ReadOnlySpan<byte>)) : base(Make(json, picture))
        {
            uint frames, count;
            Check(Native.kasuri_sheet_size(Own, &frames, &count));
            var all = new SheetFrame[frames];
            for (uint k = 0; k < frames; k++) all[k] = FrameOf(k);
            Frames = all;
            var tagged = new SheetTag[count];
            for (uint k = 0; k < count; k++)
            {
                tagged[k] = TagOf(k);
                tags[tagged[k].Name] = k;
            }
            Tags = tagged;
            Values = new SheetValues(this, Native.SHEET_ITSELF, 0);
        }

        /// <summary>Reads a sheet from the text of its file.</summary>
        public Sheet(string json) : this(Encoding.UTF8.GetBytes(json)) { }

        static ulong Make(ReadOnlySpan<byte> json, ReadOnlySpan<byte> picture)
        {
            ulong id;
            // A pointer to nothing is NULL, and an empty text is refused by its own words.
            fixed (byte* text = json)
            fixed (byte* pixels = picture)
                Library.Check(Native.kasuri_sheet_from_json(text, (UIntPtr)json.Length, pixels, (UIntPtr)picture.Length, &id));
            return id;
        }

        /// <summary>The frames. Frame k is frame k of a body.</summary>
        public IReadOnlyList<SheetFrame> Frames { get; }

        /// <summary>The tags: named parts of the timeline.</summary>
        public IReadOnlyList<SheetTag> Tags { get; }

        /// <summary>The values of the sheet as a whole.</summary>
        public SheetValues Values { get; }

        /// <summary>The file name of the picture that shows the frames; null if the sheet names none.</summary>
        public string Image
        {
            get
            {
                string name = Told((at, room, length) => Native.kasuri_sheet_image(Own, at, room, length));
                return name.Length == 0 ? null : name;
            }
        }

        /// <summary>Returns the number of the frame with a name; null if there is none.</summary>
        public int? Frame(string name)
        {
            uint frame;
            byte found;
            fixed (byte* text = Text.Of(name)) Check(Native.kasuri_sheet_frame_index(Own, text, &frame, &found));
            return found != 0 ? (int)frame : (int?)null;
        }

        /// <summary>Returns the number of the region with a name, as in hits; 0 if the frame has none of this name.</summary>
        public int Region(int frame, string name)
        {
            uint region;
            fixed (byte* text = Text.Of(name)) Check(Native.kasuri_sheet_region_index(Own, (uint)frame, text, &region));
            return (int)region;
        }

        /// <summary>Returns the frame that a tag shows at a time; null if there is no such tag.</summary>
        public int? FrameAt(string tag, double milliseconds)
        {
            uint known;
            if (!tags.TryGetValue(tag, out known)) return null;
            uint frame;
            Check(Native.kasuri_sheet_frame_at(Own, known, milliseconds > 0 ? (ulong)milliseconds : 0, &frame));
            return (int)frame;
        }

        /// <summary>Returns the number of the tag with a name; null if there is none.</summary>
        public int? Tag(string name)
        {
            uint tag;
            byte found;
            fixed (byte* text = Text.Of(name)) Check(Native.kasuri_sheet_tag_index(Own, text, &tag, &found));
            return found != 0 ? (int)tag : (int?)null;
        }

        /// <summary>Returns the mask of a frame.</summary>
        public Mask Mask(int frame)
        {
            ulong id;
            Check(Native.kasuri_sheet_mask(Own, (uint)frame, &id));
            return new Mask(id);
        }

        /// <summary>Returns the look of a frame: its mask, its pivot and its regions. The sheet itself is the look of all
        /// frames.</summary>
        public Look Look(int frame)
        {
            ulong id;
            Check(Native.kasuri_sheet_look(Own, (uint)frame, &id));
            return new Look(id);
        }

        /// <summary>Returns the sheet as JSON, all masks as runs.</summary>
        public string ToJson()
        {
            return Told((at, room, length) => Native.kasuri_sheet_to_json(Own, at, room, length));
        }

        SheetFrame FrameOf(uint frame)
        {
            FrameInfo info;
            Check(Native.kasuri_sheet_frame(Own, frame, &info));
            string name = Told((at, room, length) => Native.kasuri_sheet_frame_name(Own, frame, at, room, length));
            var regions = new SheetRegion[info.Regions];
            for (uint k = 1; k <= info.Regions; k++)
            {
                uint region = k;
                RegionInfo told;
                Check(Native.kasuri_sheet_region(Own, frame, region, &told));
                string named = Told((at, room, length) => Native.kasuri_sheet_region_name(Own, frame, region, at, room, length));
                regions[k - 1] = new SheetRegion(named, told, new SheetValues(this, frame, region));
            }
            return new SheetFrame(name, info, regions, new SheetValues(this, frame, 0));
        }

        SheetTag TagOf(uint tag)
        {
            TagInfo info;
            Check(Native.kasuri_sheet_tag(Own, tag, &info));
            string name = Told((at, room, length) => Native.kasuri_sheet_tag_name(Own, tag, at, room, length));
            return new SheetTag(name, info);
        }

        internal delegate Status Teller(byte* at, UIntPtr room, UIntPtr* length);

        /// <summary>Returns the text that a call writes.</summary>
        internal string Told(Teller tell)
        {
            byte[] text = Lists.All<byte>((items, count) =>
            {
                Status status;
                fixed (byte* at = items) status = tell(at, (UIntPtr)items.Length, count);
                // The text ends with a zero, which the length does not count.
                if (status == Status.ShortBuffer) *count = (UIntPtr)((int)*count + 1);
                return status;
            });
            GC.KeepAlive(this);
            return Encoding.UTF8.GetString(text);
        }
    }

    /// <summary>A frame of a sheet, in texels.</summary>
    public sealed unsafe class SheetFrame
    {
        internal SheetFrame(string name, FrameInfo info, SheetRegion[] regions, SheetValues values)
        {
            Name = name;
            Width = (int)info.Size[0];
            Height = (int)info.Size[1];
            At = info.HasAt != 0 ? new Pixel { X = (int)info.At[0], Y = (int)info.At[1] } : (Pixel?)null;
            Duration = (int)info.Duration;
            Pivot = info.Pivot;
            Regions = regions;
            Values = values;
        }

        /// <summary>The name; it may be empty.</summary>
        public string Name { get; }

        /// <summary>The width.</summary>
        public int Width { get; }

        /// <summary>The height.</summary>
        public int Height { get; }

        /// <summary>The top left corner of the frame in the picture; null if the file does not say it.</summary>
        public Pixel? At { get; }

        /// <summary>How long the frame is shown, in milliseconds.</summary>
        public int Duration { get; }

        /// <summary>The texel coordinate that is placed at the body's position.</summary>
        public Vec2 Pivot { get; }

        /// <summary>The regions. Region k of this list has number k + 1 in hits, because 0 is the body itself.</summary>
        public IReadOnlyList<SheetRegion> Regions { get; }

        /// <summary>The frame's values.</summary>
        public SheetValues Values { get; }
    }

    /// <summary>A region of a frame.</summary>
    public sealed class SheetRegion
    {
        internal SheetRegion(string name, RegionInfo info, SheetValues values)
        {
            Name = name;
            Layer = (info.Flags & Native.LOOK_LAYER) != 0 ? info.Layers.Layer : (uint?)null;
            Against = (info.Flags & Native.LOOK_AGAINST) != 0 ? info.Layers.Against : (uint?)null;
            Values = values;
        }

        /// <summary>The name.</summary>
        public string Name { get; }

        /// <summary>The region's own layers; null for those of the body.</summary>
        public uint? Layer { get; }

        /// <summary>The layers that the region is tested against; null for those of the body.</summary>
        public uint? Against { get; }

        /// <summary>The region's values.</summary>
        public SheetValues Values { get; }
    }

    /// <summary>A named part of the timeline.</summary>
    public sealed class SheetTag
    {
        internal SheetTag(string name, TagInfo info)
        {
            Name = name;
            From = (int)info.From;
            To = (int)info.To;
            Length = (long)info.Length;
        }

        /// <summary>The name.</summary>
        public string Name { get; }

        /// <summary>The first frame.</summary>
        public int From { get; }

        /// <summary>The last frame.</summary>
        public int To { get; }

        /// <summary>The milliseconds of one pass.</summary>
        public long Length { get; }
    }

    /// <summary>Values, read by name.</summary>
    public sealed unsafe class SheetValues
    {
        readonly Sheet sheet;
        readonly uint frame, region;

        internal SheetValues(Sheet sheet, uint frame, uint region)
        {
            this.sheet = sheet;
            this.frame = frame;
            this.region = region;
        }

        NamedValue Get(string name, ValueKind kind, out bool found)
        {
            NamedValue value;
            fixed (byte* text = Kasuri.Text.Of(name))
                sheet.Check(Native.kasuri_sheet_value(sheet.Own, frame, region, text, &value));
            found = value.Kind == (uint)kind;
            return value;
        }

        /// <summary>Returns the number with a name; null if there is none, or something else.</summary>
        public double? Number(string name)
        {
            bool found;
            NamedValue value = Get(name, ValueKind.Number, out found);
            return found ? value.Number : (double?)null;
        }

        /// <summary>Returns the text with a name; null if there is none, or something else.</summary>
        public string Text(string name)
        {
            bool found;
            Get(name, ValueKind.Text, out found);
            if (!found) return null;
            byte[] named = Kasuri.Text.Of(name);
            return sheet.Told((at, room, length) =>
            {
                fixed (byte* text = named)
                    return Native.kasuri_sheet_text(sheet.Own, frame, region, text, at, room, length);
            });
        }

        /// <summary>Returns whether the value with a name is true; null if there is none, or something else.</summary>
        public bool? Truth(string name)
        {
            bool found;
            NamedValue value = Get(name, ValueKind.Truth, out found);
            return found ? value.Truth != 0 : (bool?)null;
        }
    }
}
