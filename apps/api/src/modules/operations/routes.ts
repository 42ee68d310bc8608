/** Routes for operators. Their other actions are on the command line (docs/operations.md). */
import { operationsEndpoints } from '@pelican/shared/contracts/operations/endpoints.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { actorOf } from '../../identity/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import { defaultHoldSeconds, setIndex } from '../../ticker/index.ts';

export interface OperationsRoutesDeps {
  pool: pg.Pool;
  redis: Redis;
  guards: Guards;
}

export function operationsRoutes(app: HttpServer, { pool, redis, guards }: OperationsRoutesDeps): void {
  serve(app, guards, operationsEndpoints, {
    'POST /v2/ops/index': async ({ principal, body: { market, price, hold = defaultHoldSeconds } }) => {
      const act = { actor: actorOf(principal.operator?.name ?? ''), reason: undefined };
      await inTransaction(pool, (tx) => setIndex(redis).run(tx, act, { market, price, holdSeconds: hold }));
      return { market, price, hold };
    },
  });
}
