import { type ConnectionOptions, SocketConnection } from './connection.ts';
import { DepthFeed } from './depth-feed.ts';
import { FrameScheduler } from './frames.ts';
import { HealthMonitor } from './health.ts';
import { KlineFeed } from './kline-feed.ts';
import { DealsTape, MarketStates } from './market-feeds.ts';
import { OwnAssets } from './own-assets.ts';
import { OwnOrders } from './own-orders.ts';

/** Everything that arrives over the socket, outside React: one connection, one store. */
export class Live {
  readonly connection: SocketConnection;
  readonly health: HealthMonitor;
  readonly depth: DepthFeed;
  readonly states: MarketStates;
  readonly deals: DealsTape;
  readonly klines: KlineFeed;
  readonly orders: OwnOrders;
  readonly assets: OwnAssets;

  constructor(options: ConnectionOptions) {
    const frames = new FrameScheduler();
    this.connection = new SocketConnection(options);
    this.health = new HealthMonitor(this.connection, frames);
    this.depth = new DepthFeed(this.connection, frames);
    this.states = new MarketStates(this.connection, frames);
    this.deals = new DealsTape(this.connection, frames);
    this.klines = new KlineFeed(this.connection);
    this.orders = new OwnOrders(this.connection, frames);
    this.assets = new OwnAssets(this.connection, frames);
    this.connection.onNotification('server.deauthed', () => void this.connection.authorize());
  }

  start(): void {
    this.connection.start();
    this.health.start();
  }

  stop(): void {
    this.health.stop();
    this.connection.stop();
  }

  /** Somebody signed in or out: what belonged to the one before is forgotten. */
  sessionChanged(): void {
    this.orders.clear();
    this.assets.clear();
    void this.connection.authorize();
  }

  /** Public feeds and the heartbeat, off while nobody looks. */
  pauseFeeds(paused: boolean): void {
    this.health.pause(paused);
    this.depth.pause(paused);
    this.states.pause(paused);
    this.deals.pause(paused);
    this.klines.pause(paused);
  }

  /** The user's own orders and balances; coming back asks for what was missed. */
  pauseOrders(paused: boolean): void {
    this.orders.pause(paused);
    this.assets.pause(paused);
  }
}
