import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import type { SocketConnection } from './connection.ts';
import { DepthFeed } from './depth-feed.ts';
import type { FrameScheduler } from './frames.ts';
import { KlineFeed } from './kline-feed.ts';
import { MarketValues, TradesTape } from './market-feeds.ts';
import { OwnAssets } from './own-assets.ts';
import { OwnRecords } from './own-records.ts';
import type {
  FundingRate,
  FuturesState,
  MarketPrices,
  MarketState,
  MarkPrice,
  PerpetualState,
  TradeBalance,
  Venue,
} from './wire.ts';

/** How records ended that were open before a gap in the feed: those of `gone` that the histories have already. */
export interface EndedRecords {
  spotOrders: (gone: readonly SpotOrder[]) => Promise<SpotOrder[]>;
  perpetualOrders: (gone: readonly PerpetualOrder[]) => Promise<PerpetualOrder[]>;
  perpetualPositions: (gone: readonly OpenPosition[]) => Promise<OpenPosition[]>;
}

/** What every venue's markets have. */
class VenueFeeds<State extends MarketState> {
  readonly venue: Venue;
  readonly depth: DepthFeed;
  readonly trades: TradesTape;
  readonly klines: KlineFeed;
  readonly states: MarketValues<State>;

  constructor(connection: SocketConnection, frames: FrameScheduler, venue: Venue, stateKind: 'state' | 'market_swap') {
    this.venue = venue;
    this.depth = new DepthFeed(connection, frames, venue);
    this.trades = new TradesTape(connection, frames, venue);
    this.klines = new KlineFeed(connection, venue);
    this.states = new MarketValues(connection, frames, stateKind);
  }

  /** Turns public feeds off while the tab is hidden. */
  pause(paused: boolean): void {
    this.depth.pause(paused);
    this.trades.pause(paused);
    this.klines.pause(paused);
    this.states.pause(paused);
  }
}

/** The public feeds of a venue, whichever it is. */
export type MarketFeeds = VenueFeeds<MarketState>;

export class SpotFeeds extends VenueFeeds<MarketState> {
  readonly orders: OwnRecords<SpotOrder>;
  readonly assets: OwnAssets<TradeBalance>;

  constructor(connection: SocketConnection, frames: FrameScheduler, ended: EndedRecords | undefined) {
    super(connection, frames, 'spot', 'state');
    this.orders = new OwnRecords(connection, frames, {
      name: 'order',
      query: (offset, limit) => connection.call('order.query', ['', offset, limit]),
      idOf: (order) => order.id,
      ageOf: (order) => order.id,
      endedOf: ended?.spotOrders,
    });
    this.assets = new OwnAssets(connection, frames, {
      name: 'asset',
      query: () => connection.call('asset.query', []),
    });
    connection.onNotification('state.update', ([market, state]) => this.states.receive(market, state));
    connection.onNotification('order.update', ([event, order]) => this.orders.receive(event, order));
    connection.onNotification('asset.update', (changes) => this.assets.receive(changes));
  }

  pauseOwn(paused: boolean): void {
    this.orders.pause(paused);
    this.assets.pause(paused);
  }

  clearOwn(): void {
    this.orders.clear();
    this.assets.clear();
  }
}

const algoTypes: ReadonlySet<string> = new Set(['conditional', 'oco', 'trigger']);

/** An algo shares its list with plain orders. By its type: one that has fired carries its child's order_id too. */
export function isPerpetualAlgo(order: Pick<PerpetualOrder, 'type'>): boolean {
  return algoTypes.has(order.type);
}

/** Orders and algos are numbered apart and share a list: an algo's key is below zero. */
export function perpetualOrderKey(order: Pick<PerpetualOrder, 'id' | 'type'>): number {
  return isPerpetualAlgo(order) ? -order.id : order.id;
}

/** Seconds of the socket as the milliseconds that the same record has over HTTP. */
function milliseconds(seconds: number): number {
  return Math.round(seconds * 1000);
}

function orderFromWire(order: PerpetualOrder): PerpetualOrder {
  return {
    ...order,
    create_time: milliseconds(order.create_time),
    update_time: milliseconds(order.update_time),
    finish_time: order.finish_time === null ? null : milliseconds(order.finish_time),
  };
}

function positionFromWire(position: OpenPosition): OpenPosition {
  return { ...position, ctime: milliseconds(position.ctime), mtime: milliseconds(position.mtime) };
}

export class PerpetualFeeds extends VenueFeeds<PerpetualState> {
  readonly markPrices: MarketValues<MarkPrice>;
  readonly fundingRates: MarketValues<FundingRate>;
  readonly prices: MarketValues<MarketPrices>;
  /** Plain orders and algos. */
  readonly orders: OwnRecords<PerpetualOrder>;
  readonly positions: OwnRecords<OpenPosition>;
  readonly assets: OwnAssets<FuturesState>;

  constructor(connection: SocketConnection, frames: FrameScheduler, ended: EndedRecords | undefined) {
    super(connection, frames, 'perpetual', 'market_swap');
    this.markPrices = new MarketValues(connection, frames, 'mark_price_swap');
    this.fundingRates = new MarketValues(connection, frames, 'funding_rate_swap');
    this.prices = new MarketValues(connection, frames, 'market_prices_swap');
    this.orders = new OwnRecords(connection, frames, {
      name: 'order_swap',
      async query(offset, limit) {
        const { records, total } = await connection.call('order_swap.query', ['', offset, limit]);
        return { records: records.map(orderFromWire), total };
      },
      idOf: perpetualOrderKey,
      ageOf: (order) => order.create_time,
      endedOf: ended?.perpetualOrders,
    });
    this.positions = new OwnRecords(connection, frames, {
      name: 'position_swap',
      async query() {
        const records = await connection.call('position_swap.query', []);
        return { records: records.map(positionFromWire), total: records.length };
      },
      idOf: (position) => position.position_id,
      ageOf: (position) => position.position_id,
      endedOf: ended?.perpetualPositions,
    });
    this.assets = new OwnAssets(connection, frames, {
      name: 'asset_swap',
      query: () => connection.call('asset_swap.query', []),
    });
    this.#listen(connection);
  }

  #listen(connection: SocketConnection): void {
    connection.onNotification('market_swap.update', ([market, state]) => this.states.receive(market, state));
    connection.onNotification('mark_price_swap.update', ([market, price]) => this.markPrices.receive(market, price));
    connection.onNotification('funding_rate_swap.update', ([market, rate]) => this.fundingRates.receive(market, rate));
    connection.onNotification('market_prices_swap.update', ([changed]) => {
      for (const [market, prices] of Object.entries(changed)) this.prices.receive(market, prices);
    });
    connection.onNotification('order_swap.update', ([event, order]) =>
      this.orders.receive(event, orderFromWire(order)),
    );
    connection.onNotification('position_swap.update', ([event, position]) =>
      this.positions.receive(event, positionFromWire(position)),
    );
    connection.onNotification('asset_swap.update', (changes) => this.assets.receive(changes));
  }

  override pause(paused: boolean): void {
    super.pause(paused);
    this.markPrices.pause(paused);
    this.fundingRates.pause(paused);
    this.prices.pause(paused);
  }

  pauseOwn(paused: boolean): void {
    this.orders.pause(paused);
    this.positions.pause(paused);
    this.assets.pause(paused);
  }

  clearOwn(): void {
    this.orders.clear();
    this.positions.clear();
    this.assets.clear();
  }
}
