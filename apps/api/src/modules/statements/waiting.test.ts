import { paymentStatus } from '@pelican/shared/contracts/payments';
import { expect, test } from 'vitest';
import type { FullRecord } from './history.ts';
import { type WaitFacts, waitOf } from './waiting.ts';

const now = 1_000_000;
const later = now + 600;
const network = {
  makesBlocks: true,
  blockSeconds: 15,
  height: 7,
  askedAt: now - 1,
  blockAt: now - 14,
  payoutsStopped: false,
};
const way = {
  methodId: 1,
  action: 'withdraw',
  enabled: true,
  reason: '',
  expectedAt: null,
  network,
  last: undefined,
} as const;
const facts: WaitFacts = { way, payoutProblem: null, endsAt: null, usableAt: null };
const record = {
  kind: 'withdrawal',
  status: paymentStatus.inProcess,
  methodKind: 'crypto',
  lockedUntil: null,
} as FullRecord;
const closed = { ...way, enabled: false, reason: 'An upgrade', expectedAt: later };

test.each([
  ['what goes its usual way', {}, {}, null],
  ['a closed way', {}, { way: closed }, { why: 'closed', until: later, text: 'An upgrade' }],
  ['a locked account before a closed way', { lockedUntil: later }, { way: closed }, { why: 'locked', until: later }],
  ['a lock that is over', { lockedUntil: now - 1 }, {}, null],
  ['an empty hot wallet', {}, { payoutProblem: 'no_funds' }, { why: 'funds' }],
  ['what waits for operators', {}, { payoutProblem: 'above_limit' }, { why: 'operator' }],
  [
    'a network that nobody reads',
    {},
    { way: { ...way, network: { ...network, askedAt: now - 600 } } },
    { why: 'unread' },
  ],
  [
    'stopped payouts',
    {},
    { way: { ...way, network: { ...network, payoutsStopped: true } } },
    { why: 'payouts_stopped' },
  ],
  ['a confirmation', { status: 5 }, { endsAt: later }, { why: 'code', until: later }],
  [
    'a new address of an allow-list',
    { status: 5 },
    { endsAt: later, usableAt: later + 1 },
    { why: 'address', until: later + 1 },
  ],
  ['a review', { status: 6 }, {}, { why: 'review' }],
  ['a sent one on a closed way', { status: 14 }, { way: closed }, null],
  ['one that has ended', { status: 3 }, { way: closed }, null],
  ['a frozen deposit', { kind: 'deposit', status: 1 }, { way: closed }, { why: 'closed', until: later }],
  [
    'a payment at a provider',
    { kind: 'deposit', status: 2, methodKind: 'provider' },
    { endsAt: later },
    { why: 'payer', until: later },
  ],
] as const)('%s', (_, changed, given, expected) => {
  const found = waitOf({ ...record, ...changed } as FullRecord, { ...facts, ...given } as WaitFacts, now);
  if (expected === null) expect(found).toBeNull();
  else expect(found).toMatchObject(expected);
});
