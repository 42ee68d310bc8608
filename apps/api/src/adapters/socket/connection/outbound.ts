/**
 * The way out of one connection. What a turn of the event loop has to say is sent in one write, because the cost is per
 * write. Private messages wait in order and are never dropped; public streams are skipped while the reader is slow and
 * sent afresh when it has drained.
 */
import type { Duplex } from 'node:stream';
import { joinFrames } from './frames.ts';

const nothing = Buffer.alloc(0);

/** A public stream whose state can be sent again to a reader that missed pushes. */
export interface Refreshable {
  /** @param missed what `skip` was given when the first push was missed */
  refresh(outbound: Outbound, missed: number): void;
}

export interface OutboundLimits {
  slowBytes: number;
  waitingBytesMax: number;
}

export class Outbound {
  /** Called once, when more than `waitingBytesMax` wait. */
  onOverflow: () => void = () => undefined;
  /** Called with the unsent bytes of a slow reader when they have grown, and with 0 when it is no longer slow, or gone. */
  onBacklog: (bytes: number) => void = () => undefined;
  private readonly stream: Duplex;
  private readonly limits: OutboundLimits;
  private readonly schedule: FlushSchedule;
  private parts: (string | Buffer)[] = [];
  private queuedBytes = 0;
  private readonly stale = new Map<Refreshable, number>();
  private readonly paused: (() => void)[] = [];
  private overflowed = false;
  private reported = 0;

  constructor(stream: Duplex, limits: OutboundLimits, schedule: FlushSchedule) {
    this.stream = stream;
    this.limits = limits;
    this.schedule = schedule;
    stream.on('drain', () => this.drained());
    stream.on('close', () => {
      this.report(0);
      this.resume();
    });
  }

  /** Queues an answer or a private push. */
  send(part: string | Buffer): void {
    if (this.overflowed) return;
    if (this.parts.length === 0) this.schedule.add(this);
    this.parts.push(part);
    this.queuedBytes += part.length;
    if (this.queuedBytes + this.stream.writableLength > this.limits.waitingBytesMax) {
      this.overflowed = true;
      this.flush();
      this.onOverflow();
    }
  }

  /**
   * Queues a public push, unless the reader is slow: then the stream is refreshed once it has drained.
   * @param missed handed back to `refresh` when this is the first push missed
   */
  sendPublic(frame: Buffer, source: Refreshable, missed = 0): void {
    if (this.stale.has(source)) return;
    if (this.isSlow()) this.stale.set(source, missed);
    else this.send(frame);
  }

  /** The connection no longer wants this stream. */
  forget(source: Refreshable): void {
    this.stale.delete(source);
  }

  /** Resolves once the reader is not slow, or gone. */
  async whenDrained(): Promise<void> {
    if (this.isSlow() && !this.stream.destroyed) await new Promise<void>((resolve) => this.paused.push(resolve));
  }

  flush(): void {
    if (this.parts.length === 0) return;
    const parts = this.parts;
    this.parts = [];
    this.queuedBytes = 0;
    if (!this.stream.writable) return;
    this.stream.write(this.schedule.join(parts));
    // What the kernel took at once leaves no 'drain' behind.
    if (this.isSlow()) this.report(this.stream.writableLength);
    else this.drained();
  }

  private isSlow(): boolean {
    return this.queuedBytes + this.stream.writableLength > this.limits.slowBytes;
  }

  private report(bytes: number): void {
    if (bytes === this.reported) return;
    this.reported = bytes;
    this.onBacklog(bytes);
  }

  private drained(): void {
    this.report(0);
    this.resume();
    if (this.stale.size === 0) return;
    const missed = [...this.stale];
    this.stale.clear();
    for (const [source, since] of missed) source.refresh(this, since);
  }

  private resume(): void {
    for (const resolve of this.paused.splice(0)) resolve();
  }
}

/** Flushes every connection that has something to say, once a turn of the event loop. */
export class FlushSchedule {
  private waiting: Outbound[] = [];
  private lastParts: (string | Buffer)[] = [];
  private lastJoined: Buffer = nothing;

  /** The parts as one buffer. Connections with the same subscriptions get the same pushes: they share it. */
  join(parts: (string | Buffer)[]): Buffer {
    if (!isSame(parts, this.lastParts)) {
      this.lastJoined = joinFrames(parts);
      this.lastParts = parts;
    }
    return this.lastJoined;
  }

  add(outbound: Outbound): void {
    if (this.waiting.length === 0) setImmediate(() => this.flush());
    this.waiting.push(outbound);
  }

  private flush(): void {
    const waiting = this.waiting;
    this.waiting = [];
    for (const outbound of waiting) outbound.flush();
    this.lastParts = [];
    this.lastJoined = nothing;
  }
}

/** Whether both are the same shared frames. A text belongs to one connection, so it equals nothing of another. */
function isSame(parts: (string | Buffer)[], others: (string | Buffer)[]): boolean {
  if (parts.length !== others.length) return false;
  return parts.every((part, index) => part === others[index] && typeof part === 'object');
}
