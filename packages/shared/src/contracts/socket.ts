/**
 * Declarations of the socket's calls and pushes, as endpoint.ts has those of HTTP. Params and pushes are lists by position.
 * The server's handlers and the client's calls are typed by them; the tests hold every answer and push against them.
 */
import * as z from 'zod/mini';

/** `open`: anybody. `read`: a signed-in caller whose credentials may read. `trade`: one who may place orders. */
export type SocketAccess = 'open' | 'read' | 'trade';

type List = z.ZodMiniType<unknown[], unknown[]>;

export interface SocketMethod {
  access: SocketAccess;
  summary: string;
  params: List;
  result: z.ZodMiniType;
}

/** `depth.query` */
export type MethodName = `${string}.${string}`;
export type SocketMethods = Record<MethodName, SocketMethod>;

/** A push that the server sends without being asked again. */
export interface SocketPush {
  summary: string;
  params: List;
}

export type SocketPushes = Record<MethodName, SocketPush>;

/** What a declaration begins with, by who may call it. */
export const open = { access: 'open' } as const;
export const read = { access: 'read' } as const;
export const trade = { access: 'trade' } as const;

/** Params that are ignored, as the protocol's family does. */
export const anyParams = z.array(z.unknown());
/** The answer of a call that has nothing to say. */
export const success = z.object({ status: z.literal('success') });

/** Keeps the exact type of a table. */
export function declareMethods<const Table extends SocketMethods>(table: Table): Table {
  return table;
}

/** Keeps the exact type of a table. */
export function declarePushes<const Table extends SocketPushes>(table: Table): Table {
  return table;
}

/** `depth.query` as `depth_swap.query`: what the perpetual markets have under the names of spot. */
export type Suffixed<Table, Suffix extends string> = {
  [Name in keyof Table as Name extends `${infer Kind}.${infer Verb}` ? `${Kind}${Suffix}.${Verb}` : never]: Table[Name];
};

export function withSuffix<Table extends object, const Suffix extends string>(
  table: Table,
  suffix: Suffix,
): Suffixed<Table, Suffix> {
  const entries = Object.entries(table).map(([name, value]) => [name.replace('.', `${suffix}.`), value]);
  return Object.fromEntries(entries) as Suffixed<Table, Suffix>;
}

export type ParamsOf<Method extends SocketMethod> = z.input<Method['params']>;
export type ResultOf<Method extends SocketMethod> = z.output<Method['result']>;
export type PushOf<Push extends SocketPush> = z.output<Push['params']>;
