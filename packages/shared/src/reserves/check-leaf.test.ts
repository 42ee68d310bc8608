import { createHash, webcrypto } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatBigUnits } from '../money/index.ts';
import { findLeafFault, type ProvenLeaf, type PublishedTree } from './check-leaf.ts';
import { leafBytes, nodeBytes, proofScale, type SumNode } from './nodes.ts';

const digest = (bytes: Uint8Array<ArrayBuffer>) => webcrypto.subtle.digest('SHA-256', bytes);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const text = (sum: bigint) => formatBigUnits(sum, proofScale);

/** Another way to the same tree: all of it, from the leaves up. */
function proveAll(sums: readonly bigint[]): { leaves: ProvenLeaf[]; tree: PublishedTree } {
  const nonces = sums.map((_, at) => sha256(Buffer.from([at])));
  let layer: SumNode[] = sums.map((sum, at) => ({
    hash: sha256(leafBytes({ nonce: nonces[at] as Buffer, account: `${at}`, ticker: 'BTC', sum })),
    sum,
  }));
  const paths: { hash: string; sum: string }[][] = sums.map(() => []);
  let level = 0;
  for (; layer.length > 1; level++) {
    for (const [at, path] of paths.entries()) {
      const sibling = layer[(at >> level) ^ 1] as SumNode;
      path.push({ hash: hex(sibling.hash), sum: text(sibling.sum) });
    }
    layer = Array.from({ length: layer.length / 2 }, (_, at) => {
      const [left, right] = [layer[2 * at] as SumNode, layer[2 * at + 1] as SumNode];
      return { hash: sha256(nodeBytes(left, right)), sum: left.sum + right.sum };
    });
  }
  const [root] = layer as [SumNode];
  return {
    tree: { root: hex(root.hash), total: text(root.sum), depth: level },
    leaves: sums.map((sum, at) => ({
      account: `${at}`,
      ticker: 'BTC',
      amount: text(sum),
      nonce: hex(nonces[at] as Buffer),
      position: at,
      path: paths[at] as { hash: string; sum: string }[],
    })),
  };
}

const sums = fc
  .integer({ min: 1, max: 4 })
  .chain((depth) =>
    fc.array(fc.bigInt({ min: 0n, max: 10n ** 36n }), { minLength: 2 ** depth, maxLength: 2 ** depth }),
  );
const proven = fc.tuple(sums, fc.nat()).map(([all, pick]) => {
  const { leaves, tree } = proveAll(all);
  return { leaf: leaves[pick % leaves.length] as ProvenLeaf, tree };
});

test('each leaf of a tree is counted in its total', async () => {
  await fc.assert(
    fc.asyncProperty(sums, async (all) => {
      const { leaves, tree } = proveAll(all);
      expect(tree.total).toBe(text(all.reduce((sum, one) => sum + one, 0n)));
      for (const leaf of leaves) expect(await findLeafFault(leaf, tree, digest)).toBeNull();
    }),
    { numRuns: 40 },
  );
});

test('another balance, account, asset, nonce, place or total does not agree', async () => {
  await fc.assert(
    fc.asyncProperty(proven, fc.bigInt({ min: 1n, max: 10n ** 30n }), async ({ leaf, tree }, more) => {
      const amount = text(BigInt(leaf.amount.replace('.', '')) + more);
      const faults = [
        { ...leaf, amount: amount === leaf.amount ? '1' : amount },
        { ...leaf, account: `${leaf.account}0` },
        { ...leaf, ticker: 'ETH' },
        { ...leaf, nonce: hex(sha256(Buffer.from(leaf.nonce))) },
        { ...leaf, position: leaf.position ^ 1 },
      ];
      for (const wrong of faults) expect(await findLeafFault(wrong, tree, digest)).toBe('other_root');
      expect(await findLeafFault(leaf, { ...tree, total: `${tree.total}1` }, digest)).toBe('other_total');
      expect(await findLeafFault(leaf, { ...tree, root: '0'.repeat(64) }, digest)).toBe('other_root');
    }),
    { numRuns: 40 },
  );
});

test('another sum or hash of a sibling, a swapped sibling and a shorter path do not agree', async () => {
  await fc.assert(
    fc.asyncProperty(proven, fc.nat(), async ({ leaf, tree }, pick) => {
      const at = pick % tree.depth;
      const change = (change: (one: { hash: string; sum: string }) => { hash: string; sum: string }) => ({
        ...leaf,
        path: leaf.path.map((one, level) => (level === at ? change(one) : one)),
      });
      expect(
        await findLeafFault(
          change((one) => ({ ...one, sum: `${one.sum}7` })),
          tree,
          digest,
        ),
      ).toMatch(/^other_|mal/);
      expect(
        await findLeafFault(
          change((one) => ({ ...one, hash: leaf.nonce })),
          tree,
          digest,
        ),
      ).toBe('other_root');
      const swapped = { ...leaf, position: leaf.position ^ (1 << at) };
      expect(await findLeafFault(swapped, tree, digest)).toBe('other_root');
      expect(await findLeafFault({ ...leaf, path: leaf.path.slice(1) }, tree, digest)).toBe('malformed');
    }),
    { numRuns: 60 },
  );
});

test('a negative sum is refused, even where the root was made with what it would hide', async () => {
  const { leaves, tree } = proveAll([5n, 7n]);
  const [leaf] = leaves as [ProvenLeaf];
  const hiding = { ...leaf, path: [{ ...(leaf.path[0] as { hash: string; sum: string }), sum: '-3' }] };
  expect(await findLeafFault(hiding, { ...tree, total: '2' }, digest)).toBe('negative_sum');
  expect(await findLeafFault({ ...leaf, amount: '-5' }, tree, digest)).toBe('negative_sum');
  expect(() => nodeBytes({ hash: sha256(Buffer.of()), sum: -1n }, { hash: sha256(Buffer.of()), sum: 2n })).toThrow(
    RangeError,
  );
});

test('what is no proof is said to be none', async () => {
  const { leaves, tree } = proveAll([5n, 7n]);
  const [leaf] = leaves as [ProvenLeaf];
  for (const wrong of [
    { ...leaf, nonce: 'x' },
    { ...leaf, amount: 'many' },
    { ...leaf, position: 2 },
    { ...leaf, position: 0.5 },
    { ...leaf, path: [{ hash: 'f'.repeat(64), sum: '9'.repeat(30) }] },
  ])
    expect(await findLeafFault(wrong, tree, digest)).toBe('malformed');
});
