/** The kinds of access to a route, and the guard of each. A guard runs after the body was read, because API keys sign it, and before it is checked. */
import type { Access, LimitedRate } from '@pelican/shared/contracts';
import type { FastifyRequest } from 'fastify';
import type { Principal } from './principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a guard. */
    principal: Principal | null;
  }
}

export type Guard = (request: FastifyRequest) => Promise<void>;

/**
 * By the access that a call declares. `optional` sets the principal when the credentials are valid and lets everybody in;
 * `open` has no guard. @throws DomainError unauthorized, insufficient_scope, forbidden and those of the authenticator
 */
export type Guards = Record<Exclude<Access, 'open'>, Guard> & {
  open: undefined;
  /** By the rate that a call declares; asked before the body is read. @throws DomainError too_many_requests */
  rates: Record<LimitedRate, Guard>;
  /** Takes a read of so many rows from the budget of the caller's credentials. @throws DomainError too_many_requests */
  spendRows(caller: Principal, rows: number): void;
};

/** The caller of a guarded route. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error(`${request.routeOptions.url} has no guard that names the caller`);
  return request.principal;
}
