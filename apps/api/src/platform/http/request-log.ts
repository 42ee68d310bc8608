/** A line in the log for each request that changes something; of orders, which are many, for one in a hundred. */
import type { FastifyReply, FastifyRequest } from 'fastify';

const orderRoute = /^\/v\d+\/(order|swap\/order)/;
const sampledOneOf = 100;

/** Path without its query, method, status and duration: neither bodies nor headers. */
export function createRequestLog(): (request: FastifyRequest, reply: FastifyReply) => void {
  let orders = 0;
  return (request, reply) => {
    if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS') return;
    const route = request.routeOptions.url ?? 'unknown';
    const isOrder = orderRoute.test(route);
    if (isOrder && orders++ % sampledOneOf !== 0) return;
    request.log.info(
      {
        method: request.method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.principal?.userId,
        ...(isOrder ? { sampledOneOf } : {}),
        ...(request.span ? { trace: request.span.spanContext().traceId } : {}),
      },
      'request',
    );
  };
}
