/** The JSON-RPC socket at /socket. */
import fastifyWebsocket from '@fastify/websocket';
import { DomainError } from '@pelican/shared/errors.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { LiveMarketData } from '../market-data/index.ts';
import type { Authenticator } from '../modules/auth/index.ts';
import type { SpotService } from '../modules/spot/index.ts';
import { Gateway } from './gateway.ts';
import type { SocketLimits } from './limits.ts';
import { orderEntryMethods } from './order-methods.ts';
import { privateMethods } from './private-methods.ts';
import { serverMethods } from './server-methods.ts';
import { spotPublicMethods } from './spot-methods.ts';
import { PublicStreams } from './streams/public-streams.ts';
import { UserFeeds } from './user-feed.ts';

export { readSocketLimits, type SocketLimits } from './limits.ts';

export interface SocketDeps {
  live: LiveMarketData;
  spot: SpotService;
  pool: Pool;
  redis: Pick<Redis, 'set'>;
  authenticator: Pick<Authenticator, 'verifyAccessToken' | 'verifyApiSignature' | 'onSessionEnded'>;
  /** Resolves when settlement has passed the sequence; 503 after 2 s. */
  waitUntilSettled(seq: number): Promise<void>;
  limits: SocketLimits;
  /** Origins besides our own from which a browser with cookies may connect. */
  origins: readonly string[];
  log: Pick<Logger, 'error'>;
}

/** Serves the socket on the app. Call before the app is ready. */
export async function registerSocket(app: FastifyInstance, deps: SocketDeps): Promise<void> {
  const { live, limits } = deps;
  const spotVenue = { view: live.view, suffix: '' } as const;
  const streams = new PublicStreams(spotVenue, limits);
  const userFeeds = new UserFeeds(live);
  const gateway = new Gateway({
    methods: {
      ...serverMethods({ ...deps, userFeeds }),
      ...spotPublicMethods({
        venue: spotVenue,
        markets: () => live.catalog(),
        subscriptions: (connection) => connection.spot,
        pool: deps.pool,
        streams,
        limits,
      }),
      ...privateMethods({ ...deps, userFeeds }),
      ...orderEntryMethods(deps.spot),
    },
    userFeeds,
    limits,
    log: deps.log,
  });
  live.view.addListener({ onMarkets: () => undefined, onRestored: () => gateway.closePrivate() });
  const stopListening = deps.authenticator.onSessionEnded((change) => gateway.endSessions(change));
  app.addHook('preClose', async () => {
    stopListening();
    streams.close();
    gateway.close();
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
}

/** A page elsewhere must not use a visitor's cookies here. Clients without cookies or without an origin are no pages. */
function isOriginAllowed(request: FastifyRequest, origins: readonly string[]): boolean {
  const { origin, cookie, host } = request.headers;
  if (origin === undefined || cookie === undefined) return true;
  return origins.includes(origin) || (URL.canParse(origin) && new URL(origin).host === host);
}
