import type { Endpoint } from '@pelican/shared/contracts';
import { perpetualTradingEndpoints } from '@pelican/shared/contracts/perpetual';
import { spotOrderEndpoints } from '@pelican/shared/contracts/spot';
import { expect, test } from 'vitest';
import { orderBodies } from './order-contracts.ts';
import { requestChecks } from './request-checks.ts';

const declared: Readonly<Record<string, Endpoint>> = { ...spotOrderEndpoints, ...perpetualTradingEndpoints };

test.each(Object.entries(orderBodies))('%s is held against the body of its declaration', (name, { body }) => {
  expect(declared[name]?.body).toBe(body);
  expect(requestChecks.has(name)).toBe(true);
});
