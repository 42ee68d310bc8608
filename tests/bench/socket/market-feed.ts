/** Real books and trades without the rest of the exchange: the engine's core feeds the live view in this process. */

import type { Catalog, CatalogAsset, CatalogMarket } from '@pelican/api/src/catalog/index.ts';
import { MarketState } from '@pelican/api/src/live/index.ts';
import type { LiveMarketData } from '@pelican/api/src/live/spot/live-market-data.ts';
import { LiveView } from '@pelican/api/src/live/spot/live-view.ts';
import { EventWriter } from '@pelican/engine/src/core/kernel/event-writer.ts';
import { applyEntry, createShard } from '@pelican/engine/src/core/spot/shard.ts';
import { Random } from '@pelican/engine/src/testing/random.ts';
import { ByteWriter, finishEntry, readEventHeader, startEntry } from '@pelican/shared/engine';
import {
  type Command,
  EventKind,
  forEachEvent,
  type MarketSettings,
  Op,
  OrderType,
  type PlaceOrder,
  Side,
  TimeInForce,
  writeCommand,
} from '@pelican/shared/engine/spot';
import { marketScale } from '@pelican/shared/money';
import { spotShard } from '../../support/shards.ts';

const user = 1;
const middleTicks = 10_000;
const restingMax = 400;

function asset(id: number, ticker: string): CatalogAsset {
  return { id, ticker, label: ticker, scale: 8 } as CatalogAsset;
}

export class MarketFeed {
  readonly live: LiveMarketData;
  readonly names: string[];
  private readonly shard = createShard(spotShard.id);
  private readonly view = new LiveView();
  private readonly random = new Random(1);
  private readonly input = new ByteWriter();
  private readonly output = new EventWriter();
  private readonly resting: number[] = [];
  private counter = 0;

  constructor(marketCount: number) {
    const quote = asset(1, 'USDT');
    const bases = Array.from({ length: marketCount }, (_, index) => asset(index + 2, `COIN${index}`));
    const markets = bases.map((base, index) => {
      const listing = { priceStep: '0.01', amountStep: '0.0001', base, quote };
      const market = { id: index + 1, name: `${base.ticker}_USDT`, ...listing, scale: marketScale(listing) };
      return market as unknown as CatalogMarket;
    });
    this.names = markets.map((market) => market.name);
    const catalog: Catalog = {
      assets: [quote, ...bases],
      markets,
      assetById: (id) => [quote, ...bases].find((one) => one.id === id),
      assetByTicker: (ticker) => [quote, ...bases].find((one) => one.ticker === ticker),
      marketById: (id) => markets.find((one) => one.id === id),
      marketByName: (name) => markets.find((one) => one.name === name),
    };
    this.live = {
      view: this.view,
      catalog: () => catalog,
      waitUntilCurrent: async () => undefined,
      close: async () => undefined,
    };
    this.view.restore({
      position: '0-0',
      seq: 0,
      markets: markets.map((market) => new MarketState(market)),
      orders: [],
    });
    this.run(catalog.assets.flatMap(({ id, ticker }) => this.fundedAsset(id, ticker)));
    this.run(markets.map((market) => ({ op: Op.configure, user: 0, settings: settingsOf(market) })));
    for (let round = 0; round < 100; round++) this.step();
  }

  /** One round: every market's book changes in several places, and every market has a trade. */
  step(): void {
    const commands: Command[] = [];
    for (let market = 1; market <= this.names.length; market++) {
      for (let i = 0; i < 3; i++) {
        const side = i % 2 === 0 ? Side.buy : Side.sell;
        const distance = this.random.integer(1, 40);
        commands.push(this.order(market, side, middleTicks + (side === Side.buy ? -distance : distance)));
      }
      const taker = this.random.chance(0.5) ? Side.buy : Side.sell;
      const worst = middleTicks + (taker === Side.buy ? 40 : -40);
      commands.push({ ...this.order(market, taker, worst), timeInForce: TimeInForce.ioc, amount: 10 });
    }
    while (this.resting.length > restingMax * this.names.length) {
      const orderId = this.resting.shift() as number;
      commands.push({ op: Op.cancelOrder, user, orderId, market: 0 });
    }
    this.run(commands);
  }

  private order(market: number, side: Side, priceTicks: number): PlaceOrder {
    return {
      op: Op.placeOrder,
      user,
      market,
      side,
      type: OrderType.limit,
      timeInForce: TimeInForce.gtc,
      postOnly: false,
      priceTicks,
      amount: this.random.integer(20, 900),
      amountIsQuote: false,
      clientId: '',
      source: 'bench',
    };
  }

  private fundedAsset(id: number, ticker: string): Command[] {
    return [
      { op: Op.configure, user: 0, settings: { kind: 'asset', id, ticker, scale: 8 } },
      { op: Op.transferIn, user, asset: id, transferId: id, amount: 2 ** 52 },
    ];
  }

  private run(commands: Command[]): void {
    startEntry(this.input, spotShard.id, 1, ++this.counter);
    for (const command of commands) writeCommand(this.input, command);
    finishEntry(this.input, commands.length);
    const timeMs = Date.now();
    applyEntry(this.shard, this.input.copy(), timeMs, this.output);
    const events = this.output.copy();
    const { firstSeq, commandCount } = readEventHeader(events);
    this.view.beginEntry(timeMs, firstSeq, commandCount);
    forEachEvent(events, (event) => {
      if (event.kind === EventKind.orderRested) this.resting.push(event.orderId);
      this.view.apply(event);
    });
    this.view.endEntry(`${timeMs}-${this.counter}`);
  }
}

function settingsOf(market: CatalogMarket): MarketSettings {
  return {
    kind: 'market',
    id: market.id,
    name: market.name,
    base: market.base.id,
    quote: market.quote.id,
    lotBaseUnits: market.scale.lotBaseUnits,
    tickLotQuoteUnits: market.scale.tickLotQuoteUnits,
    amountMinLots: 1,
    amountMaxLots: 1_000_000,
    totalMin: 0,
    priceMaxTicks: 1_000_000,
    priceBandPpm: 0,
    makerFeePpm: 1000,
    takerFeePpm: 2000,
    serviceFeePpm: 0,
    serviceFeeBuyPpm: 0,
    gstPpm: 180_000,
    tdsPpm: 0,
    tax: 'none',
    status: 'open',
    selfTrade: 'allow',
  };
}
