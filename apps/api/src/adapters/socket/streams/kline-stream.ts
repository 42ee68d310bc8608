/** kline.update of one market and interval: the current row when it changed, and each finished row once more. */

import type { MarketFacts } from '../../../live/index.ts';
import { type Candle, flatCandle, klineRow } from '../../../live/index.ts';
import { notificationJson } from '../connection/envelope.ts';
import type { Outbound } from '../connection/outbound.ts';
import type { Venue } from '../markets/venue.ts';
import { PublicStream } from './public-stream.ts';

/** A trade may still be on its way when its candle's time is over: rows end a second late. */
const graceMs = 1_000;

export class KlineStream extends PublicStream {
  private readonly venue: Venue;
  private readonly market: MarketFacts;
  private readonly interval: number;
  private lastStart = 0;
  private lastText = '';

  constructor(venue: Venue, market: MarketFacts, interval: number, intervalMs: number) {
    super(intervalMs);
    this.venue = venue;
    this.market = market;
    this.interval = interval;
  }

  push(): void {
    const candle = this.current();
    if (!candle) return;
    if (this.lastStart !== 0 && candle.start > this.lastStart) this.pushFinished(candle);
    const text = this.text(candle, false);
    if (text === this.lastText) return;
    this.lastStart = candle.start;
    this.lastText = text;
    this.broadcast(text);
  }

  refresh(outbound: Outbound): void {
    if (this.lastText !== '') outbound.send(this.lastText);
  }

  override sweep(): void {
    this.push();
  }

  restored(): void {
    this.push();
  }

  protected prepare(): void {
    const candle = this.current();
    this.lastStart = candle?.start ?? 0;
    this.lastText = candle ? this.text(candle, false) : '';
  }

  private current(): Candle | undefined {
    const state = this.venue.view.market(this.market.id);
    return state?.candles.at(this.interval, Math.floor((Date.now() - graceMs) / 1000));
  }

  private pushFinished(next: Candle): void {
    const state = this.venue.view.market(this.market.id);
    const finished = state?.candles.startingAt(this.interval, this.lastStart);
    // A bucket without trades was flat at the price where the next one opens.
    this.broadcast(this.text(finished ?? flatCandle(this.lastStart, next.open), true));
  }

  private text(candle: Candle, isFinal: boolean): string {
    return notificationJson(
      `kline${this.venue.suffix}.update`,
      `[${klineRow(candle, this.market, this.interval, isFinal)}]`,
    );
  }
}
