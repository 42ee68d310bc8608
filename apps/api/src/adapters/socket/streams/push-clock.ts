/**
 * When streams push. The first change of a quiet stream goes out in the same turn of the event loop; the next not before
 * the stream's interval is over, and then on a common grid, so that what one connection gets at the same time shares
 * one write.
 */

export interface Pushed {
  readonly intervalMs: number;
  /** Kept by the clock. */
  lastRunMs: number;
  isDue: boolean;
  /** Pushes what has changed. */
  push(nowMs: number): void;
}

export class PushClock {
  private readonly gridMs: number;
  private readonly slots = new Map<number, Pushed[]>();
  private immediate: Pushed[] = [];

  constructor(gridMs: number) {
    this.gridMs = gridMs;
  }

  /** Something that the stream shows may have changed. */
  touch(stream: Pushed): void {
    if (stream.isDue) return;
    stream.isDue = true;
    const nowMs = performance.now();
    const dueMs = stream.lastRunMs + stream.intervalMs;
    if (dueMs <= nowMs) {
      if (this.immediate.length === 0) setImmediate(() => this.runImmediate());
      this.immediate.push(stream);
      return;
    }
    const slotMs = Math.ceil(dueMs / this.gridMs) * this.gridMs;
    const slot = this.slots.get(slotMs);
    if (slot) slot.push(stream);
    else {
      this.slots.set(slotMs, [stream]);
      setTimeout(() => this.runSlot(slotMs), slotMs - nowMs);
    }
  }

  private runSlot(slotMs: number): void {
    const streams = this.slots.get(slotMs) ?? [];
    this.slots.delete(slotMs);
    // Counted from the slot and not from now, or a timer that is a little late would cost the next slot.
    this.run(streams, slotMs);
  }

  private runImmediate(): void {
    const streams = this.immediate;
    this.immediate = [];
    this.run(streams, performance.now());
  }

  private run(streams: Pushed[], runMs: number): void {
    const nowMs = performance.now();
    for (const stream of streams) {
      stream.isDue = false;
      stream.lastRunMs = runMs;
      stream.push(nowMs);
    }
  }
}
