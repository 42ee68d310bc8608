/** Who may call a route. A guard runs after the body was read, because API keys sign it, and before it is checked. */
import { DomainError } from '@pelican/shared/contracts';
import { type Permission, permissions } from '@pelican/shared/contracts/operations';
import type { FastifyRequest } from 'fastify';
import type { Guard, Guards, Principal, PrivateReadQueue, Scope, UserRateLimit } from '../platform/http/index.ts';
import { createAddressRateLimit, OneEachTurn } from '../platform/http/index.ts';
import type { Authenticator } from './authenticator.ts';
import type { Admit } from './keyring.ts';
import {
  anyOperator,
  operatorSecondFactor,
  ownSession,
  permissionOf,
  type Requirement,
  scopeOf,
  withdrawalsUnlocked,
} from './requirements.ts';
import type { StepUps } from './step-up.ts';

const admitAll: Admit = async (principal) => principal;

/** A working day: an operator signs in once in it, or shows a factor for each call, although sessions last for weeks. */
export const operatorMinutes = 12 * 60;

export interface GuardLimits {
  /** Calls of an address whose declared rate is `identification`. */
  identificationsPerMinute: number;
  /**
   * Of the calls that change something, by the scope that they need: a signed call for which there is no room is refused
   * before its signature is spent. The service that makes the change takes from them.
   */
  changes: Partial<Record<Scope, Pick<UserRateLimit, 'requireRoom'>>>;
  /** Of what users read of their own. */
  reads: Pick<PrivateReadQueue, 'spend'>;
}

export interface GuardDeps extends GuardLimits {
  /** Where operators need no second factor. */
  isDemo(): Promise<boolean>;
}

export function createGuards(authenticator: Authenticator, stepUps: StepUps, deps: GuardDeps): Guards {
  const { identificationsPerMinute, changes, reads, isDemo } = deps;
  const identifications = createAddressRateLimit(identificationsPerMinute / 60, identificationsPerMinute);
  // A crowd that signs in at one moment does not hold up the orders that come in it.
  const identificationTurns = new OneEachTurn();

  async function identify(request: FastifyRequest, admit: Admit, scope?: Scope): Promise<Principal | null> {
    const { authorization } = request.headers;
    if (authorization?.startsWith('Bearer ')) {
      const principal = await authenticator.verifyAccessToken(authorization.slice(7), 'http');
      return admit(principal);
    }
    const key = request.headers['x-api-key'];
    if (typeof key !== 'string') return null;
    return identifyKey(request, key, async (principal) => {
      const admitted = await admit(principal);
      if (scope && request.method !== 'GET') changes[scope]?.requireRoom(principal.userId);
      return admitted;
    });
  }

  function identifyKey(request: FastifyRequest, key: string, admit: Admit): Promise<Principal> {
    const timestamp = request.headers['x-api-timestamp'];
    const signature = request.headers['x-api-signature'];
    const nonce = request.headers['x-api-nonce'];
    if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,15}$/.test(timestamp)) {
      throw new DomainError('invalid_signature');
    }
    if (Array.isArray(nonce)) throw new DomainError('invalid_signature');
    const call = {
      key,
      signature,
      timestampMs: Number(timestamp),
      method: request.method,
      path: request.url,
      body: request.rawBody,
      nonce,
      ip: request.ip,
    };
    return authenticator.verifyApiSignature(call, admit);
  }

  function signedIn(scope: Scope, ...requirements: Requirement[]): Guard {
    const admit: Admit = (principal) => authenticator.require(principal, scopeOf(scope), ...requirements);
    return async (request) => {
      const principal = await identify(request, admit, scope);
      if (!principal) throw new DomainError('unauthorized');
      request.principal = principal;
    };
  }

  async function optional(request: FastifyRequest): Promise<void> {
    try {
      request.principal = await identify(request, admitAll);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }

  function operatorWith(rights: Requirement): Guard {
    const isPermitted = signedIn('read', ownSession, rights);
    return async (request) => {
      await isPermitted(request);
      const operator = request.principal as Principal;
      if (!(await isDemo())) request.principal = await authenticator.require(operator, operatorSecondFactor);
      const action = { purpose: `${request.method} ${request.url}`, content: request.rawBody };
      const proof = request.headers['x-step-up'];
      await stepUps.demandRecentFactor(request.principal as Principal, operatorMinutes, action, proof);
    };
  }

  return {
    open: undefined,
    rates: {
      async identification(request) {
        identifications.take(request.ip);
        await identificationTurns.next();
      },
    },
    spendRows: (caller, rows) => reads.spend(caller, rows),
    optional,
    read: signedIn('read'),
    trade: signedIn('trade'),
    transfer: signedIn('transfer'),
    withdraw: signedIn('withdraw', withdrawalsUnlocked),
    person: signedIn('read', ownSession),
    operator: operatorWith(anyOperator),
    ...(Object.fromEntries(
      permissions.map((permission) => [`operator:${permission}`, operatorWith(permissionOf(permission))]),
    ) as Record<`operator:${Permission}`, Guard>),
  };
}
