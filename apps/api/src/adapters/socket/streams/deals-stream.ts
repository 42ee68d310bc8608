/** deals.update of one market: every deal once, in pushes of at most 100, newest first inside a push. */
import { Side } from '@pelican/shared/engine/spot/commands.ts';
import { formatLots, formatPrice } from '@pelican/shared/money/listing.ts';
import type { MarketFacts, MarketState } from '../../../live/index.ts';
import { type Deal, dealsKept } from '../../../live/index.ts';
import { notification } from '../envelope.ts';
import type { Outbound } from '../outbound.ts';
import type { Venue } from '../venue.ts';
import { PublicStream } from './public-stream.ts';

export const dealsPerPush = 100;
/** A slow reader is told this many of the deals that it missed. */
const missedDealsMax = 1_000;

export function dealRow(deal: Deal, market: MarketFacts): string {
  const price = formatPrice(deal.priceTicks, market.scale);
  const amount = formatLots(deal.lots, market.scale);
  const type = deal.takerSide === Side.buy ? 'buy' : 'sell';
  return `{"id":${deal.id},"time":${deal.timeMs / 1000},"price":"${price}","amount":"${amount}","type":"${type}"}`;
}

export class DealsStream extends PublicStream {
  private readonly venue: Venue;
  private readonly market: MarketFacts;
  /** The newest deal that the subscribers know. */
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
    this.lastId = state.deals.newestId;
    for (const text of this.texts(state, known, dealsKept)) this.broadcast(text, known);
  }

  /** @param missed id of the last deal that the reader got; 0 for a new reader */
  refresh(outbound: Outbound, missed: number): void {
    const state = this.venue.view.market(this.market.id);
    if (!state) return;
    const texts = this.texts(state, missed, missed === 0 ? dealsPerPush : missedDealsMax);
    if (texts.length === 0 && missed === 0) outbound.send(this.text([]));
    for (const text of texts) outbound.send(text);
  }

  /** Deals do not change when the view is rebuilt; what came meanwhile follows. */
  restored(): void {
    this.push();
  }

  protected prepare(): void {
    this.lastId = this.venue.view.market(this.market.id)?.deals.newestId ?? 0;
  }

  /** Pushes of the newest deals after `since` up to `lastId`, oldest push first. */
  private texts(state: MarketState, since: number, dealsMax: number): string[] {
    const deals = state.deals.newest(dealsMax, since).filter((deal) => deal.id <= this.lastId);
    const texts: string[] = [];
    for (let end = deals.length; end > 0; end -= dealsPerPush)
      texts.push(this.text(deals.slice(Math.max(0, end - dealsPerPush), end)));
    return texts;
  }

  private text(deals: Deal[]): string {
    const rows = deals.map((deal) => dealRow(deal, this.market)).join(',');
    return notification(`deals${this.venue.suffix}.update`, `["${this.market.name}",[${rows}]]`);
  }
}
