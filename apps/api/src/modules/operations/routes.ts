/** Calls for operators alone. What they do besides is on the command line (docs/operations.md). */
import { setIndexRequest, setIndexResponse } from '@pelican/shared/contracts/perpetual.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { type Guard, type Guards, principalOf } from '../../platform/guards.ts';
import type { HttpServer } from '../../platform/http-server.ts';
import { defaultHoldSeconds, setIndex } from '../../ticker/set-index.ts';

export interface OperationsRoutesDeps {
  pool: pg.Pool;
  redis: Redis;
  guards: Guards;
}

export function operationsRoutes(app: HttpServer, { pool, redis, guards }: OperationsRoutesDeps): void {
  /** Only an operator with a session. @throws DomainError unauthorized, forbidden */
  const operator: Guard = async (request) => {
    await guards.person(request);
    if (principalOf(request).role !== 'operator') throw new DomainError('forbidden');
  };

  app.post(
    '/v2/ops/index',
    {
      preValidation: operator,
      schema: {
        tags: ['operations'],
        summary: 'Set a simulated index',
        description:
          'From the next second on the index of the market is this price, rounded to its tick. It holds still for `hold` seconds (60 when absent), then walks on from there.',
        security: [{ accessToken: [] }],
        body: setIndexRequest,
        response: { 200: setIndexResponse },
      },
    },
    async (request) => {
      const { market, price, hold = defaultHoldSeconds } = request.body;
      const actor = `user:${principalOf(request).userId}`;
      await setIndex({ pool, redis }, actor, { market, price, holdSeconds: hold });
      return { market, price, hold };
    },
  );
}
