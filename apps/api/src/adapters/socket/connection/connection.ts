/** One client: its way out, who it is signed in as, and what it is subscribed to. */
import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import type { Principal } from '../../../platform/http/index.ts';
import { countPush } from '../../../shards/index.ts';
import { PublicSubscriptions } from '../markets/public-subscriptions.ts';
import type { Backlog } from './backlog.ts';
import type { SocketLimits } from './limits.ts';
import { type FlushSchedule, Outbound } from './outbound.ts';
import { createAllowance } from './request-allowance.ts';

/** '*' for all, or the ids of markets or assets. */
export type Selection = '*' | ReadonlySet<number>;
const nothing: Selection = new Set<number>();

/** The private subscriptions that are of some markets or assets. */
export type SelectionField =
  | 'orderMarkets'
  | 'assets'
  | 'perpetualOrderMarkets'
  | 'perpetualPositionMarkets'
  | 'perpetualAssets';

export class Connection {
  readonly outbound: Outbound;
  readonly ip: string;
  readonly allowance: ReturnType<typeof createAllowance>;
  /** Public subscriptions, by venue. */
  readonly spot = new PublicSubscriptions();
  readonly perpetual = new PublicSubscriptions();
  principal: Principal | undefined;
  /** Reads the principal anew; set with it, a different one for each sign-in. */
  recall: (() => Promise<Principal>) | undefined;
  /** Settles when the last private call that came may begin. */
  turn: Promise<unknown> = Promise.resolve();
  /** Private subscriptions: of the principal, dropped with it. */
  orderMarkets: Selection = nothing;
  assets: Selection = nothing;
  perpetualOrderMarkets: Selection = nothing;
  perpetualPositionMarkets: Selection = nothing;
  perpetualAssets: Selection = nothing;
  notices = false;
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

  wantsSpot(): boolean {
    return isSomething(this.orderMarkets) || isSomething(this.assets) || this.notices;
  }

  wantsPerpetual(): boolean {
    const selections = [this.perpetualOrderMarkets, this.perpetualPositionMarkets, this.perpetualAssets];
    return this.notices || selections.some(isSomething);
  }

  dropPrivate(): void {
    this.orderMarkets = nothing;
    this.assets = nothing;
    this.perpetualOrderMarkets = nothing;
    this.perpetualPositionMarkets = nothing;
    this.perpetualAssets = nothing;
    this.notices = false;
  }
}

function isSomething(selection: Selection): boolean {
  return selection === '*' || selection.size > 0;
}

export function selects(selection: Selection, id: number): boolean {
  return selection === '*' || selection.has(id);
}
