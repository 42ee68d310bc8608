/** depth.update of one market, limit and merge. */
import { crc32 } from 'node:zlib';
import type { MarketFacts } from '../../../live/index.ts';
import {
  type DepthChange,
  type DepthLevel,
  type DepthWindow,
  emptyWindow,
  type LevelChange,
  nextWindow,
  type WindowShape,
} from '../../../live/index.ts';
import { notificationJson } from '../connection/envelope.ts';
import { textFrame } from '../connection/frames.ts';
import type { SocketLimits } from '../connection/limits.ts';
import type { Outbound } from '../connection/outbound.ts';
import type { Venue } from '../markets/venue.ts';
import { PublicStream } from './public-stream.ts';

/** CRC-32 as a signed number over price and amount of the bids, then the asks, best first, joined by colons. */
export function windowChecksum(window: DepthWindow): number {
  const parts: string[] = [];
  for (const level of window.bids) parts.push(level.priceText, level.amountText);
  for (const level of window.asks) parts.push(level.priceText, level.amountText);
  return crc32(parts.join(':')) | 0;
}

function pairsJson(pairs: readonly LevelChange[]): string {
  return `[${pairs.map(([price, amount]) => `["${price}","${amount}"]`).join(',')}]`;
}

function levelPairs(levels: readonly DepthLevel[]): LevelChange[] {
  return levels.map((level) => [level.priceText, level.amountText]);
}

/** The sides of a whole book, as in clean pushes and query results, without the braces. */
export function sidesJson(window: DepthWindow): string {
  return `"asks":${pairsJson(levelPairs(window.asks))},"bids":${pairsJson(levelPairs(window.bids))}`;
}

export class DepthStream extends PublicStream {
  private readonly venue: Venue;
  private readonly market: MarketFacts;
  private readonly shape: WindowShape;
  private readonly limits: SocketLimits;
  /** What the subscribers hold. */
  private window = emptyWindow;
  private windowSeq = 0;
  /** Book sequence that was looked at last; pushes may be older. */
  private seenSeq = -1;
  private lastPushMs = 0;
  private lastCleanMs = 0;
  private timeText = '0';
  private cleanFrame: Buffer | undefined;

  constructor(venue: Venue, market: MarketFacts, shape: WindowShape, limits: SocketLimits) {
    super(limits.depthMs);
    this.venue = venue;
    this.market = market;
    this.shape = shape;
    this.limits = limits;
  }

  push(nowMs: number): void {
    const change = this.advance();
    if (!change) return;
    if (nowMs - this.lastCleanMs >= this.limits.cleanMs) this.pushClean(nowMs);
    else this.pushChange(change, nowMs);
  }

  refresh(outbound: Outbound): void {
    this.cleanFrame ??= textFrame(this.cleanText());
    outbound.sendPublic(this.cleanFrame, this);
  }

  override sweep(nowMs: number): void {
    const quiet = this.lastCleanMs < this.lastPushMs && nowMs - this.lastPushMs >= this.limits.quietCleanMs;
    if (!quiet && nowMs - this.lastCleanMs < this.limits.cleanMs) return;
    this.advance();
    this.pushClean(nowMs);
  }

  restored(nowMs: number): void {
    this.seenSeq = -1;
    this.window = emptyWindow;
    this.advance();
    this.pushClean(nowMs);
  }

  protected prepare(): void {
    this.seenSeq = -1;
    this.window = emptyWindow;
    this.advance();
    this.cleanFrame = undefined;
    this.lastPushMs = performance.now();
    this.lastCleanMs = this.lastPushMs;
  }

  /** Brings the window up to the book. Undefined when nothing in it has changed. */
  private advance(): (DepthChange & { previousSeq: number }) | undefined {
    const state = this.venue.view.market(this.market.id);
    if (!state || state.bookSeq === this.seenSeq) return undefined;
    const isFirst = this.seenSeq === -1;
    this.seenSeq = state.bookSeq;
    const change = nextWindow(state, this.shape, this.window);
    if (!isFirst && change.asks.length === 0 && change.bids.length === 0) return undefined;
    const previousSeq = this.windowSeq;
    this.window = change.window;
    this.windowSeq = state.bookSeq;
    this.timeText = String(Date.now() / 1000);
    this.cleanFrame = undefined;
    return { ...change, previousSeq };
  }

  private pushChange(change: DepthChange & { previousSeq: number }, nowMs: number): void {
    const asks = change.asks.length > 0 ? `"asks":${pairsJson(change.asks)},` : '';
    const bids = change.bids.length > 0 ? `"bids":${pairsJson(change.bids)},` : '';
    this.lastPushMs = nowMs;
    const facts = `"seq":${this.windowSeq},"prev_seq":${change.previousSeq},${this.factsJson()}`;
    this.broadcast(this.notify(`[false,{${asks}${bids}${facts}},"${this.market.name}"]`));
  }

  private pushClean(nowMs: number): void {
    this.lastPushMs = nowMs;
    this.lastCleanMs = nowMs;
    this.cleanFrame = textFrame(this.cleanText());
    for (const outbound of this.subscribers) outbound.sendPublic(this.cleanFrame, this);
  }

  private cleanText(): string {
    const book = `${sidesJson(this.window)},"seq":${this.windowSeq},"prev_seq":null,${this.factsJson()}`;
    return this.notify(`[true,{${book}},"${this.market.name}"]`);
  }

  private notify(paramsJson: string): string {
    return notificationJson(`depth${this.venue.suffix}.update`, paramsJson);
  }

  private factsJson(): string {
    return `"checksum":${windowChecksum(this.window)},"time":${this.timeText}`;
  }
}
