/**
 * Nodes of the summation tree that a proof of reserves is made of (G. Maxwell, 2013): each node has a hash and the sum of what lies below
 * it, and its hash is over the hashes and the sums of both children, each by itself. The byte layout is described in
 * docs/examples/proof-of-reserves.md; every proof that was published depends on it.
 */

/** Sums are in units of 10^-18. */
export const proofScale = 18;
/** A sum is written in sixteen bytes. */
const sumMax = 2n ** 128n - 1n;
const hashBytes = 32;
const sumBytes = 16;
const leafTag = 0;
const nodeTag = 1;

export interface SumNode {
  hash: Uint8Array;
  sum: bigint;
}

export interface Leaf {
  /** Of 32 bytes, random, so that a balance cannot be guessed from the hash. */
  nonce: Uint8Array;
  /** Whose it is; empty for a leaf that only fills the tree. */
  account: string;
  ticker: string;
  sum: bigint;
}

type Bytes = Uint8Array<ArrayBuffer>;

/** What the hash of a leaf is over. @throws RangeError for a negative sum, one above 16 bytes, or a nonce of another length */
export function leafBytes({ nonce, account, ticker, sum }: Leaf): Bytes {
  const text = new TextEncoder().encode(`${ticker}:${account}`);
  const bytes = new Uint8Array(1 + hashBytes + sumBytes + text.length);
  bytes[0] = leafTag;
  writeHash(bytes, 1, nonce);
  writeSum(bytes, 1 + hashBytes, sum);
  bytes.set(text, 1 + hashBytes + sumBytes);
  return bytes;
}

/** What the hash of a node above two others is over. @throws RangeError as `leafBytes` */
export function nodeBytes(left: SumNode, right: SumNode): Bytes {
  const bytes = new Uint8Array(1 + 2 * (sumBytes + hashBytes));
  bytes[0] = nodeTag;
  writeSum(bytes, 1, left.sum);
  writeHash(bytes, 1 + sumBytes, left.hash);
  writeSum(bytes, 1 + sumBytes + hashBytes, right.sum);
  writeHash(bytes, 1 + 2 * sumBytes + hashBytes, right.hash);
  return bytes;
}

function writeHash(bytes: Bytes, at: number, hash: Uint8Array): void {
  if (hash.length !== hashBytes) throw new RangeError(`a hash of ${hash.length} bytes`);
  bytes.set(hash, at);
}

function writeSum(bytes: Bytes, at: number, sum: bigint): void {
  if (sum < 0n || sum > sumMax) throw new RangeError(`a sum of ${sum}`);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(at, sum >> 64n);
  view.setBigUint64(at + 8, sum & 0xffff_ffff_ffff_ffffn);
}
