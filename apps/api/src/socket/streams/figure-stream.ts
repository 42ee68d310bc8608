/** price.update, state.update and today.update of one market: sent when they differ from what was sent. */
import { dayView, formatPriceUnits, todayView } from '../../market-data/figures.ts';
import type { LiveView } from '../../market-data/live-view.ts';
import type { MarketState } from '../../market-data/market-state.ts';
import type { CatalogMarket } from '../../modules/markets/index.ts';
import { notification } from '../envelope.ts';
import type { Outbound } from '../outbound.ts';
import { PublicStream } from './public-stream.ts';

export type FigureKind = 'price' | 'state' | 'today';
export const daySeconds = 86_400;
/** Figures of 24 hours change without deals too, when old ones drop out of them. */
const recomputeMs = 10_000;

/** The result of the kind's query as JSON; undefined when there is nothing to push (no price yet). */
export function figureJson(kind: FigureKind, state: MarketState): string | undefined {
  switch (kind) {
    case 'price':
      return state.lastPrice === 0 ? undefined : `"${formatPriceUnits(state.lastPrice, state.market)}"`;
    case 'state':
      return JSON.stringify({ period: daySeconds, ...dayView(state, Date.now()) });
    case 'today':
      return JSON.stringify(todayView(state, Date.now()));
  }
}

export class FigureStream extends PublicStream {
  private readonly view: LiveView;
  private readonly market: CatalogMarket;
  private readonly kind: FigureKind;
  private lastText = '';
  private lastComputedMs = 0;

  constructor(view: LiveView, market: CatalogMarket, kind: FigureKind, intervalMs: number) {
    super(intervalMs);
    this.view = view;
    this.market = market;
    this.kind = kind;
  }

  push(nowMs: number): void {
    this.lastComputedMs = nowMs;
    const text = this.text();
    if (text === this.lastText) return;
    this.lastText = text;
    this.broadcast(text);
  }

  refresh(outbound: Outbound): void {
    if (this.lastText !== '') outbound.send(this.lastText);
  }

  override sweep(nowMs: number): void {
    if (this.kind !== 'price' && nowMs - this.lastComputedMs >= recomputeMs) this.push(nowMs);
  }

  restored(nowMs: number): void {
    this.push(nowMs);
  }

  protected prepare(): void {
    this.lastText = this.text();
    this.lastComputedMs = performance.now();
  }

  private text(): string {
    const state = this.view.market(this.market.id);
    const json = state && figureJson(this.kind, state);
    return json === undefined ? '' : notification(`${this.kind}.update`, `["${this.market.name}",${json}]`);
  }
}
