/** Holds what the socket sends against its declarations, so that every test of the socket is a test of them too. */
import assert from 'node:assert/strict';
import { type SocketMethods, type SocketPushes, socketMethods, socketPushes } from '@pelican/shared/contracts';
import type * as z from 'zod/mini';

const methods: SocketMethods = socketMethods;
const pushes: SocketPushes = socketPushes;

/** @throws Error when the server has accepted params that are not declared */
export function checkParams(method: string, params: unknown): void {
  const declared = methods[method as keyof SocketMethods];
  assert(declared, `${method} is not declared`);
  assert(declared.params.safeParse(params).success, `${method} accepts ${JSON.stringify(params)?.slice(0, 500)}`);
}

/** @throws Error when the method is not declared or has answered otherwise */
export function checkResult(method: string, result: unknown): void {
  const declared = methods[method as keyof SocketMethods];
  assert(declared, `${method} is not declared`);
  check(`the answer to ${method}`, declared.result, result);
}

/** @throws Error when the push is not declared or has other params */
export function checkPush(method: string, params: unknown[]): void {
  const declared = pushes[method as keyof SocketPushes];
  assert(declared, `${method} is not declared`);
  check(method, declared.params, params);
}

/** A field that is not declared is one too many. */
function check(what: string, schema: z.ZodMiniType, value: unknown): void {
  const parsed = schema.safeParse(value);
  const text = () => `${what} is not as declared: ${JSON.stringify(value).slice(0, 500)}`;
  assert(parsed.success, `${text()}\n${parsed.error?.message}`);
  assert.deepEqual(parsed.data, value, text());
}
