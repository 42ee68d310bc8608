import { webcrypto } from 'node:crypto';
import { formatBigUnits } from '@pelican/shared/money';
import { findLeafFault, proofScale } from '@pelican/shared/reserves';
import { expect, test } from 'vitest';
import { accountName, buildTree, nonceOf, pathOf } from './tree.ts';

const seed = { seed: Buffer.alloc(32, 7), assetId: 3, ticker: 'BTC' };
const digest = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.subtle.digest('SHA-256', bytes);
const { signal } = new AbortController();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const text = (sum: bigint) => formatBigUnits(sum, proofScale);
const holdersOf = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ userId: at + 1, amount: BigInt(at) * 10n ** 17n + 1n }));

test.each([1, 3, 700])(
  'each of %i accounts finds its amount in the total, by what is kept of the tree',
  async (count) => {
    const holders = holdersOf(count);
    const { root, depth, nodes, leaves } = await buildTree(seed, holders, signal);
    expect(root.sum).toBe(holders.reduce((sum, { amount }) => sum + amount, 0n));
    expect(2 ** depth).toBeGreaterThanOrEqual(Math.max(1_024, 2 * count));
    expect(leaves.map(({ userId }) => userId).sort((a, b) => a - b)).toEqual(holders.map(({ userId }) => userId));
    const row = new Map(leaves.map(({ position, hash, amount }) => [position, { hash, sum: amount }]));
    for (const { userId, amount, position } of leaves.slice(0, 20)) {
      const leaf = {
        account: accountName(userId),
        ticker: 'BTC',
        amount: text(amount),
        nonce: hex(nonceOf(seed, position)),
        position,
        path: pathOf(seed, position, { nodes, row }).map(({ hash, sum }) => ({ hash: hex(hash), sum: text(sum) })),
      };
      const tree = { root: hex(root.hash), total: text(root.sum), depth };
      expect(await findLeafFault(leaf, tree, digest)).toBeNull();
    }
  },
);

test('accounts lie at other places in each tree, and the same balance has another hash', async () => {
  const [first, second] = await Promise.all([1, 2].map(() => buildTree(seed, holdersOf(50), signal)));
  const places = (tree: typeof first) => tree?.leaves.map(({ position }) => position);
  expect(places(first)).not.toEqual(places(second));
  const [{ hash: one } = {}, { hash: other } = {}] = (
    await buildTree(
      seed,
      [5n, 5n].map((amount) => ({ userId: 9, amount })),
      signal,
    )
  ).leaves;
  expect(hex(one as Uint8Array)).not.toBe(hex(other as Uint8Array));
});

test('it stops when its job does', async () => {
  const stopping = new AbortController();
  const built = buildTree(seed, holdersOf(20_000), stopping.signal);
  stopping.abort(new Error('stopped'));
  await expect(built).rejects.toThrow('stopped');
});
