import { type Permission, permissions } from '@pelican/shared/contracts/operations';
import { expect, test } from 'vitest';
import type { Principal } from '../../platform/http/index.ts';
import { mayEnterOtcDesk } from './otc-desk.ts';

const caller = (...granted: string[]): Principal => ({
  userId: 1,
  byCookie: false,
  scopes: new Set(),
  countries: [],
  kycApproved: true,
  futuresQuizPassed: false,
  secondFactor: true,
  operator: { name: 'olga', permissions: new Set(granted as Permission[]) },
});

test('the desk of OTC is entered with its own permission alone', () => {
  expect(mayEnterOtcDesk(caller('otc_maker'))).toBe(true);
  const others = permissions.filter((one) => (one as string) !== 'otc_maker');
  expect(mayEnterOtcDesk(caller(...others))).toBe(false);
  const { operator: _, ...user } = caller();
  expect(mayEnterOtcDesk(user)).toBe(false);
  expect(mayEnterOtcDesk(null)).toBe(false);
});
