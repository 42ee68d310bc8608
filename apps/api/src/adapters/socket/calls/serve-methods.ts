/** The declared calls of the socket with their handlers, each behind what its access demands; reads cost something of the user's budget. */
import type { SocketAccess, SocketMethods } from '@pelican/shared/contracts/socket.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import { queryRows, type ReadQueue } from '../../../platform/http/index.ts';
import type { SocketSessions } from '../system/sessions.ts';
import type { Method, Methods } from './call.ts';

/** @throws Error when a declared call has no handler, or a handler is not declared: a fault of the program */
export function serveMethods(
  declared: SocketMethods,
  handlers: Methods,
  sessions: Pick<SocketSessions, 'inTurn'>,
  reads: Pick<ReadQueue<number>, 'spend'>,
): ReadonlyMap<string, Method> {
  const unknown = Object.keys(handlers).filter((name) => !Object.hasOwn(declared, name));
  if (unknown.length > 0) throw new Error(`not declared: ${unknown.join(', ')}`);
  const served = Object.entries(declared).map(([name, { access }]): [string, Method] => {
    const handler = handlers[name];
    if (!handler) throw new Error(`${name} is declared and has no handler`);
    return [name, access === 'open' ? handler : sessions.inTurn(withScope(access, handler, reads))];
  });
  return new Map(served);
}

function withScope(
  scope: Exclude<SocketAccess, 'open'>,
  handler: Method,
  reads: Pick<ReadQueue<number>, 'spend'>,
): Method {
  return (call) => {
    const { scopes, userId } = call.principal();
    if (!scopes.has(scope)) throw new DomainError('insufficient_scope');
    if (scope === 'read') reads.spend(userId, queryRows);
    return handler(call);
  };
}
