/** The figures of one market: sent when they differ from what was sent. */
import type { MarketFacts, MarketState } from '../../../live/index.ts';
import { notificationJson, type PushName, pushNamed } from '../connection/envelope.ts';
import type { Outbound } from '../connection/outbound.ts';
import type { Venue } from '../markets/venue.ts';
import { PublicStream } from './public-stream.ts';

/** Figures of 24 hours change without trades too, when old ones drop out of them. */
export const dayRecomputeMs = 10_000;

export interface FigureKind<State extends MarketState> {
  /** The channel's kind, without the venue's suffix. */
  name: string;
  /** The result of the kind's query as JSON; undefined when there is nothing to push (no price yet). */
  json(state: State): string | undefined;
  /** At least so often the figures are looked at again without an event; never when absent. */
  recomputeMs?: number;
  /** Looking again sends what has not changed, too. */
  repeats?: boolean;
  /** In place of the common time between two pushes. */
  intervalMs?: number;
}

export class FigureStream<State extends MarketState> extends PublicStream {
  private readonly venue: Venue<State>;
  private readonly market: MarketFacts;
  private readonly kind: FigureKind<State>;
  private readonly pushName: PushName;
  private lastText = '';
  private lastComputedMs = 0;

  constructor(venue: Venue<State>, market: MarketFacts, kind: FigureKind<State>, intervalMs: number) {
    super(kind.intervalMs ?? intervalMs);
    this.venue = venue;
    this.market = market;
    this.kind = kind;
    this.pushName = pushNamed(`${kind.name}${venue.suffix}.update`);
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
    const { recomputeMs, repeats } = this.kind;
    if (recomputeMs === undefined || nowMs - this.lastComputedMs < recomputeMs) return;
    if (repeats) this.lastText = '';
    this.push(nowMs);
  }

  restored(nowMs: number): void {
    this.push(nowMs);
  }

  protected prepare(): void {
    this.lastText = this.text();
    this.lastComputedMs = performance.now();
  }

  private text(): string {
    const state = this.venue.view.market(this.market.id);
    const json = state && this.kind.json(state);
    return json === undefined ? '' : notificationJson(this.pushName, `["${this.market.name}",${json}]`);
  }
}
