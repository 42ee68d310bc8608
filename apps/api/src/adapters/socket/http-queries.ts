/** The queries of the socket over HTTP: for clients whose network lets no socket through, which ask again and again. */
import { type AnswerOf, DomainError } from '@pelican/shared/contracts';
import { socketQueryEndpoints } from '@pelican/shared/contracts/system';
import type { FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { type Guards, type HttpServer, type Principal, serve, toDomainError } from '../../platform/http/index.ts';
import { type Asker, Call, type Query } from './calls/call.ts';

interface QueryRoutesDeps {
  queries: ReadonlyMap<string, Query>;
  guards: Guards;
  log: Pick<Logger, 'error'>;
}

/** Collects the answers of one HTTP call. */
class HttpAsker implements Asker {
  readonly principal: Principal | undefined;
  readonly answers: string[] = [];
  reading: Promise<unknown> = Promise.resolve();
  readsWaiting = 0;
  private readonly request: FastifyRequest;

  constructor(request: FastifyRequest, principal: Principal | undefined) {
    this.request = request;
    this.principal = principal;
  }

  get ip(): string {
    return this.request.ip;
  }

  get isOpen(): boolean {
    return !this.request.raw.socket.destroyed;
  }

  send(text: string): void {
    this.answers.push(text);
  }

  async whenDrained(): Promise<void> {}
}

export function queryRoutes(app: HttpServer, { queries, guards, log }: QueryRoutesDeps): void {
  async function run(name: string, call: Call<unknown, Asker>): Promise<void> {
    try {
      const query = queries.get(name);
      if (!query) throw new DomainError('not_found', { message: 'method not found' });
      await query(call);
    } catch (error) {
      const refusal = toDomainError(error);
      if (refusal.code === 'internal_error') log.error({ err: error, method: name }, 'a query over HTTP failed');
      call.refuse(refusal);
    }
  }

  serve(app, guards, socketQueryEndpoints, {
    'POST /v2/socket/query': async ({ body, principal, request, reply }) => {
      const asker = new HttpAsker(request, principal ?? undefined);
      await Promise.all(
        body.calls.map(({ id, method, params }) => run(method, new Call(asker, params, JSON.stringify(id)))),
      );
      // The answers are JSON already, of the declared shape.
      const text = `{"time":${Date.now() / 1000},"answers":[${asker.answers.join(',')}]}`;
      const sent: unknown = await reply.type('application/json; charset=utf-8').send(text);
      return sent as AnswerOf<(typeof socketQueryEndpoints)['POST /v2/socket/query']>;
    },
  });
}
