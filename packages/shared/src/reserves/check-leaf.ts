/** Checks the leaf of an account against a published root: in the browser of its owner, and in the tests of the server. */
import { formatBigUnits, parseBigUnits } from '../money/index.ts';
import { leafBytes, nodeBytes, proofScale, type SumNode } from './nodes.ts';

/** SHA-256, as `crypto.subtle` has it. */
export type Digest = (bytes: Uint8Array<ArrayBuffer>) => Promise<ArrayBuffer | Uint8Array>;

/** Hashes are 64 small hexadecimal digits, amounts whole units in decimal text. */
export interface ProvenLeaf {
  account: string;
  ticker: string;
  amount: string;
  nonce: string;
  /** From the left, beginning with 0. */
  position: number;
  /** The other child of each node on the way up, from the leaf to the root. */
  path: readonly { hash: string; sum: string }[];
}

export interface PublishedTree {
  root: string;
  /** Whole units: what all leaves sum to. */
  total: string;
  /** Levels below the root: the number of siblings in each path. */
  depth: number;
}

/** `malformed`: not a proof at all; the others say what does not agree. */
export type LeafFault = 'malformed' | 'negative_sum' | 'other_root' | 'other_total';

/** @returns null when the amount of the leaf is counted in the published total */
export async function findLeafFault(leaf: ProvenLeaf, tree: PublishedTree, digest: Digest): Promise<LeafFault | null> {
  const parsed = parseLeaf(leaf, tree);
  if (typeof parsed === 'string') return parsed;
  const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await digest(bytes));
  const { siblings, ...content } = parsed;
  try {
    let node: SumNode = { hash: await sha256(leafBytes(content)), sum: content.sum };
    for (const [level, sibling] of siblings.entries()) {
      const isRight = Math.floor(leaf.position / 2 ** level) % 2 === 1;
      const [left, right] = isRight ? [sibling, node] : [node, sibling];
      node = { hash: await sha256(nodeBytes(left, right)), sum: left.sum + right.sum };
    }
    if (hexOf(node.hash) !== tree.root) return 'other_root';
    return formatBigUnits(node.sum, proofScale) === tree.total ? null : 'other_total';
  } catch (error) {
    // A sum that does not fit into a node.
    if (error instanceof RangeError) return 'malformed';
    throw error;
  }
}

function parseLeaf(leaf: ProvenLeaf, { depth }: PublishedTree) {
  const { account, ticker, position, path } = leaf;
  if (path.length !== depth || !Number.isSafeInteger(position) || position < 0 || position >= 2 ** depth)
    return 'malformed';
  const nonce = bytesOf(leaf.nonce);
  const sum = unitsOf(leaf.amount);
  const siblings = path.map((one) => ({ hash: bytesOf(one.hash), sum: unitsOf(one.sum) }));
  if (nonce === undefined || sum === undefined) return 'malformed';
  if (!siblings.every((one): one is SumNode => one.hash !== undefined && one.sum !== undefined)) return 'malformed';
  if (sum < 0n || siblings.some((one) => one.sum < 0n)) return 'negative_sum';
  return { account, ticker, nonce, sum, siblings };
}

function unitsOf(text: string): bigint | undefined {
  try {
    return parseBigUnits(text, proofScale);
  } catch {
    return undefined;
  }
}

function bytesOf(hex: string): Uint8Array | undefined {
  if (!/^[0-9a-f]{64}$/.test(hex)) return undefined;
  return Uint8Array.from({ length: 32 }, (_, at) => Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
