/**
 * What the exchange needs of a blockchain, the same for each kind. Amounts are integers of the coin's smallest unit on the network.
 * Nothing here knows users, the ledger or keys: the signer holds the keys and speaks to no chain.
 */

export interface BlockHead {
  height: number;
  hash: string;
}

/** One payment to one address within a transaction. */
export interface ChainTransfer {
  transactionHash: string;
  /** Place among the transaction's outputs or logs: with the hash it names the transfer for ever. */
  output: number;
  address: string;
  /** Empty where the network has none. */
  memo: string;
  /** Contract of a token; empty for the network's own coin. */
  contract: string;
  units: bigint;
}

export interface ChainBlock extends BlockHead {
  parentHash: string;
  transfers: readonly ChainTransfer[];
}

/** `unknown`: not in the pool and in no block of the best chain. */
export type TransactionState =
  | { state: 'unknown' | 'pending' }
  | { state: 'mined' | 'failed'; height: number; blockHash: string; feeUnits: bigint };

export interface Chain {
  head(): Promise<BlockHead>;
  /** Undefined above the head. */
  block(height: number): Promise<ChainBlock | undefined>;
  transaction(hash: string): Promise<TransactionState>;
  /** Hands in a signed transaction. Repeating it is harmless. @throws Error when the network refuses it */
  broadcast(raw: string): Promise<void>;
}
