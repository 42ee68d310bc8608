/** The first span of a request over HTTP, when it is traced. */
import { endFailed, type Span, tracing } from '@pelican/tracing';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Undefined when the request is not traced. */
    span: Span | undefined;
  }
}

/** Adds the hooks; without tracing none, so that requests pay nothing. */
export function traceRequests(app: Pick<FastifyInstance, 'addHook' | 'decorateRequest'>): void {
  app.decorateRequest('span', undefined);
  if (tracing === undefined) return;
  app.addHook('onRequest', (request, _reply, next) => {
    const { method, routeOptions, headers } = request;
    const route = routeOptions.url;
    // What is asked by machines every few seconds would fill the traces.
    if (route === undefined || route === '/metrics' || route.startsWith('/health')) return next();
    const attributes = { 'http.request.method': method, 'http.route': route, 'pelican.request_id': request.id };
    request.span = tracing?.request(`${method} ${route}`, headers.traceparent, attributes);
    next();
  });
  // The last step before the handler, which it calls: what the handler does belongs to the span.
  app.addHook('preHandler', ({ span }, _reply, next) => {
    if (span && tracing) tracing.within(span, next);
    else next();
  });
  app.addHook('onResponse', ({ span, principal }, { statusCode }, next) => {
    if (span) {
      span.setAttribute('http.response.status_code', statusCode);
      if (principal) span.setAttribute('pelican.user', principal.userId);
      if (statusCode >= 500) endFailed(span, 'the request failed');
      else span.end();
    }
    next();
  });
}
