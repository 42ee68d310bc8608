/** One client: its way out, who it is signed in as, and what it is subscribed to. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Principal } from '../../../platform/http/index.ts';
import { countPush } from '../../../shards/index.ts';
import type { Backlog } from './backlog.ts';
import type { SocketLimits } from './limits.ts';
import { type FlushSchedule, Outbound } from './outbound.ts';
import { createAllowance } from './request-allowance.ts';
import { PrivateSubscriptions } from './subscriptions.ts';

export class Connection {
  readonly outbound: Outbound;
  readonly ip: string;
  readonly allowance: ReturnType<typeof createAllowance>;
  /** They belong to the principal and end with it. */
  readonly subscriptions = new PrivateSubscriptions();
  principal: Principal | undefined;
  /** Reads the principal anew; set with it, a different one for each sign-in. */
  recall: (() => Promise<Principal>) | undefined;
  /** Settles when the last private call that came may begin. */
  turn: Promise<unknown> = Promise.resolve();
  lastInboundMs: number;
  lastPingMs: number;
  malformed = 0;
  /** Settles when the last long read that came is answered. */
  reading: Promise<unknown> = Promise.resolve();
  readsWaiting = 0;
  /** The end of the authorisation under way. */
  authorising: Promise<unknown> = Promise.resolve();
  authTimer: NodeJS.Timeout | undefined;
  private readonly webSocket: WebSocket;
  private readonly cleanups: (() => void)[] = [];

  constructor(
    webSocket: WebSocket,
    stream: Duplex,
    ip: string,
    shared: { limits: SocketLimits; schedule: FlushSchedule; backlog: Backlog; nowMs: number },
  ) {
    this.webSocket = webSocket;
    this.ip = ip;
    this.outbound = new Outbound(stream, shared.limits, shared.schedule);
    this.outbound.onOverflow = () => this.close(1013, 'too slow');
    this.outbound.onBacklog = (bytes) => shared.backlog.set(this, bytes);
    this.allowance = createAllowance(shared.limits.requestsPerSecond, shared.limits.requestBurst);
    this.lastInboundMs = shared.nowMs;
    this.lastPingMs = shared.nowMs;
  }

  get isOpen(): boolean {
    return this.webSocket.readyState === this.webSocket.OPEN;
  }

  send(text: string): void {
    this.outbound.send(text);
  }

  /** Sends what an event of the engine makes known to its user. */
  push(part: string | Buffer): void {
    countPush();
    this.outbound.send(part);
  }

  whenDrained(): Promise<void> {
    return this.outbound.whenDrained();
  }

  ping(): void {
    this.outbound.flush();
    this.webSocket.ping();
  }

  /** Sends what is waiting, then the close frame; `ws` ends a peer that does not answer it. */
  close(code: number, reason: string): void {
    if (!this.isOpen) return;
    this.outbound.flush();
    this.webSocket.close(code, reason);
  }

  /** Ends the connection and gives up what it has not taken. */
  drop(): void {
    this.webSocket.terminate();
  }

  /** Registers what a domain does when the connection has ended. */
  onEnd(cleanup: () => void): void {
    this.cleanups.push(cleanup);
  }

  /** Call once the peer is gone. */
  end(): void {
    for (const cleanup of this.cleanups) cleanup();
  }
}
