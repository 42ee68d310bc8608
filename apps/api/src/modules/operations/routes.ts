/** Routes for operators. Their other actions are on the command line (docs/operations.md). */
import { operationsEndpoints } from '@pelican/shared/contracts/operations/endpoints.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
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
      await setIndex({ pool, redis }, `user:${principal.userId}`, { market, price, holdSeconds: hold });
      return { market, price, hold };
    },
  });
}
