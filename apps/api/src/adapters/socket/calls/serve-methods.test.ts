import { declareMethods } from '@pelican/shared/contracts/socket.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Scope } from '../../../platform/http/index.ts';
import type { Call, Method } from './call.ts';
import { serveMethods } from './serve-methods.ts';

const params = z.array(z.unknown());
const declared = declareMethods({
  'clock.query': { access: 'open', summary: 'The time', params, result: z.number() },
});
const sessions = { inTurn: () => () => undefined };
const answer = () => undefined;
const spent: number[] = [];
const reads = { spend: (userId: number) => void spent.push(userId) };

it('a declared call needs a handler, and a handler a declaration', () => {
  expect([...serveMethods(declared, { 'clock.query': answer }, sessions, reads).keys()]).toEqual(['clock.query']);
  expect(() => serveMethods(declared, {}, sessions, reads)).toThrow('clock.query is declared and has no handler');
  const both = { 'clock.query': answer, 'clock.set': answer };
  expect(() => serveMethods(declared, both, sessions, reads)).toThrow('not declared: clock.set');
});

it('a call is refused to a caller without its scope', () => {
  const trading = declareMethods({
    'order.cancel': { access: 'trade', summary: 'Cancel an order', params, result: z.number() },
  });
  const asIs = { inTurn: (method: Method) => method };
  const cancelled: number[] = [];
  const cancel = serveMethods(trading, { 'order.cancel': () => void cancelled.push(1) }, asIs, reads).get(
    'order.cancel',
  );
  const callOf = (...scopes: Scope[]) =>
    ({ principal: () => ({ userId: 7, scopes: new Set(scopes) }) }) as unknown as Call;
  expect(() => cancel?.(callOf('read'))).toThrow(new DomainError('insufficient_scope'));
  expect(cancelled).toEqual([]);
  void cancel?.(callOf('read', 'trade'));
  expect(cancelled).toEqual([1]);
});

it('a read costs something of the budget of its user, an order does not', () => {
  const both = declareMethods({
    'order.cancel': { access: 'trade', summary: 'Cancel an order', params, result: z.number() },
    'order.query': { access: 'read', summary: 'Open orders', params, result: z.number() },
  });
  const methods = serveMethods(
    both,
    { 'order.cancel': answer, 'order.query': answer },
    { inTurn: (method: Method) => method },
    reads,
  );
  const call = { principal: () => ({ userId: 7, scopes: new Set(['read', 'trade']) }) } as unknown as Call;
  void methods.get('order.cancel')?.(call);
  expect(spent).toEqual([]);
  void methods.get('order.query')?.(call);
  expect(spent).toEqual([7]);
});
