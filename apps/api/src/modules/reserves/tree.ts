/**
 * The summation tree of one asset (packages/shared/src/reserves). A tree is cut at one level: the nodes there are kept, those above follow
 * from them, and those below from the leaves of one part, so that a path costs some hundred hashes and no tree is stored whole.
 */
import { hash, randomInt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { leafBytes, nodeBytes, type SumNode } from '@pelican/shared/reserves';

/** Leaves of a part, 2^8. */
export const partLeaves = 256;
/** A tree has at least 1,024 leaves, so that a few accounts are not counted by its depth. */
const depthMin = 10;
const nodeLength = 48;
/** Parts between two turns of the event loop: some milliseconds of hashing. */
const partsAtOnce = 4;

/** What the nonces of a tree come from. */
export interface TreeSeed {
  /** 32 random bytes of the proof. */
  seed: Buffer;
  assetId: number;
  ticker: string;
}

export interface Holder {
  userId: number;
  /** Units of 10^-18, not below zero. */
  amount: bigint;
}

export interface BuiltLeaf extends Holder {
  position: number;
  hash: Uint8Array;
}

export interface BuiltTree {
  root: SumNode;
  depth: number;
  /** The nodes of the level at which the tree is cut. */
  nodes: Buffer;
  leaves: BuiltLeaf[];
}

/** Accounts lie at random places, and at least half of all places are filled with leaves of nothing. @param signal aborts the work */
export async function buildTree(seed: TreeSeed, holders: readonly Holder[], signal: AbortSignal): Promise<BuiltTree> {
  const depth = Math.max(depthMin, Math.ceil(Math.log2(Math.max(1, 2 * holders.length))));
  const placed = new Map(randomPlaces(2 ** depth, holders.length).map((position, at) => [position, holders[at]]));
  const leaves: BuiltLeaf[] = [];
  const parts: SumNode[] = [];
  const partCount = 2 ** depth / partLeaves;
  for (let part = 0; part < partCount; part++) {
    if (part % partsAtOnce === 0) await nextTurn();
    signal.throwIfAborted();
    const row = Array.from({ length: partLeaves }, (_, at) => {
      const position = part * partLeaves + at;
      const holder = placed.get(position);
      if (!holder) return fillingLeaf(seed, position);
      const node = leafNode(seed, position, holder);
      leaves.push({ ...holder, position, hash: node.hash });
      return node;
    });
    parts.push(rootOf(row));
  }
  return { root: rootOf(parts), depth, nodes: packNodes(parts), leaves };
}

/** The name of an account in its leaves, by which its owner knows that no other account shares them: see docs/decisions/0133. */
export function accountName(userId: number): string {
  return String(userId);
}

/** Different for each leaf of each proof, and not to be guessed without the seed. */
export function nonceOf({ seed, assetId }: Pick<TreeSeed, 'seed' | 'assetId'>, position: number): Buffer {
  const place = Buffer.alloc(8);
  place.writeUInt32BE(assetId, 0);
  place.writeUInt32BE(position, 4);
  return sha256(Buffer.concat([seed, place]));
}

/** The siblings of a leaf, from its own level up. @param row what lies in its part, by position */
export function pathOf(
  seed: TreeSeed,
  position: number,
  { nodes, row }: { nodes: Buffer; row: ReadonlyMap<number, SumNode> },
): SumNode[] {
  const first = position - (position % partLeaves);
  const part = Array.from({ length: partLeaves }, (_, at) => row.get(first + at) ?? fillingLeaf(seed, first + at));
  return [
    ...siblingsOf(layersOf(part), position - first),
    ...siblingsOf(layersOf(unpackNodes(nodes)), first / partLeaves),
  ];
}

function siblingsOf(layers: readonly (readonly SumNode[])[], position: number): SumNode[] {
  return layers.slice(0, -1).map((layer, level) => layer[Math.floor(position / 2 ** level) ^ 1] as SumNode);
}

function leafNode(seed: TreeSeed, position: number, { userId, amount }: Holder): SumNode {
  const { ticker } = seed;
  const nonce = nonceOf(seed, position);
  return { hash: sha256(leafBytes({ nonce, account: accountName(userId), ticker, sum: amount })), sum: amount };
}

function fillingLeaf(seed: TreeSeed, position: number): SumNode {
  const nonce = nonceOf(seed, position);
  return { hash: sha256(leafBytes({ nonce, account: '', ticker: seed.ticker, sum: 0n })), sum: 0n };
}

/** All levels, the root's last. */
function layersOf(nodes: readonly SumNode[]): (readonly SumNode[])[] {
  const layers = [nodes];
  for (let below = nodes; below.length > 1; ) {
    const above: SumNode[] = [];
    for (let at = 0; at < below.length; at += 2) {
      const [left, right] = [below[at] as SumNode, below[at + 1] as SumNode];
      above.push({ hash: sha256(nodeBytes(left, right)), sum: left.sum + right.sum });
    }
    layers.push(above);
    below = above;
  }
  return layers;
}

function rootOf(nodes: readonly SumNode[]): SumNode {
  return layersOf(nodes).at(-1)?.[0] as SumNode;
}

function sha256(bytes: Uint8Array): Buffer {
  return hash('sha256', bytes, 'buffer');
}

function packNodes(nodes: readonly SumNode[]): Buffer {
  const packed = Buffer.alloc(nodes.length * nodeLength);
  for (const [at, { hash: digest, sum }] of nodes.entries()) {
    packed.set(digest, at * nodeLength);
    packed.writeBigUInt64BE(sum >> 64n, at * nodeLength + 32);
    packed.writeBigUInt64BE(sum & 0xffff_ffff_ffff_ffffn, at * nodeLength + 40);
  }
  return packed;
}

function unpackNodes(packed: Buffer): SumNode[] {
  return Array.from({ length: packed.length / nodeLength }, (_, at) => ({
    hash: packed.subarray(at * nodeLength, at * nodeLength + 32),
    sum: (packed.readBigUInt64BE(at * nodeLength + 32) << 64n) | packed.readBigUInt64BE(at * nodeLength + 40),
  }));
}

/** @returns as many different numbers below `places`, in random order */
function randomPlaces(places: number, count: number): number[] {
  const all = Uint32Array.from({ length: places }, (_, at) => at);
  return Array.from({ length: count }, (_, at) => {
    const other = randomInt(at, places);
    const drawn = all[other] as number;
    all[other] = all[at] as number;
    return drawn;
  });
}
