/**
 * Price levels and the index that finds them by price, for all sides of all books.
 *
 *   level = f64 priceTicks | i32 head | i32 tail | i32 better | i32 worse | i32 leaf | i32 side
 *
 * The levels of a side are a list in the order of their prices, so the next best price is one step away. A new price
 * finds its place through a tree of 32 children a node with a bit for each child in use: as many layers as the highest
 * price needs (five for 33 million ticks), whatever the distance between prices. Recently used leaves are remembered,
 * so a price near others that are traded costs one look, and the tree is walked only for a price far from all of them.
 *
 * A bid's digits are complemented, so that on both sides "better" means a lower digit.
 */

import { allocateBlock, type Memory } from '../arena/memory.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.

export const LevelField = { head: 2, tail: 3, better: 4, worse: 5, leaf: 6, side: 7 } as const;
const {
  better: levelBetter,
  head: levelHead,
  leaf: levelLeaf,
  side: levelSide,
  tail: levelTail,
  worse: levelWorse,
} = LevelField;

const leafCacheSize = 256;

/** 32^-layer, exact powers of two. */
const layerScale = Float64Array.from({ length: 12 }, (_, layer) => 32 ** -layer);

export class BookSide {
  /** The number of this side: market x 2, plus 1 for the asks. */
  readonly number: number;
  readonly isBid: boolean;
  readonly flip: number;
  /** The level with the best price, or 0. */
  best = 0;
  root = -1;
  layers = 1;
  /** Leaves by their keys (a price / 32): the key at n x 2, or -1, and beside it the leaf. */
  readonly cachedLeaves = new Float64Array(leafCacheSize * 2).fill(-1);

  constructor(market: number, isBid: boolean) {
    this.number = market * 2 + (isBid ? 0 : 1);
    this.isBid = isBid;
    this.flip = isBid ? 31 : 0;
  }
}

export class PriceLevels {
  firstFree = 0;
  /** Node n: its children at n x 32. A leaf's children are levels, another node's are nodes. */
  children: Int32Array;
  /** Node n: [bits of the children in use, parent x 32 + digit in the parent or -1] at n x 2. */
  nodes: Int32Array;
  nodesUsed = 0;
  firstFreeNode = -1;

  constructor(capacity: number) {
    this.children = new Int32Array(capacity * 32);
    this.nodes = new Int32Array(capacity * 2);
  }
}

/** The level of a price on a side, created empty in its place when there is none. */
export function levelFor(levels: PriceLevels, memory: Memory, side: BookSide, priceTicks: number): number {
  const leaf = leafFor(levels, side, priceTicks);
  const digit = (priceTicks & 31) ^ side.flip;
  const bits = levels.nodes[leaf * 2] as number;
  if ((bits >>> digit) & 1) return levels.children[leaf * 32 + digit] as number;
  return insertLevel(levels, memory, side, priceTicks, leaf, digit);
}

/** The level of a price, or 0: found only if its leaf is among the recently used. Any price may be asked for. */
export function levelAhead(levels: PriceLevels, side: BookSide, priceTicks: number): number {
  const key = Math.floor(priceTicks / 32);
  const cached = (key & (leafCacheSize - 1)) * 2;
  if (side.cachedLeaves[cached] !== key) return 0;
  const leaf = (side.cachedLeaves[cached + 1] as number) | 0;
  const digit = (priceTicks & 31) ^ side.flip;
  const level = levels.children[leaf * 32 + digit] as number;
  return ((levels.nodes[leaf * 2] as number) >>> digit) & 1 ? level : 0;
}

function insertLevel(
  levels: PriceLevels,
  memory: Memory,
  side: BookSide,
  priceTicks: number,
  leaf: number,
  digit: number,
): number {
  const level = allocateLevel(levels, memory);
  const { f64, i32 } = memory;
  const better = isBest(memory, side, priceTicks) ? 0 : betterLevel(levels, leaf, digit);
  const worse = better === 0 ? side.best : (i32[better * 8 + levelWorse] as number);
  levels.nodes[leaf * 2] = (levels.nodes[leaf * 2] as number) | (1 << digit);
  levels.children[leaf * 32 + digit] = level;
  f64[level * 4] = priceTicks;
  const at = level * 8;
  i32[at + levelHead] = 0;
  i32[at + levelTail] = 0;
  i32[at + levelBetter] = better;
  i32[at + levelWorse] = worse;
  i32[at + levelLeaf] = leaf;
  i32[at + levelSide] = side.number;
  if (better === 0) side.best = level;
  else i32[better * 8 + levelWorse] = level;
  if (worse !== 0) i32[worse * 8 + levelBetter] = level;
  return level;
}

function isBest(memory: Memory, side: BookSide, priceTicks: number): boolean {
  if (side.best === 0) return true;
  const best = memory.f64[side.best * 4] as number;
  return side.isBid ? priceTicks > best : priceTicks < best;
}

