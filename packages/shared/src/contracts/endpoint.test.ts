import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { declareEndpoints } from './endpoint.ts';

const call = { tag: 'test', summary: 'A call', response: z.unknown() } as const;
const cached = { ...call, maxAgeSeconds: 5 } as const;

test('only the answer of a GET that is open to everybody can be left to caches', () => {
  const table = declareEndpoints({
    'GET /all': { ...cached, access: 'open' },
    'GET /own': { ...call, access: 'read' },
  });
  expect(table['GET /all'].maxAgeSeconds).toBe(5);
  // @ts-expect-error who has a session may get another answer
  declareEndpoints({ 'GET /some': { ...cached, access: 'optional' } });
  // @ts-expect-error the answer is the caller's
  declareEndpoints({ 'GET /own': { ...cached, access: 'read' } });
  // @ts-expect-error the answer is the operator's
  declareEndpoints({ 'GET /ops': { ...cached, access: 'operator:content' } });
  // @ts-expect-error a cache would keep what was done once
  declareEndpoints({ 'POST /do': { ...cached, access: 'open' } });
});
