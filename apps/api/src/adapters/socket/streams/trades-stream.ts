/** deals.update of one market: every trade once, in pushes of at most 100, newest first inside a push. */
import { Side } from '@pelican/shared/engine/spot';
import { formatLots, formatPrice } from '@pelican/shared/money';
import type { MarketFacts, MarketState } from '../../../live/index.ts';
import { type Trade, tradesKept } from '../../../live/index.ts';
import { notificationJson } from '../connection/envelope.ts';
import type { Outbound } from '../connection/outbound.ts';
import type { Venue } from '../markets/venue.ts';
import { PublicStream } from './public-stream.ts';

export const tradesPerPush = 100;
/** The most missed trades that a slow reader is sent. */
const missedTradesMax = 1_000;

export function tradeRow(trade: Trade, market: MarketFacts): string {
  const price = formatPrice(trade.priceTicks, market.scale);
  const amount = formatLots(trade.lots, market.scale);
  const type = trade.takerSide === Side.buy ? 'buy' : 'sell';
  return `{"id":${trade.id},"time":${trade.timeMs / 1000},"price":"${price}","amount":"${amount}","type":"${type}"}`;
}

export class TradesStream extends PublicStream {
  private readonly venue: Venue;
  private readonly market: MarketFacts;
  /** The newest trade that the subscribers know. */
  private lastId = 0;

  constructor(venue: Venue, market: MarketFacts, intervalMs: number) {
    super(intervalMs);
    this.venue = venue;
    this.market = market;
  }

  push(): void {
    const state = this.venue.view.market(this.market.id);
    if (!state) return;
    const known = this.lastId;
    this.lastId = state.trades.newestId;
    for (const text of this.texts(state, known, tradesKept)) this.broadcast(text, known);
  }

  /** @param missed id of the last trade that the reader got; 0 for a new reader */
  refresh(outbound: Outbound, missed: number): void {
    const state = this.venue.view.market(this.market.id);
    if (!state) return;
    const texts = this.texts(state, missed, missed === 0 ? tradesPerPush : missedTradesMax);
    if (texts.length === 0 && missed === 0) outbound.send(this.text([]));
    for (const text of texts) outbound.send(text);
  }

  /** Trades do not change when the view is rebuilt; what came meanwhile follows. */
  restored(): void {
    this.push();
  }

  protected prepare(): void {
    this.lastId = this.venue.view.market(this.market.id)?.trades.newestId ?? 0;
  }

  /** Pushes of the newest trades after `since` up to `lastId`, oldest push first. */
  private texts(state: MarketState, since: number, tradesMax: number): string[] {
    const trades = state.trades.newest(tradesMax, since).filter((trade) => trade.id <= this.lastId);
    const texts: string[] = [];
    for (let end = trades.length; end > 0; end -= tradesPerPush)
      texts.push(this.text(trades.slice(Math.max(0, end - tradesPerPush), end)));
    return texts;
  }

  private text(trades: Trade[]): string {
    const rows = trades.map((trade) => tradeRow(trade, this.market)).join(',');
    return notificationJson(`deals${this.venue.suffix}.update`, `["${this.market.name}",[${rows}]]`);
  }
}
