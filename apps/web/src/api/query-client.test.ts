import { beforeEach, expect, test } from 'vitest';
import { tokens } from '../testing/network.ts';
import { privateKey, queryClient } from './query-client.ts';
import { endSession, startSession } from './session.ts';

beforeEach(() => queryClient.clear());

test("at the end of a session the page forgets all that was the user's own, and keeps what is public", () => {
  startSession(tokens('mine'));
  queryClient.setQueryData([privateKey, 'balances'], ['1 BTC']);
  queryClient.setQueryData(['public'], ['BTC/INR']);
  endSession();
  expect(queryClient.getQueryCache().findAll({ queryKey: [privateKey] })).toEqual([]);
  expect(queryClient.getQueryData(['public'])).toEqual(['BTC/INR']);
});
