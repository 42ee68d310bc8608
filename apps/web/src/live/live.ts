import { type ConnectionOptions, SocketConnection } from './connection.ts';
import { FrameScheduler } from './frames.ts';
import { HealthMonitor } from './health.ts';
import { NoticeFeed } from './notice-feed.ts';
import { type EndedRecords, PerpetualFeeds, SpotFeeds } from './venue-feeds.ts';

/** Everything that arrives over the socket, outside React: one connection, one store. */
export class Live {
  readonly connection: SocketConnection;
  readonly health: HealthMonitor;
  readonly spot: SpotFeeds;
  readonly perpetual: PerpetualFeeds;
  readonly notices: NoticeFeed;

  /** @param ended where the ends of records are found that fell into a gap of the feed; without it they are not announced */
  constructor(options: ConnectionOptions, ended?: EndedRecords) {
    const frames = new FrameScheduler();
    this.connection = new SocketConnection(options);
    this.health = new HealthMonitor(this.connection, frames);
    this.spot = new SpotFeeds(this.connection, frames, ended);
    this.perpetual = new PerpetualFeeds(this.connection, frames, ended);
    this.notices = new NoticeFeed(this.connection);
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

  /** After a sign-in or sign-out: clears the records of the user before. */
  sessionChanged(): void {
    this.spot.clearOwn();
    this.perpetual.clearOwn();
    void this.connection.authorize();
  }

  /** Public feeds and the heartbeat, off while the tab is hidden. */
  pauseFeeds(paused: boolean): void {
    this.health.pause(paused);
    this.spot.pause(paused);
    this.perpetual.pause(paused);
  }

  /** The user's own orders, positions and balances; coming back asks for what was missed. */
  pauseOrders(paused: boolean): void {
    this.spot.pauseOwn(paused);
    this.perpetual.pauseOwn(paused);
  }
}
