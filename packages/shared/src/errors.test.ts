import { expect, it } from 'vitest';
import { authErrors } from './contracts/auth/errors.ts';
import { generalErrors } from './contracts/errors.ts';
import { marketsErrors } from './contracts/markets/errors.ts';
import { operationsErrors } from './contracts/operations/errors.ts';
import { perpetualErrors } from './contracts/perpetual/errors.ts';
import { spotErrors } from './contracts/spot/errors.ts';
import { walletErrors } from './contracts/wallet/errors.ts';
import { errorTable } from './errors.ts';

it('an error code belongs to one domain', () => {
  const tables = [
    generalErrors,
    authErrors,
    marketsErrors,
    spotErrors,
    perpetualErrors,
    walletErrors,
    operationsErrors,
  ].map((table) => Object.keys(table));
  expect(tables.flat().sort()).toEqual(Object.keys(errorTable).sort());
});
