/** market_prices_swap.update of a list of markets: once a second those that changed; the first push has all. */
import type { PerpetualMarketState } from '../../../live/index.ts';
import { notificationJson } from '../connection/envelope.ts';
import type { Outbound } from '../connection/outbound.ts';
import { marketPricesJson } from '../perpetual/figures.ts';
import { PublicStream } from './public-stream.ts';

const intervalMs = 1_000;

export class MarketPricesStream extends PublicStream {
  private readonly states: () => readonly PerpetualMarketState[];
  /** What was sent last, by market. */
  private readonly sent = new Map<string, string>();

  /** @param states the markets as they are now */
  constructor(states: () => readonly PerpetualMarketState[]) {
    super(intervalMs);
    this.states = states;
  }

  push(): void {
    const changed: string[] = [];
    for (const state of this.states()) {
      const { name } = state.market;
      const json = marketPricesJson(state);
      if (this.sent.get(name) === json) continue;
      this.sent.set(name, json);
      changed.push(`"${name}":${json}`);
    }
    if (changed.length > 0) this.broadcast(textOf(changed));
  }

  refresh(outbound: Outbound): void {
    outbound.send(textOf([...this.sent].map(([name, json]) => `"${name}":${json}`)));
  }

  override sweep(): void {
    this.push();
  }

  restored(): void {
    this.push();
  }

  protected prepare(): void {
    this.sent.clear();
    for (const state of this.states()) this.sent.set(state.market.name, marketPricesJson(state));
  }
}

function textOf(entries: readonly string[]): string {
  return notificationJson('market_prices_swap.update', `[{${entries.join(',')}}]`);
}
