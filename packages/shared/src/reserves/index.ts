/** The summation tree of proofs of reserves: what its hashes are over, and how a leaf is checked. */
export { type Digest, findLeafFault, type LeafFault, type ProvenLeaf, type PublishedTree } from './check-leaf.ts';
export { leafBytes, nodeBytes, proofScale, type SumNode } from './nodes.ts';
