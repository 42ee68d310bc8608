import { type ConnectionOptions, SocketConnection } from './connection.ts';
import { DepthFeed } from './depth-feed.ts';
import { FrameScheduler } from './frames.ts';
import { HealthMonitor } from './health.ts';
import { KlineFeed } from './kline-feed.ts';
import { DealsTape, MarketStates } from './market-feeds.ts';
import { OwnAssets } from './own-assets.ts';
import { OwnOrders } from './own-orders.ts';
import { watchVisibility } from './visibility.ts';

const feedsHiddenMs = 60_000;
const ordersHiddenMs = 5000;

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
  /** True when the user asked to be told of fills while away: then own orders stay on in a hidden tab. */
  keepOrdersWhenHidden: () => boolean = () => false;
  #unwatch: (() => void)[] = [];

  constructor(options: ConnectionOptions) {
    const frames = new FrameScheduler();
    this.connection = new SocketConnection(options);
    this.health = new HealthMonitor(this.connection, frames);
    this.depth = new DepthFeed(this.connection, frames, () => undefined);
    this.states = new MarketStates(this.connection, frames);
    this.deals = new DealsTape(this.connection, frames);
    this.klines = new KlineFeed(this.connection);
    this.orders = new OwnOrders(this.connection, frames);
    this.assets = new OwnAssets(this.connection, frames);
    this.connection.onNotification('server.deauthed', () => void this.connection.authorize());
  }

  start(): void {
    if (this.#unwatch.length > 0) return;
    this.connection.start();
    this.health.start();
    const reconnect = () => this.connection.reconnectNow();
    window.addEventListener('online', reconnect);
    this.#unwatch = [
      () => window.removeEventListener('online', reconnect),
      watchVisibility(
        feedsHiddenMs,
        () => this.#pauseFeeds(true),
        () => this.#pauseFeeds(false),
      ),
      watchVisibility(
        ordersHiddenMs,
        () => this.#pauseOrders(!this.keepOrdersWhenHidden()),
        () => this.#pauseOrders(false),
      ),
    ];
  }

  stop(): void {
    for (const unwatch of this.#unwatch) unwatch();
    this.#unwatch = [];
    this.health.stop();
    this.connection.stop();
  }

  /** The signed-in user or the access token changed. @param sameUser the token of the same user was renewed */
  sessionChanged(sameUser: boolean): void {
    if (!sameUser) {
      this.orders.clear();
      this.assets.clear();
    }
    void this.connection.authorize();
  }

  #pauseFeeds(paused: boolean): void {
    this.health.pause(paused);
    this.depth.pause(paused);
    this.states.pause(paused);
    this.deals.pause(paused);
    this.klines.pause(paused);
  }

  #pauseOrders(paused: boolean): void {
    this.orders.pause(paused);
    this.assets.pause(paused);
  }
}
