/**
 * The declared calls of the socket with their handlers, each behind what its access demands; queries of own
 * records cost something of the budget of the caller's credentials.
 */
import { DomainError, type SocketAccess, type SocketMethods } from '@pelican/shared/contracts';
import { type Principal, type PrivateReadQueue, queryRows } from '../../../platform/http/index.ts';
import type { SocketSessions } from '../system/sessions.ts';
import type { Asker, Method, Methods, Query, QueryName } from './call.ts';

/** These read nothing: they change what a connection is sent. */
const isSubscription = /\.(un)?subscribe$/;

/** @throws Error when a declared call has no handler, or a handler is not declared: a fault of the program */
export function serveMethods(
  declared: SocketMethods,
  handlers: Methods,
  sessions: Pick<SocketSessions, 'inTurn'>,
  reads: Pick<PrivateReadQueue, 'spend'>,
): ReadonlyMap<string, Method> {
  const unknown = Object.keys(handlers).filter((name) => !Object.hasOwn(declared, name));
  if (unknown.length > 0) throw new Error(`not declared: ${unknown.join(', ')}`);
  const served = Object.entries(declared).map(([name, { access }]): [string, Method] => {
    const handler = handlers[name];
    if (!handler) throw new Error(`${name} is declared and has no handler`);
    const pay = (caller: Principal) => {
      if (access === 'read' && !isSubscription.test(name)) reads.spend(caller, queryRows);
    };
    return [name, access === 'open' ? handler : sessions.inTurn(withScope(access, pay, handler))];
  });
  return new Map(served);
}

const isQuery = (name: string): name is QueryName => name.endsWith('.query');

/** The queries among them, for who asks without a connection: each has the rights that it comes with. */
export function serveQueries(
  declared: SocketMethods,
  handlers: Methods,
  reads: Pick<PrivateReadQueue, 'spend'>,
): ReadonlyMap<string, Query> {
  const pay = (caller: Principal) => reads.spend(caller, queryRows);
  const served = Object.keys(declared)
    .filter(isQuery)
    .map((name): [string, Query] => {
      const [handler, access] = [handlers[name], declared[name]?.access ?? 'open'];
      if (!handler) throw new Error(`${name} is declared and has no handler`);
      return [name, access === 'open' ? handler : withScope(access, pay, handler)];
    });
  return new Map(served);
}

function withScope<From extends Asker>(
  scope: Exclude<SocketAccess, 'open'>,
  pay: (caller: Principal) => void,
  handler: Method<unknown, From>,
): Method<unknown, From> {
  return (call) => {
    const principal = call.principal();
    if (!principal.scopes.has(scope)) throw new DomainError('insufficient_scope');
    pay(principal);
    return handler(call);
  };
}
