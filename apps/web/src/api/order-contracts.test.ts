import type { Endpoint } from '@pelican/shared/contracts';
import { perpetualTradingEndpoints } from '@pelican/shared/contracts/perpetual';
import { spotOrderEndpoints } from '@pelican/shared/contracts/spot';
import { expect, test } from 'vitest';
import { heldContracts } from './held-contracts.ts';
import { orderBodies } from './order-contracts.ts';

const declared: Readonly<Record<string, Endpoint>> = { ...spotOrderEndpoints, ...perpetualTradingEndpoints };

test.each(Object.entries(orderBodies))('%s is held against the body of its declaration', (name, { body }) => {
  expect(declared[name]?.body).toBe(body);
  expect(heldContracts.has(name)).toBe(true);
});
