import { PassThrough } from 'node:stream';
import { DomainError } from '@pelican/shared/contracts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Principal } from '../../../platform/http/index.ts';
import { Call } from '../calls/call.ts';
import { Backlog } from '../connection/backlog.ts';
import { Connection } from '../connection/connection.ts';
import { readSocketLimits } from '../connection/limits.ts';
import { FlushSchedule } from '../connection/outbound.ts';
import { UserFeeds } from '../user-feeds.ts';
import { SocketSessions } from './sessions.ts';

const trader: Principal = {
  userId: 1,
  sessionId: 'laptop',
  scopes: new Set(['read', 'trade']),
  countries: [],
  kycApproved: true,
  futuresQuizPassed: false,
  secondFactor: false,
  byCookie: false,
};

let sessions: SocketSessions;
beforeEach(() => {
  sessions = new SocketSessions({
    authenticator: { onAccountChange: () => () => undefined, findEnded: async () => [] },
    userFeeds: new UserFeeds([]),
    log: { error: () => undefined },
  });
});
afterEach(() => sessions.close());

/** A connection whose rights are answered by hand, read by read, and the calls that have begun. */
function setUp() {
  // Nothing is sent or received over it.
  const webSocket: WebSocket = Object.create(WebSocket.prototype);
  const limits = readSocketLimits({});
  const shared = { limits, schedule: new FlushSchedule(), backlog: new Backlog(limits), nowMs: 0 };
  const connection = new Connection(webSocket, new PassThrough(), '127.0.0.1', shared);
  const reads: PromiseWithResolvers<Principal>[] = [];
  sessions.signIn(connection, trader, () => {
    const read = Promise.withResolvers<Principal>();
    reads.push(read);
    return read.promise;
  });
  const begun: [unknown, boolean][] = [];
  const run = sessions.inTurn((call) => void begun.push([call.params[0], call.principal().kycApproved]));
  const call = (name: string) => Promise.resolve(run(new Call(connection, [name], '1')));
  return { reads, begun, call };
}

test('the calls of a connection begin in their order, each with its own rights, whichever rights are read first', async () => {
  const { reads, begun, call } = setUp();
  const calls = [call('cancel_all'), call('put_limit')];
  reads[1]?.resolve({ ...trader, kycApproved: false });
  await reads[1]?.promise;
  reads[0]?.resolve(trader);
  await Promise.all(calls);
  expect(begun).toEqual([
    ['cancel_all', true],
    ['put_limit', false],
  ]);
});

test('a call whose rights cannot be read is refused in its turn, and the next one goes on', async () => {
  const { reads, begun, call } = setUp();
  const calls = ['first', 'failing', 'last'].map(call);
  reads[1]?.reject(new Error('connection refused'));
  reads[2]?.resolve(trader);
  await reads[2]?.promise;
  expect(begun).toEqual([]);
  reads[0]?.resolve(trader);
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(begun.map(([name]) => name)).toEqual(['first', 'last']);
});

test('a caller who is refused for the moment stays signed in', async () => {
  const { reads, begun, call } = setUp();
  const calls = [call('early'), call('later')];
  reads[0]?.reject(new DomainError('too_many_requests'));
  reads[1]?.resolve(trader);
  const outcomes = await Promise.allSettled(calls);
  expect(outcomes[0]).toMatchObject({ reason: { code: 'too_many_requests' } });
  expect(begun.map(([name]) => name)).toEqual(['later']);
});

test('a refusal signs out, and no call that waits behind it begins', async () => {
  const { reads, begun, call } = setUp();
  const calls = [call('refused'), call('behind')];
  reads[1]?.resolve(trader);
  reads[0]?.reject(new DomainError('invalid_token'));
  const outcomes = await Promise.allSettled(calls);
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'unauthorized' } });
  expect(begun).toEqual([]);
});
