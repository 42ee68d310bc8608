import { declareMethods } from '@pelican/shared/contracts/socket.ts';
import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { serveMethods } from './serve-methods.ts';

const params = z.array(z.unknown());
const declared = declareMethods({
  'clock.query': { access: 'open', summary: 'The time', params, result: z.number() },
});
const sessions = { private: () => () => undefined };
const answer = () => undefined;

it('a declared call needs a handler, and a handler a declaration', () => {
  expect([...serveMethods(declared, { 'clock.query': answer }, sessions).keys()]).toEqual(['clock.query']);
  expect(() => serveMethods(declared, {}, sessions)).toThrow('clock.query is declared and has no handler');
  const both = { 'clock.query': answer, 'clock.set': answer };
  expect(() => serveMethods(declared, both, sessions)).toThrow('not declared: clock.set');
});
