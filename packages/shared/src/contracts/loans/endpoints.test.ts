import { expect, test } from 'vitest';
import { disputeEndpoints } from './dispute-endpoints.ts';
import { loansEndpoints } from './endpoints.ts';

test('no key sees or moves anything of loans: what is of a user is of a person', () => {
  const all = Object.entries({ ...loansEndpoints, ...disputeEndpoints });
  const ofKeys = all.filter(([, { access }]) => !['open', 'optional', 'person'].includes(access));
  expect(ofKeys.map(([name]) => name)).toEqual([]);
});
