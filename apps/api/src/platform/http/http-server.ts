/** The Fastify instance with everything that is the same for every route; the routes come from the modules. */
import { randomBytes } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyCors from '@fastify/cors';
import { type DomainError, plainRefusal } from '@pelican/shared/contracts';
import { validationText } from '@pelican/shared/validation';
import Fastify, { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { Config } from '../config/index.ts';
import { refuseConnection, sendError } from './http-errors.ts';
import { createAddressRateLimit, type RateLimit } from './rate-limit.ts';
import { createRequestLog } from './request-log.ts';
import { traceRequests } from './trace-requests.ts';

/** The longest request has a few dozen short fields: anything longer is refused before it is read. */
const bodyBytesMax = 16 * 1024;
/** Questions for the health of an address; a load balancer asks once a second or two. */
const healthPerSecond = 50;

declare module 'fastify' {
  interface FastifyRequest {
    /** The body as it came: signatures of API keys are over it. '' when there is none. */
    rawBody: string;
  }
}

/** Fastify whose routes are typed by zod contracts. */
export type HttpServer = ReturnType<typeof createServer>;

/** What every answer carries; pages (static-client.ts, openapi.ts) put their own policy in place of this one. */
const answerHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

function createServer(config: Config, logger: FastifyBaseLogger, limit: RateLimit<string>) {
  let requests = 0;
  const processId = randomBytes(4).toString('hex');
  return Fastify({
    loggerInstance: logger,
    // Unique over processes and restarts, so that one id finds one line in the logs.
    genReqId: () => `${processId}-${(++requests).toString(36)}`,
    // A line for each request would cost more than the request: request-log.ts selects them, metrics count them all.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyBytesMax,
    // Node looks every 5 s: headers have come within 15 s and whole requests within 30 s, or the connection ends.
    requestTimeout: 25_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 5_000 },
    connectionTimeout: 30_000,
    keepAliveTimeout: 72_000,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    // Fastify's own answer has not the shape of a refusal: refuseWhileClosing.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    clientErrorHandler: refuseConnection,
    // A URL that cannot be decoded or has too long a part reaches no hook and no error handler.
    frameworkErrors: (error, request, reply) => {
      reply.headers(answerHeaders);
      sendError(tooMany(limit, request.ip) ?? error, request as FastifyRequest, reply as unknown as FastifyReply);
    },
  }).withTypeProvider<ZodTypeProvider>();
}

/** Makes the server with its parsers, limits, headers and error handlers. */
export async function createHttpServer(config: Config, logger: FastifyBaseLogger): Promise<HttpServer> {
  const limit = createAddressRateLimit(config.requestsPerSecondPerIp, config.requestsPerSecondPerIp * 2);
  const app = createServer(config, logger, limit);
  z.config({ ...z.locales.en(), customError: validationText });
  app.setValidatorCompiler(withoutNull);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  parseJson(app);
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(answerHeaders);
    reply.header('x-request-id', request.id);
    next();
  });
  refuseWhileClosing(app);
  traceRequests(app);
  const logRequest = createRequestLog();
  app.addHook('onResponse', (request, reply, next) => {
    logRequest(request, reply);
    next();
  });
  limitByAddress(app, limit);
  await app.register(fastifyCookie);
  if (config.corsOrigins.length > 0) {
    await app.register(fastifyCors, {
      origin: config.corsOrigins,
      credentials: true,
      exposedHeaders: ['X-CSRF-Token'],
    });
  }
  return app;
}

/** Refuses calls that come while the server closes: nothing has been changed. */
function refuseWhileClosing(app: HttpServer): void {
  let isClosing = false;
  app.addHook('preClose', (done) => {
    isClosing = true;
    done();
  });
  app.addHook('onRequest', (_request, reply, next) => {
    if (!isClosing) return next();
    reply.header('connection', 'close');
    next(plainRefusal('service_unavailable'));
  });
}

/** Fastify hands null to the check of a body that was not sent: a schema that allows none means undefined. */
const withoutNull: typeof validatorCompiler = (route) => {
  const check = validatorCompiler(route);
  return route.httpPart === 'body' ? (body: unknown) => check(body ?? undefined) : check;
};

function parseJson(app: HttpServer): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.decorateRequest('rawBody', '');
  app.decorateRequest('principal', null);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    request.rawBody = body;
    // Browsers send the content type with bodiless calls too.
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}

/** Load balancers and supervisors ask these: a flood of other calls from their address must not make a healthy process look ill. */
function isHealth(url: string): boolean {
  return /^\/health(\/(live|ready))?$/.test(url);
}

function limitByAddress(app: HttpServer, limit: RateLimit<string>): void {
  const healthLimit = createAddressRateLimit(healthPerSecond, healthPerSecond * 2);
  // A callback, because a promise would cost every request more than the check.
  app.addHook('onRequest', (request, _reply, next) => {
    next(tooMany(isHealth(request.url) ? healthLimit : limit, request.ip));
  });
}

/** Takes one call from the address's allowance. @returns the refusal when there is none left */
function tooMany(limit: RateLimit<string>, ip: string): DomainError | undefined {
  try {
    limit.take(ip);
    return undefined;
  } catch (error) {
    return error as DomainError;
  }
}
