/** server.*: the clock, the ping and signing in. */

import { DomainError } from '@pelican/shared/contracts';
import type { serverMethods as declared } from '@pelican/shared/contracts/system';
import { type Authenticator, keyOfSocketToken } from '../../../identity/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import type { Call, MethodsOf } from '../calls/call.ts';
import { invalid, readInteger, readText, requireCount } from '../calls/params.ts';
import { isRefusal, type SocketSessions } from './sessions.ts';

const authTimeoutMs = 5_000;
const sourceLengthMax = 31;

type Recall = () => Promise<Principal>;

export interface ServerMethodsDeps {
  authenticator: Pick<Authenticator, 'verifyAccessToken' | 'verifySocketToken' | 'verifyApiSignature' | 'recallApiKey'>;
  sessions: Pick<SocketSessions, 'signIn'>;
}

export function serverMethods(deps: ServerMethodsDeps): MethodsOf<typeof declared> {
  const { authenticator, sessions } = deps;

  /** Attempts of one connection run one after the other, so that the last one wins. */
  async function authorise(call: Call, recall: Recall, verify?: () => Promise<void>): Promise<void> {
    const { connection } = call;
    const attempt = connection.authorising.then(() => withTimeout(verify ? verify().then(recall) : recall()));
    connection.authorising = attempt.catch(() => undefined);
    let principal: Principal;
    try {
      principal = await attempt;
    } catch (error) {
      throw authError(error);
    }
    if (!connection.isOpen) return;
    sessions.signIn(connection, principal, recall);
    call.success();
  }

  return {
    'server.ping': (call) => call.answer('pong'),
    'server.time': (call) => call.answer(Math.floor(Date.now() / 1000)),
    'server.auth': (call) => {
      requireCount(call.params, 1, '[token, source]');
      const token = readText(call.params[0], 'token', 8_192);
      if (call.params[1] !== undefined) readText(call.params[1], 'source', sourceLengthMax);
      const { ip } = call.connection;
      return authorise(call, () =>
        keyOfSocketToken(token) === undefined
          ? authenticator.verifyAccessToken(token, 'socket')
          : authenticator.verifySocketToken(token, ip),
      );
    },
    'server.sign': (call) => {
      requireCount(call.params, 3, '[access_id, signature, tonce]');
      const key = readText(call.params[0], 'access_id', 128);
      const signature = readText(call.params[1], 'signature', 256);
      const tonce = readInteger(call.params[2], 'tonce', 0, Number.MAX_SAFE_INTEGER);
      if (key === '') throw invalid('access_id is empty');
      const signed = { timestampMs: tonce, method: 'GET', path: '/socket', body: '' };
      const { ip } = call.connection;
      const recall = () => authenticator.recallApiKey(key, ip);
      return authorise(call, recall, async () => {
        await authenticator.verifyApiSignature({ key, signature, ip, ...signed }, async (one) => one);
      });
    },
  };
}

function authError(error: unknown): unknown {
  if (!isRefusal(error)) return error;
  return new DomainError('invalid_token', { message: error.message });
}

function withTimeout(verified: Promise<Principal>): Promise<Principal> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DomainError('outcome_unknown', { message: 'service timeout' })),
      authTimeoutMs,
    );
    verified.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
