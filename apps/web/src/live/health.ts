import { serverNow, setServerTime } from '../platform/clock.ts';
import type { AuthStatus, SocketConnection } from './connection.ts';
import { Cell, type FrameScheduler } from './frames.ts';

const delayedAfterMs = 3000;
const staleAfterMs = 10_000;
/** No frame at all for so long, with a heartbeat each second: the connection is dead without a close frame. */
const deadAfterMs = 15_000;
const checkMs = 500;

/**
 * connecting: not connected yet, or lost just now; delayed, stale: connected, but silent for 3 s, 10 s; offline: not connected;
 * polling: connected without a socket.
 */
export type FeedHealth = 'connecting' | 'live' | 'delayed' | 'stale' | 'offline' | 'polling';

export interface ConnectionInfo {
  readonly health: FeedHealth;
  readonly auth: AuthStatus;
  /** Milliseconds of the last frame, fixed while the feed is silent; 0 before the first. */
  readonly lastFrameAt: number;
}

/** @param silentMs time since the last frame, or since the start */
export function feedHealth(connected: boolean, everConnected: boolean, silentMs: number): FeedHealth {
  if (!everConnected) return silentMs >= staleAfterMs ? 'offline' : 'connecting';
  if (silentMs >= staleAfterMs) return connected ? 'stale' : 'offline';
  if (!connected) return silentMs >= delayedAfterMs ? 'offline' : 'connecting';
  return silentMs >= delayedAfterMs ? 'delayed' : 'live';
}

/** Watches the heartbeat: a quiet market is not a dead feed. */
export class HealthMonitor {
  readonly info: Cell<ConnectionInfo>;
  /** Seconds of the server's clock at the last heartbeat, null before the first. */
  readonly serverTime: Cell<number | null>;
  readonly #connection: SocketConnection;
  #serverTime: number | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #paused = false;
  /** Unix ms since when frames are expected: silence before it means nothing. */
  #expectedSince = Date.now();

  constructor(connection: SocketConnection, frames: FrameScheduler) {
    this.#connection = connection;
    this.info = new Cell(frames, () => this.#read());
    this.serverTime = new Cell(frames, () => this.#serverTime);
    connection.on('open', () => this.#subscribe());
    connection.on('turn', () => this.#subscribe());
    connection.on('status', () => this.info.touch());
    connection.onNotification('heartbeat.update', ([time]) => {
      setServerTime(time * 1_000);
      this.#showTime(time);
    });
  }

  start(): void {
    this.#expectedSince = Date.now();
    this.#timer ??= setInterval(() => this.#check(), checkMs);
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
  }

  pause(paused: boolean): void {
    this.#paused = paused;
    this.#expectedSince = Date.now();
    if (paused) this.#connection.send('heartbeat.unsubscribe', []);
    else this.#subscribe();
  }

  get #silentMs(): number {
    return Date.now() - Math.max(this.#connection.lastFrameAt, this.#expectedSince);
  }

  #subscribe(): void {
    if (!this.#paused) this.#connection.send('heartbeat.subscribe', []);
  }

  #showTime(seconds: number): void {
    this.#serverTime = seconds;
    this.serverTime.touch();
  }

  #check(): void {
    if (this.#paused) return;
    this.info.touch();
    // Between two turns the clock goes on by itself.
    if (this.info.get().health === 'polling') this.#showTime(Math.floor(serverNow() / 1_000));
    if (this.#connection.status === 'ok' && this.#silentMs >= deadAfterMs) {
      this.#connection.restart();
    }
  }

  #read(): ConnectionInfo {
    const { lastFrameAt, status, auth, isPolling } = this.#connection;
    const silence = feedHealth(status === 'ok', lastFrameAt > 0, this.#silentMs);
    const health = isPolling && silence !== 'stale' ? 'polling' : silence;
    const known = this.info?.get();
    if (known?.health === health && known.auth === auth) return known;
    return { health, auth, lastFrameAt };
  }
}
