// Snapshots, and sessions that are recorded as bytes.
import { bytes } from "./check.js";
import { KasuriError } from "./errors.js";
import { Held, own, rawOf, wrap } from "./held.js";
import { RawRecorder, RawRecording, RawSnapshot } from "./generated/raw.js";
import { Step } from "./step.js";
import { World } from "./world.js";

export class Snapshot extends Held {
  constructor() {
    throw new KasuriError("type", "a Snapshot is made by World.snapshot or Snapshot.fromBytes");
  }

  static fromBytes(given) {
    return wrap(Snapshot, RawSnapshot.from_bytes(bytes(given, "bytes")));
  }

  toBytes() {
    return own(this, Snapshot).to_bytes();
  }

  hash() {
    return own(this, Snapshot).hash();
  }

  get steps() {
    return own(this, Snapshot).steps();
  }
}

export class Recorder extends Held {
  constructor() {
    super(new RawRecorder());
  }

  step(world) {
    const [raw, stepped] = [own(this, Recorder), rawOf(world, World, "world")];
    return new Step(raw.step(stepped), stepped.told_wholes(), stepped.told_broad());
  }

  bytes() {
    return own(this, Recorder).bytes();
  }
}

export class Recording extends Held {
  constructor(given) {
    super(new RawRecording(bytes(given, "bytes")));
  }

  get length() {
    return own(this, Recording).len();
  }

  get cut() {
    return own(this, Recording).cut();
  }

  replay() {
    return wrap(Replay, own(this, Recording).replay());
  }

  firstDifference(other) {
    return own(this, Recording).first_difference(rawOf(other, Recording, "other")) ?? null;
  }
}

export class Replay extends Held {
  constructor() {
    throw new KasuriError("type", "a Replay is made by Recording.replay");
  }

  step() {
    const raw = own(this, Replay);
    const floats = raw.step();
    return floats === undefined ? null : new Step(floats, raw.told_wholes(), raw.told_broad());
  }

  get steps() {
    return own(this, Replay).steps();
  }

  get difference() {
    return own(this, Replay).difference() ?? null;
  }

  world() {
    return wrap(World, own(this, Replay).world());
  }
}
