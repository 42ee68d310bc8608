/** The JSON-RPC socket at /socket, and its queries for those who ask over HTTP. */
import fastifyWebsocket from '@fastify/websocket';
import { DomainError, socketMethods } from '@pelican/shared/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { UnopenedAssets } from '../../catalog/index.ts';
import type { Authenticator } from '../../identity/index.ts';
import type { LivePerpetualData, SpotVenue } from '../../live/index.ts';
import { KlineHistory, type KnownAssets, knownMarket } from '../../live/index.ts';
import type { SpotService } from '../../modules/spot/index.ts';
import type { PrivateReads, PublicReads } from '../../platform/http/index.ts';
import type { Query } from './calls/call.ts';
import { LongReads } from './calls/long-reads.ts';
import { serveMethods, serveQueries } from './calls/serve-methods.ts';
import { chatMethods, openChatRooms } from './chat/methods.ts';
import { Gateway } from './connection/gateway.ts';
import type { SocketLimits } from './connection/limits.ts';
import { VenueSubscriptions } from './markets/public-subscriptions.ts';
import { openNoticeFeeds } from './notices/feed.ts';
import { noticesMethods } from './notices/methods.ts';
import { perpetualPrivateMethods } from './perpetual/private-methods.ts';
import { perpetualPublicMethods } from './perpetual/public-methods.ts';
import { perpetualFeeds } from './perpetual/user-feed.ts';
import { orderEntryMethods } from './spot/order-entry.ts';
import { privateMethods } from './spot/private-methods.ts';
import { spotPublicMethods } from './spot/public-methods.ts';
import { spotFeeds } from './spot/user-feed.ts';
import { PublicStreams } from './streams/public-streams.ts';
import { serverMethods } from './system/methods.ts';
import { SocketSessions } from './system/sessions.ts';
import { type FeedKind, UserFeeds } from './user-feeds.ts';

export { readSocketLimits, type SocketLimits, socketSettings } from './connection/limits.ts';
export { queryRoutes } from './http-queries.ts';

export interface SocketDeps {
  live: SpotVenue;
  perpetual: LivePerpetualData;
  spot: SpotService;
  unopened: UnopenedAssets;
  knownAssets: KnownAssets;
  /** For public queries: they must not take the connections that trading needs. */
  publicReads: PublicReads;
  privateReads: PrivateReads;
  redis: Pick<Redis, 'duplicate'>;
  authenticator: Pick<
    Authenticator,
    'verifyAccessToken' | 'verifySocketToken' | 'verifyApiSignature' | 'recallApiKey' | 'onAccountChange' | 'findEnded'
  >;
  limits: SocketLimits;
  /** Origins besides our own from which a browser with cookies may connect. */
  origins: readonly string[];
  log: Pick<Logger, 'error'>;
}

/** Serves the socket on the app. Call before the app is ready. @returns its queries, for `queryRoutes` */
export async function registerSocket(app: FastifyInstance, deps: SocketDeps): Promise<ReadonlyMap<string, Query>> {
  const { live, perpetual, limits, publicReads } = deps;
  const klines = new KlineHistory(publicReads.pool);
  const reads = new LongReads(publicReads.queue);
  const spotVenue = { view: live.view, suffix: '' } as const;
  const streams = new PublicStreams(spotVenue, limits);
  const perpetualVenue = { view: perpetual.view, suffix: '_swap' } as const;
  const perpetualStreams = new PublicStreams(perpetualVenue, limits);
  const noticeFeeds = await openNoticeFeeds(deps.redis, deps.log);
  const chat = await openChatRooms(deps.redis, deps.log);
  const [spotUserFeeds, perpetualUserFeeds] = [spotFeeds(live), perpetualFeeds(perpetual)];
  const userFeeds = new UserFeeds([spotUserFeeds, perpetualUserFeeds, noticeFeeds]);
  const sessions = new SocketSessions({ ...deps, userFeeds });
  const handlers = {
    ...serverMethods({ ...deps, sessions }),
    ...spotPublicMethods({
      venue: spotVenue,
      markets: () => ({ marketByName: (name) => knownMarket(live, name) }),
      subscriptions: new VenueSubscriptions(),
      pool: publicReads.pool,
      klines,
      reads,
      streams,
      limits,
    }),
    ...perpetualPublicMethods({
      venue: perpetualVenue,
      live: perpetual,
      markets: () => perpetual.catalog(),
      subscriptions: new VenueSubscriptions(),
      klines,
      reads,
      streams: perpetualStreams,
      limits,
    }),
    ...noticesMethods(userFeeds),
    ...chatMethods(chat.rooms),
    ...privateMethods({ ...deps, userFeeds }),
    ...perpetualPrivateMethods({ live: perpetual, userFeeds, limits }),
    ...orderEntryMethods(deps.spot),
  };
  const gateway = new Gateway({
    methods: serveMethods(socketMethods, handlers, sessions, deps.privateReads.queue),
    sessions,
    limits,
    log: deps.log,
  });
  const closing = ({ isWanted }: FeedKind) => ({
    onMarkets: () => undefined,
    onRestored: () => gateway.closePrivate(isWanted),
  });
  live.view.addListener(closing(spotUserFeeds));
  perpetual.view.addListener(closing(perpetualUserFeeds));
  app.addHook('preClose', async () => {
    sessions.close();
    streams.close();
    perpetualStreams.close();
    gateway.close();
    noticeFeeds.stop();
    chat.stop();
  });

  await app.register(fastifyWebsocket, {
    options: {
      maxPayload: limits.messageBytesMax,
      perMessageDeflate: false,
      // The family's servers know one sub-protocol; a client that names others is served without.
      handleProtocols: (protocols) => (protocols.has('chat') ? 'chat' : false),
    },
    errorHandler: (error, webSocket, request) => {
      // A message too long or no UTF-8 is the client's doing, and no error of ours.
      const isClients = 'code' in error && String(error.code).startsWith('WS_ERR_');
      request.log[isClients ? 'info' : 'error'](error);
      webSocket.terminate();
    },
  });
  const admit = async (request: FastifyRequest) => {
    if (!isOriginAllowed(request, deps.origins)) throw new DomainError('forbidden');
    if (!gateway.hasRoomFor(request.ip)) throw new DomainError('too_many_requests');
  };
  app.get('/socket', { websocket: true, onRequest: admit, schema: { hide: true } }, (webSocket, request) => {
    gateway.accept(webSocket, request.raw.socket, request.ip);
  });
  return serveQueries(socketMethods, handlers, deps.privateReads.queue);
}

/** A page elsewhere must not use a visitor's cookies here. Clients without cookies or without an origin are no pages. */
function isOriginAllowed(request: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, cookie, host } = request.headers;
  if (origin === undefined || cookie === undefined) return true;
  return origins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host);
}
