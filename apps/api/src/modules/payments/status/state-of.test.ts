import { expect, test } from 'vitest';
import { stateOf } from './state-of.ts';

const now = 1_000_000;
const network = {
  makesBlocks: true,
  blockSeconds: 15,
  height: 7,
  askedAt: now - 1,
  blockAt: now - 14,
  payoutsStopped: false,
};
const way = { enabled: true, action: 'withdraw', network } as const;

test.each([
  ['all is well', {}, 'open', null],
  ['a method without a network', { network: undefined }, 'open', null],
  ['closed by operators, whatever the network does', { enabled: false }, 'suspended', 'operator'],
  ['never read', { network: { ...network, askedAt: null, height: null, blockAt: null } }, 'delayed', 'unread'],
  ['not read for two minutes', { network: { ...network, askedAt: now - 121 } }, 'delayed', 'unread'],
  ['no block for five minutes', { network: { ...network, blockAt: now - 301 } }, 'delayed', 'still'],
  [
    'a network without anything to put into blocks',
    { network: { ...network, makesBlocks: false, blockAt: now - 301 } },
    'open',
    null,
  ],
  [
    'blocks that come each ten minutes',
    { network: { ...network, blockSeconds: 600, blockAt: now - 3_600 } },
    'open',
    null,
  ],
  ['stopped payouts', { network: { ...network, payoutsStopped: true } }, 'delayed', 'payouts_stopped'],
  ['stopped payouts, for deposits', { action: 'deposit', network: { ...network, payoutsStopped: true } }, 'open', null],
] as const)('%s', (_, changed, state, cause) => {
  expect(stateOf({ ...way, ...changed }, now)).toEqual({ state, cause });
});
