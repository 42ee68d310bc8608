/**
 * Who each connection is signed in as. The rights of a connection follow the account: they are recalled on every private
 * call, checked again on every announced change of the user, and compared with Postgres every few seconds, which finds
 * what was announced while Redis was away or while the connection was signing in.
 */
import { DomainError, type ErrorCode } from '@pelican/shared/contracts';
import type { Logger } from 'pino';
import type { AccountChange, Authenticator } from '../../../identity/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import type { Method } from '../calls/call.ts';
import type { Connection } from '../connection/connection.ts';
import { notification } from '../connection/envelope.ts';
import type { UserFeeds } from '../user-feeds.ts';

const sweepMs = 5_000;
const longestTimerMs = 2 ** 31 - 1;

/** Refusals that say nothing about the caller: the same may be asked again. */
const temporary = new Set<ErrorCode>(['internal_error', 'service_unavailable', 'outcome_unknown', 'too_many_requests']);

/** Whether the error is a refusal for good, and neither a fault nor a matter of the moment. */
export function isRefusal(error: unknown): error is DomainError {
  return error instanceof DomainError && !temporary.has(error.code);
}

export interface SocketSessionsDeps {
  authenticator: Pick<Authenticator, 'onAccountChange' | 'findEnded'>;
  userFeeds: UserFeeds;
  log: Pick<Logger, 'error'>;
}

export class SocketSessions {
  private readonly deps: SocketSessionsDeps;
  private readonly signedIn = new Map<number, Set<Connection>>();
  private readonly sweepTimer: NodeJS.Timeout;
  private readonly stopListening: () => void;
  private isSweeping = false;

  constructor(deps: SocketSessionsDeps) {
    this.deps = deps;
    this.stopListening = deps.authenticator.onAccountChange((change) => this.onAccountChange(change));
    this.sweepTimer = setInterval(() => void this.sweep(), sweepMs);
  }

  close(): void {
    this.stopListening();
    clearInterval(this.sweepTimer);
  }

  /** Private subscriptions of another user, or that the new credentials may not have, end before the answer is sent. */
  signIn(connection: Connection, principal: Principal, recall: () => Promise<Principal>): void {
    const isSameReader = connection.principal?.userId === principal.userId && principal.scopes.has('read');
    if (isSameReader) clearTimeout(connection.authTimer);
    else this.leave(connection);
    connection.principal = principal;
    connection.recall = recall;
    this.deps.userFeeds.update(connection);
    const connections = this.signedIn.get(principal.userId);
    if (connections) connections.add(connection);
    else this.signedIn.set(principal.userId, new Set([connection]));
    if (principal.expiresAtMs === undefined) return;
    const remainingMs = Math.min(Math.max(0, principal.expiresAtMs - Date.now()), longestTimerMs);
    connection.authTimer = setTimeout(() => this.signOut(connection, 'expired'), remainingMs);
  }

  /** Ends the sign-in; the connection stays, for the public streams and for a new server.auth. */
  signOut(connection: Connection, reason: string): void {
    if (!connection.principal) return;
    this.leave(connection);
    connection.send(notification('server.deauthed', [reason]));
  }

  /** Removes the connection's principal and its private subscriptions. */
  leave(connection: Connection): void {
    const { principal } = connection;
    if (!principal) return;
    clearTimeout(connection.authTimer);
    this.deps.userFeeds.leave(connection);
    connection.subscriptions.dropAll();
    const connections = this.signedIn.get(principal.userId);
    connections?.delete(connection);
    if (connections?.size === 0) this.signedIn.delete(principal.userId);
    connection.principal = undefined;
    connection.recall = undefined;
  }

  /**
   * A method of signed-in callers: each call runs with the rights that the caller has at that moment, and the calls of a
   * connection begin in the order in which they came.
   */
  inTurn(method: Method): Method {
    return async (call) => {
      await this.takeTurn(call.connection);
      return method(call);
    };
  }

  /** Reads the rights at once, and waits for the calls that came before. @throws as `updateRights` */
  private takeTurn(connection: Connection): Promise<void> {
    const { recall } = connection;
    if (!recall) throw requireAuthentication();
    const rights = recall();
    // A failure is reported when the turn has come.
    rights.catch(() => undefined);
    const turn = connection.turn.then(() => this.updateRights(connection, recall, rights));
    connection.turn = turn.catch(() => undefined);
    return turn;
  }

  /** Gives the connection the rights. @throws DomainError unauthorized after the connection was signed out */
  private async updateRights(
    connection: Connection,
    recall: () => Promise<Principal>,
    rights: Promise<Principal>,
    reason = 'ended',
  ): Promise<void> {
    try {
      const principal = await rights;
      if (connection.recall === recall) connection.principal = principal;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      if (connection.recall === recall) this.signOut(connection, reason);
    }
    // Signed in as another meanwhile: the call was meant for the one before.
    if (connection.recall !== recall) throw requireAuthentication();
  }

  private onAccountChange(change: AccountChange): void {
    for (const connection of this.signedIn.get(change.userId) ?? []) {
      const { principal, recall } = connection;
      if (!principal || !recall) continue;
      if (change.kind === 'user') {
        // Without an answer from Postgres the connection may not keep its rights either.
        this.updateRights(connection, recall, recall(), change.reason).catch(() => {
          if (connection.recall === recall) this.signOut(connection, change.reason);
        });
      } else if (change.id === (change.kind === 'session' ? principal.sessionId : principal.apiKeyId)) {
        this.signOut(connection, change.reason);
      }
    }
  }

  private async sweep(): Promise<void> {
    if (this.isSweeping || this.signedIn.size === 0) return;
    this.isSweeping = true;
    try {
      const checked = [...this.signedIn.values()].flatMap((connections) =>
        [...connections].flatMap((connection) => {
          const { principal, recall } = connection;
          return principal ? { connection, principal, recall } : [];
        }),
      );
      const ended = new Set(await this.deps.authenticator.findEnded(checked.map(({ principal }) => principal)));
      for (const { connection, principal, recall } of checked) {
        if (ended.has(principal) && connection.recall === recall) this.signOut(connection, 'ended');
      }
    } catch (error) {
      this.deps.log.error({ err: error }, 'the sessions of open sockets could not be checked');
    } finally {
      this.isSweeping = false;
    }
  }
}

function requireAuthentication(): DomainError {
  return new DomainError('unauthorized', { message: 'require authentication' });
}
