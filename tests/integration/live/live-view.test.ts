/** The live view beside the engine's core: the same books, trades and open orders after any commands. */

import type { CatalogMarket } from '@pelican/api/src/catalog/index.ts';
import { MarketState } from '@pelican/api/src/live/index.ts';
import { LiveView } from '@pelican/api/src/live/spot/live-view.ts';
import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import { balanceOf, depthOf, openOrderCount, openOrders, tradeCount } from '@pelican/engine/src/core/spot/inspect.ts';
import { applyEntry, createShard, type Shard } from '@pelican/engine/src/core/spot/shard.ts';
import { Random } from '@pelican/engine/src/testing/random.ts';
import { randomCommand, setupCommands, users } from '@pelican/engine/src/testing/spot/generate-commands.ts';
import { ByteWriter, finishEntry, readEventHeader, startEntry } from '@pelican/shared/engine';
import { type Command, forEachEvent, Side, writeCommand } from '@pelican/shared/engine/spot';
import { marketScale } from '@pelican/shared/money';
import { describe, expect, it } from 'vitest';
import { spotShard } from '../../support/shards.ts';

const base = { id: 1, ticker: 'LTC', scale: 8 };
const quote = { id: 2, ticker: 'USDT', scale: 8 };
const listing = { priceStep: '0.01', amountStep: '0.0001', base, quote };
const marketIds = [1, 2, 3, 4, 5];

function stubMarket(id: number): CatalogMarket {
  return { id, name: `M${id}`, ...listing, scale: marketScale(listing) } as unknown as CatalogMarket;
}

/** An engine and a live view that hears every event of it. */
class Pair {
  readonly shard: Shard = createShard(spotShard.id);
  readonly view = new LiveView();
  private readonly input = new ByteWriter();
  private readonly output = new EventWriter();
  private counter = 0;

  constructor() {
    const markets = marketIds.map((id) => new MarketState(stubMarket(id)));
    this.view.restore({ position: '0-0', seq: 0, markets, orders: [] });
  }

  run(commands: Command[]): void {
    startEntry(this.input, spotShard.id, 1, ++this.counter);
    for (const command of commands) writeCommand(this.input, command);
    finishEntry(this.input, commands.length);
    applyEntry(this.shard, this.input.copy(), 1_700_000_000_000 + this.counter, this.output);
    const events = this.output.copy();
    const header = readEventHeader(events);
    this.view.beginEntry(1_700_000_000_000 + this.counter, header.firstSeq, header.commandCount);
    forEachEvent(events, (event) => this.view.apply(event));
    this.view.endEntry(`${1_700_000_000_000 + this.counter}-0`);
  }
}

function booksOf({ shard, view }: Pair) {
  const engine: unknown[] = [];
  const live: unknown[] = [];
  for (const id of marketIds) {
    const state = view.market(id) as MarketState;
    for (const [side, levels] of [
      [Side.buy, state.bids],
      [Side.sell, state.asks],
    ] as const) {
      engine.push([id, side, depthOf(shard, id, side).map((level) => [level.priceTicks, level.lots])]);
      const rows: number[][] = [];
      levels.walk((price, lots) => rows.push([price, lots]) > 0);
      live.push([id, side, rows]);
    }
    engine.push(tradeCount(shard, id));
    live.push(state.trades.newestId);
  }
  return { engine, live };
}

describe('the live view', () => {
  it.each([1, 2, 3])('holds what the engine holds, seed %i', (seed) => {
    const random = new Random(seed);
    const pair = new Pair();
    pair.run(setupCommands(random));
    let lastOrderId = 0;
    const sight = {
      get lastOrderId() {
        return lastOrderId;
      },
      openOrder(fraction: number) {
        const open = users.flatMap((user) => openOrders(pair.shard, user));
        const order = open[Math.floor(fraction * open.length)];
        return order && { ...order, lots: order.amountLots, filledLots: order.amountLots - order.remainingLots };
      },
      available: (user: number, asset: number) => balanceOf(pair.shard, user, asset).available,
    };
    for (let entry = 0; entry < 1500; entry++) {
      const commands = Array.from({ length: random.integer(1, 8) }, () => randomCommand(random, sight));
      pair.run(commands);
      for (const user of users) lastOrderId = Math.max(lastOrderId, pair.view.orders.ofUser(user)[0]?.id ?? 0);
      if (entry % 50 !== 0) continue;
      const { engine, live } = booksOf(pair);
      expect(live).toEqual(engine);
      expect(pair.view.orders.size).toBe(openOrderCount(pair.shard));
      for (const user of users) {
        const own = openOrders(pair.shard, user).map((order) => [
          order.orderId,
          order.priceTicks,
          order.amountLots,
          order.remainingLots,
        ]);
        const shown = pair.view.orders
          .ofUser(user)
          .map((order) => [order.id, order.terms.priceTicks, order.terms.amount, order.remaining]);
        expect(shown.reverse()).toEqual(own);
      }
    }
    expect(pair.view.seq).toBeGreaterThan(3000);
  });
});
