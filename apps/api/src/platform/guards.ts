/** Who may call a route. A guard runs after the body was read, because API keys sign it, and before it is checked. */
import type { Access } from '@pelican/shared/contracts/endpoint.ts';
import { DomainError } from '@pelican/shared/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../modules/auth/index.ts';
import type { Principal, Scope } from './principal.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by a guard. */
    principal: Principal | null;
  }
}

export type Guard = (request: FastifyRequest) => Promise<void>;

export interface Guards {
  /** Only who is signed in, or signs with a key of that scope. @throws DomainError unauthorized, insufficient_scope ... */
  signedIn(scope: Scope): Guard;
  /** Only a person with a session; API keys may not. */
  person: Guard;
  /** Anybody; the principal is set when the caller shows who it is, and a token that has ended counts as none. */
  anybody: Guard;
  /** The guard of a declared access; undefined where anybody may call and nobody need be known. */
  of(access: Access): Guard | undefined;
}

export function createGuards(authenticator: Authenticator): Guards {
  async function identify(request: FastifyRequest): Promise<Principal | null> {
    const { authorization } = request.headers;
    if (authorization?.startsWith('Bearer ')) return authenticator.verifyAccessToken(authorization.slice(7), 'http');
    const key = request.headers['x-api-key'];
    return typeof key === 'string' ? identifyKey(request, key) : null;
  }

  function identifyKey(request: FastifyRequest, key: string): Promise<Principal> {
    const timestamp = request.headers['x-api-timestamp'];
    const signature = request.headers['x-api-signature'];
    if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,15}$/.test(timestamp)) {
      throw new DomainError('invalid_signature');
    }
    return authenticator.verifyApiSignature({
      key,
      signature,
      timestampMs: Number(timestamp),
      method: request.method,
      path: request.url,
      body: request.rawBody,
      ip: request.ip,
    });
  }

  function signedIn(scope: Scope): Guard {
    return async (request) => {
      const principal = await identify(request);
      if (!principal) throw new DomainError('unauthorized');
      if (!principal.scopes.has(scope)) throw new DomainError('insufficient_scope');
      request.principal = principal;
    };
  }

  async function person(request: FastifyRequest): Promise<void> {
    await signedIn('read')(request);
    if (!principalOf(request).sessionId) throw new DomainError('insufficient_scope');
  }

  async function operator(request: FastifyRequest): Promise<void> {
    await person(request);
    if (principalOf(request).role !== 'operator') throw new DomainError('forbidden');
  }

  async function anybody(request: FastifyRequest): Promise<void> {
    try {
      request.principal = await identify(request);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  const byAccess: Record<Access, Guard | undefined> = {
    open: undefined,
    optional: anybody,
    read: signedIn('read'),
    trade: signedIn('trade'),
    transfer: signedIn('transfer'),
    person,
    operator,
  };

  return { signedIn, person, anybody, of: (access) => byAccess[access] };
}

/** The caller of a guarded route. */
export function principalOf(request: FastifyRequest): Principal {
  if (!request.principal) throw new Error(`${request.routeOptions.url} has no guard that names the caller`);
  return request.principal;
}
