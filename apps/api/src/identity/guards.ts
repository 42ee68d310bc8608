/** Who may call a route. A guard runs after the body was read, because API keys sign it, and before it is checked. */
import { DomainError } from '@pelican/shared/errors.ts';
import type { FastifyRequest } from 'fastify';
import type { Guard, Guards, Principal, Scope } from '../platform/http/index.ts';
import type { Authenticator } from './authenticator.ts';
import { operatorRole, ownSession, type Requirement, scopeOf, signedInWithin } from './requirements.ts';

/** A working day: an operator signs in once in it, although sessions last for weeks. */
const operatorHours = 12;

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
    const nonce = request.headers['x-api-nonce'];
    if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,15}$/.test(timestamp)) {
      throw new DomainError('invalid_signature');
    }
    if (Array.isArray(nonce)) throw new DomainError('invalid_signature');
    return authenticator.verifyApiSignature({
      key,
      signature,
      timestampMs: Number(timestamp),
      method: request.method,
      path: request.url,
      body: request.rawBody,
      nonce,
      ip: request.ip,
    });
  }

  function signedIn(scope: Scope, ...requirements: Requirement[]): Guard {
    return async (request) => {
      const principal = await identify(request);
      if (!principal) throw new DomainError('unauthorized');
      await authenticator.require(principal, scopeOf(scope), ...requirements);
      request.principal = principal;
    };
  }

  async function optional(request: FastifyRequest): Promise<void> {
    try {
      request.principal = await identify(request);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  return {
    open: undefined,
    optional,
    read: signedIn('read'),
    trade: signedIn('trade'),
    transfer: signedIn('transfer'),
    person: signedIn('read', ownSession),
    operator: signedIn('read', ownSession, operatorRole, signedInWithin(operatorHours)),
  };
}