/** The nearest level with a lower digit path, which is the next better price; 0 when there is none. */
function betterLevel(levels: PriceLevels, leaf: number, digit: number): number {
  let node = leaf;
  let below = (levels.nodes[node * 2] as number) & ~(-1 << digit);
  let climbed = 0;
  while (below === 0) {
    const parent = levels.nodes[node * 2 + 1] as number;
    if (parent < 0) return 0;
    node = parent >>> 5;
    climbed++;
    below = (levels.nodes[node * 2] as number) & ~(-1 << (parent & 31));
  }
  let child = levels.children[node * 32 + 31 - Math.clz32(below)] as number;
  for (; climbed > 0; climbed--) {
    child = levels.children[child * 32 + 31 - Math.clz32(levels.nodes[child * 2] as number)] as number;
  }
  return child;
}

/** Takes an empty level out of its side. */
export function removeLevel(levels: PriceLevels, memory: Memory, side: BookSide, level: number): void {
  const { i32 } = memory;
  const at = level * 8;
  const better = i32[at + levelBetter] as number;
  const worse = i32[at + levelWorse] as number;
  if (better === 0) side.best = worse;
  else i32[better * 8 + levelWorse] = worse;
  if (worse !== 0) i32[worse * 8 + levelBetter] = better;
  removeFromTree(levels, side, i32[at + levelLeaf] as number, memory.f64[level * 4] as number);
  i32[at + levelHead] = levels.firstFree;
  levels.firstFree = level;
}

function removeFromTree(levels: PriceLevels, side: BookSide, leaf: number, priceTicks: number): void {
  const nodes = levels.nodes;
  let node = leaf;
  let bits = (nodes[node * 2] as number) & ~(1 << ((priceTicks & 31) ^ side.flip));
  nodes[node * 2] = bits;
  if (bits !== 0 || node === side.root) return;
  const key = Math.floor(priceTicks / 32);
  const cached = (key & (leafCacheSize - 1)) * 2;
  if (side.cachedLeaves[cached] === key) side.cachedLeaves[cached] = -1;
  while (bits === 0 && node !== side.root) {
    const parent = nodes[node * 2 + 1] as number;
    nodes[node * 2 + 1] = levels.firstFreeNode;
    levels.firstFreeNode = node;
    node = parent >>> 5;
    bits = (nodes[node * 2] as number) & ~(1 << (parent & 31));
    nodes[node * 2] = bits;
  }
}

function leafFor(levels: PriceLevels, side: BookSide, priceTicks: number): number {
  const key = Math.floor(priceTicks / 32);
  const cached = (key & (leafCacheSize - 1)) * 2;
  if (side.cachedLeaves[cached] === key) return (side.cachedLeaves[cached + 1] as number) | 0;
  const leaf = walkToLeaf(levels, side, priceTicks);
  side.cachedLeaves[cached] = key;
  side.cachedLeaves[cached + 1] = leaf;
  return leaf;
}

function walkToLeaf(levels: PriceLevels, side: BookSide, priceTicks: number): number {
  while (side.root < 0 || priceTicks * (layerScale[side.layers] as number) >= 1) addLayer(levels, side);
  let node = side.root;
  for (let layer = side.layers - 1; layer > 0; layer--) {
    const digit = ((priceTicks * (layerScale[layer] as number)) & 31) ^ side.flip;
    const bits = levels.nodes[node * 2] as number;
    if ((bits >>> digit) & 1) {
      node = levels.children[node * 32 + digit] as number;
      continue;
    }
    const child = allocateNode(levels, node * 32 + digit);
    levels.nodes[node * 2] = (levels.nodes[node * 2] as number) | (1 << digit);
    levels.children[node * 32 + digit] = child;
    node = child;
  }
  return node;
}

function addLayer(levels: PriceLevels, side: BookSide): void {
  if (side.root < 0) {
    side.root = allocateNode(levels, -1);
    return;
  }
  side.layers++;
  // An empty root serves at any height, but is then no longer the leaf that the cache may know it as.
  side.cachedLeaves.fill(-1);
  if (levels.nodes[side.root * 2] === 0) return;
  const root = allocateNode(levels, -1);
  levels.nodes[root * 2] = 1 << side.flip;
  levels.children[root * 32 + side.flip] = side.root;
  levels.nodes[side.root * 2 + 1] = root * 32 + side.flip;
  side.root = root;
}

function allocateLevel(levels: PriceLevels, memory: Memory): number {
  const free = levels.firstFree;
  if (free !== 0) {
    levels.firstFree = memory.i32[free * 8 + levelHead] as number;
    return free;
  }
  const block = allocateBlock(memory);
  for (let level = block + 1; level < block + 4; level++) {
    memory.i32[level * 8 + levelHead] = level === block + 3 ? 0 : level + 1;
  }
  levels.firstFree = block + 1;
  return block;
}

function allocateNode(levels: PriceLevels, parent: number): number {
  let node = levels.firstFreeNode;
  if (node >= 0) levels.firstFreeNode = levels.nodes[node * 2 + 1] as number;
  else {
    if (levels.nodesUsed * 2 >= levels.nodes.length) growNodes(levels);
    node = levels.nodesUsed++;
  }
  levels.nodes[node * 2] = 0;
  levels.nodes[node * 2 + 1] = parent;
  return node;
}

function growNodes(levels: PriceLevels): void {
  const nodes = new Int32Array(levels.nodes.length * 2);
  nodes.set(levels.nodes);
  levels.nodes = nodes;
  const children = new Int32Array(levels.children.length * 2);
  children.set(levels.children);
  levels.children = children;
}
