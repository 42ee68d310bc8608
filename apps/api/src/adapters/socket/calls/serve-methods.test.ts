import { DomainError, declareMethods } from '@pelican/shared/contracts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { Principal, Scope } from '../../../platform/http/index.ts';
import type { Asker, Call, Method } from './call.ts';
import { serveMethods, serveQueries } from './serve-methods.ts';

const params = z.array(z.unknown());
const declared = declareMethods({
  'clock.query': { access: 'open', summary: 'The time', params, result: z.number() },
});
const sessions = { inTurn: () => () => undefined };
const answer = () => undefined;
type Reader = Pick<Principal, 'userId' | 'apiKeyId'>;
const spent: Reader[] = [];
const reads = { spend: (reader: Reader) => void spent.push(reader) };

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

it('a query costs something of the budget of its credentials; an order and a subscription do not', () => {
  const both = declareMethods({
    'order.cancel': { access: 'trade', summary: 'Cancel an order', params, result: z.number() },
    'order.query': { access: 'read', summary: 'Open orders', params, result: z.number() },
    'order.subscribe': { access: 'read', summary: 'Push own orders', params, result: z.number() },
    'order.unsubscribe': { access: 'read', summary: 'End the pushes', params, result: z.number() },
  });
  const methods = serveMethods(
    both,
    { 'order.cancel': answer, 'order.query': answer, 'order.subscribe': answer, 'order.unsubscribe': answer },
    { inTurn: (method: Method) => method },
    reads,
  );
  const caller = { userId: 7, apiKeyId: 'bot', scopes: new Set(['read', 'trade']) };
  const call = { principal: () => caller } as unknown as Call;
  for (const free of ['order.cancel', 'order.subscribe', 'order.unsubscribe']) void methods.get(free)?.(call);
  expect(spent).toEqual([]);
  void methods.get('order.query')?.(call);
  expect(spent).toEqual([caller]);
});

it('who asks without a connection has the queries alone, those of own records within rights and budget', () => {
  const all = declareMethods({
    'clock.query': { access: 'open', summary: 'The time', params, result: z.number() },
    'order.query': { access: 'read', summary: 'Open orders', params, result: z.number() },
    'order.cancel': { access: 'trade', summary: 'Cancel an order', params, result: z.number() },
    'order.subscribe': { access: 'read', summary: 'Push own orders', params, result: z.number() },
  });
  const handlers = { 'clock.query': answer, 'order.query': answer, 'order.cancel': answer, 'order.subscribe': answer };
  const queries = serveQueries(all, handlers, reads);
  expect([...queries.keys()]).toEqual(['clock.query', 'order.query']);
  const callOf = (caller: object) => ({ principal: () => caller }) as unknown as Call<unknown, Asker>;
  const trader = { userId: 8, scopes: new Set(['trade']) };
  expect(() => queries.get('order.query')?.(callOf(trader))).toThrow(new DomainError('insufficient_scope'));
  const reader = { userId: 8, scopes: new Set(['read']) };
  void queries.get('order.query')?.(callOf(reader));
  expect(spent.at(-1)).toBe(reader);
});
