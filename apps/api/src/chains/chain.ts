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
  /** Blocks, its own counted, before it can be spent, where the network demands more than we do. */
  confirmationsMin?: number;
  /** Who has signed the transaction, where a network names one. */
  sender?: string;
}

/** `<transaction>:<output>` of an output that a transaction spends. */
export interface SpentOutput {
  outpoint: string;
  spentBy: string;
}

export interface ChainBlock extends BlockHead {
  parentHash: string;
  /** What is paid to us. */
  transfers: readonly ChainTransfer[];
  /** Where transactions spend outputs: all outputs of ours, change included. */
  outputs?: readonly ChainTransfer[];
  /** Of outputs of ours, in these blocks or before. */
  spends?: readonly SpentOutput[];
}

/** `unknown`: not in the pool and in no block of the best chain. */
export type TransactionState =
  | { state: 'unknown' | 'pending' }
  | { state: 'mined' | 'failed'; height: number; blockHash: string; feeUnits: bigint };

/** What is looked for in blocks. An adapter may leave out all other transfers. */
export interface Watched {
  /** Of the tokens that are listed. */
  contracts: readonly string[];
  /** Those of the addresses that belong to the exchange. */
  ownOf(addresses: readonly string[]): Promise<ReadonlySet<string>>;
  /** Those of the outputs that are ours, as far as blocks were read. */
  knownOf(outpoints: readonly string[]): Promise<ReadonlySet<string>>;
}

/** To one address, from the hot one. */
export interface ChainPayment {
  address: string;
  /** Empty where the network has none. */
  memo: string;
  /** Contract of a token; empty for the network's own coin. */
  contract: string;
  units: bigint;
}

/** What a transaction is to pay its network, in the words of the network's kind: its chain makes it, and its signer reads it. */
export type FeeQuote = Readonly<Record<string, string>>;

/** The network would not take a payment now: the sender has too little, or the receiver's side refuses it. */
export class PaymentRefused extends Error {
  readonly reason: 'no_funds' | 'unpayable';

  constructor(reason: PaymentRefused['reason'], options?: ErrorOptions) {
    super(`the network refuses a payment: ${reason}`, options);
    this.reason = reason;
  }
}

/** What it takes to send what an address has of a coin. */
export interface SweepQuote {
  fee: FeeQuote;
  /** What arrives: of the network's own coin less the fee. */
  units: bigint;
  /** Of the network's own coin: what the address lacks for the fee of a token. */
  missing: bigint;
}

/** What every network has. */
export interface ChainReader {
  /** Whether the node has the blocks and the waiting transactions that it knows of: while it fetches them, its head is one of long ago. */
  isSynchronised(): Promise<boolean>;
  head(): Promise<BlockHead>;
  /** Of the block of the best chain at this height; undefined above the head. */
  blockHash(height: number): Promise<string | undefined>;
  /** Blocks in their order, fewer where the chain ends before `last`, or an adapter reads no more at once. @throws Error when one is replaced while it is read */
  blocks(first: number, last: number, watched: Watched): Promise<ChainBlock[]>;
  transaction(hash: string): Promise<TransactionState>;
  /**
   * Decimals that the contract of a token names; undefined of one that names none. Where a network has contracts.
   * @param expected is not asked for again once it was named @throws Error when the network does not answer
   */
  decimals?(contract: string, expected: number): Promise<number | undefined>;
  /** Hands in a signed transaction. Repeating it is harmless. @throws Error when the network refuses it */
  broadcast(raw: string): Promise<void>;
}

/** A network of accounts: one address pays, by transactions that are numbered. */
export interface Chain extends ChainReader {
  /**
   * What this payment costs now.
   * @param waiting transactions that the sender has signed: what those pay that are in no block yet is spent
   * @throws PaymentRefused
   */
  quote(from: string, payment: ChainPayment, waiting: readonly string[]): Promise<FeeQuote>;
  /**
   * What it costs now to send what an address has of a coin, at most `payment.units`. Undefined where addresses are not swept.
   * @throws PaymentRefused (no_funds: it has nothing above the fee)
   */
  quoteSweep?(from: string, payment: ChainPayment): Promise<SweepQuote>;
  /** Whether a transaction that waits too long can be replaced by one that pays more. */
  readonly isReplaceable: boolean;
  /** How many transactions of the address the network knows, those that wait included: the nonce of its next one. */
  nonce(address: string): Promise<number>;
  /** How many of them are in blocks with so many confirmations, as far back as a node answers. The sandbox: in any. */
  minedNonce(address: string, confirmations: number): Promise<number>;
  /**
   * What an address has after the block of this height, in the smallest unit; nothing of a token whose contract does not answer. Undefined
   * where the network keeps no balances of addresses.
   * @param contract of a token; empty for the network's own coin
   */
  balance?(address: string, contract: string, height: number): Promise<bigint>;
  /** What an address has at the newest block, less what its signed transactions take that are in no block. Where `balance` is. */
  spendable?(address: string, contract: string, waiting: readonly string[]): Promise<bigint>;
}

/** A network whose transactions spend outputs of others. */
export interface OutputChain extends ChainReader {
  /** What a transaction pays now for a virtual byte, in units. */
  feeRate(): Promise<bigint>;
  /** Whether each of the outputs is there, and spent by no transaction, those that wait included. */
  areUnspent(outpoints: readonly string[]): Promise<boolean[]>;
}
