/**
 * The sandbox chain: a pool of transactions, blocks that name their parent, accounts after the newest block. All that happens is a
 * record of its log, which the next start reads.
 */
import { createHash } from 'node:crypto';
import type { ChainBlock, ChainTransfer, TransactionState } from '../chain.ts';
import { SandboxAccounts } from './accounts.ts';
import {
  parsePayment,
  parseTransaction,
  type SandboxPayment,
  type SandboxTransaction,
  senderOf,
  transactionHash,
} from './transaction.ts';

const blockTransactionsMax = 500;
const poolMax = 10_000;
/** Empty blocks after the last transaction, for its confirmations. Then the chain rests until there is another one. */
const emptyBlocksMax = 60;

export interface SandboxBlock {
  height: number;
  parentHash: string;
  /** Unix milliseconds. */
  time: number;
  /** How many re-organisations were before it: two blocks of one height never are the same. */
  branch: number;
  transactions: SandboxTransaction[];
}

export type SandboxRecord =
  | { pooled: SandboxTransaction }
  | { block: SandboxBlock }
  | { fork: { depth: number; isKept: boolean } };

export interface SandboxLog {
  append(record: SandboxRecord): void;
}

interface MinedBlock extends SandboxBlock {
  hash: string;
}

export class SandboxNode {
  #log: SandboxLog;
  #now: () => number;
  #blocks: MinedBlock[] = [withHash({ height: 0, parentHash: '', time: 0, branch: 0, transactions: [] })];
  #pool = new Map<string, SandboxTransaction>();
  /** Heights of the transactions in blocks. */
  #heights = new Map<string, number>();
  #accounts = new SandboxAccounts();
  #branch = 0;
  #faucets = 0;
  #emptyBlocks = emptyBlocksMax;

  /** @param records what happened before */
  constructor(log: SandboxLog, records: Iterable<SandboxRecord> = [], now: () => number = Date.now) {
    this.#log = log;
    this.#now = now;
    for (const record of records) this.#apply(record);
  }

  get head(): MinedBlock {
    return this.#blocks.at(-1) as MinedBlock;
  }

  /** Undefined above the head. */
  block(height: number): MinedBlock | undefined {
    return this.#blocks[height];
  }

  /** The newest blocks with a transaction, newest first. */
  recentBlocks(count: number): MinedBlock[] {
    return this.#blocks
      .slice(-200)
      .filter(({ transactions }) => transactions.length > 0)
      .toReversed()
      .slice(0, count);
  }

  /** @param height after which block; of the newest one without it */
  balance(address: string, contract: string, height = this.head.height): bigint {
    const accounts = height >= this.head.height ? this.#accounts : this.#accountsAt(height);
    return accounts.balance(address, contract);
  }

  holdings(address: string): [contract: string, units: bigint][] {
    return this.#accounts.holdings(address);
  }

  nonce(address: string): number {
    return this.#accounts.nonce(address);
  }

  /** Those that wait are counted. */
  nextNonce(address: string): number {
    const waiting = [...this.#pool.values()].filter((one) => senderOf(one) === address);
    return Math.max(this.nonce(address), ...waiting.map((one) => ('nonce' in one ? one.nonce + 1 : 0)));
  }

  find(hash: string): { transaction: SandboxTransaction; block: MinedBlock | undefined } | undefined {
    const waiting = this.#pool.get(hash);
    if (waiting) return { transaction: waiting, block: undefined };
    const block = this.#blocks[this.#heights.get(hash) ?? -1];
    const transaction = block?.transactions.find((one) => transactionHash(one) === hash);
    return transaction ? { transaction, block } : undefined;
  }

  /** @returns the hash. A transaction that is known already is answered in the same way. @throws Error for one that never can be mined */
  broadcast(raw: string): string {
    const transaction = parseTransaction(raw);
    const hash = transactionHash(transaction);
    if (this.#pool.has(hash) || this.#heights.has(hash)) return hash;
    const sender = senderOf(transaction) as string;
    if (transaction.nonce < this.nonce(sender)) throw new Error('the nonce is used');
    for (const other of this.#pool.values())
      if (senderOf(other) === sender && 'nonce' in other && other.nonce === transaction.nonce)
        throw new Error('another transaction with this nonce is waiting');
    this.#add(transaction);
    return hash;
  }

  /** New coins for the test. @returns the transaction's hash @throws Error for what is no payment */
  faucet(payment: SandboxPayment): string {
    const transaction = { ...parsePayment(payment), faucet: this.#faucets + 1 };
    this.#add(transaction);
    return transactionHash(transaction);
  }

  /** The next block, unless the chain rests: nothing waits, and the last transaction is long confirmed. */
  tick(): void {
    if (this.#pool.size > 0 || this.#emptyBlocks < emptyBlocksMax) this.mine();
  }

  /** The next block with what waits and can be paid. */
  mine(): void {
    const { height, hash } = this.head;
    const transactions = this.#payable();
    const time = this.#now();
    this.#record({ block: { height: height + 1, parentHash: hash, time, branch: this.#branch, transactions } });
  }

  /**
   * Replaces the newest blocks by other ones, and one more, as when another branch becomes the longest.
   * @param isKept whether their transactions wait again or are lost
   */
  fork(depth: number, isKept: boolean): void {
    if (!Number.isInteger(depth) || depth < 1 || depth > this.head.height) throw new Error('there are fewer blocks');
    this.#record({ fork: { depth, isKept } });
    for (let mined = 0; mined <= depth; mined += 1) this.mine();
  }

  #add(transaction: SandboxTransaction): void {
    if (this.#pool.size >= poolMax) throw new Error('too many transactions are waiting');
    this.#record({ pooled: transaction });
  }

  #record(record: SandboxRecord): void {
    this.#log.append(record);
    this.#apply(record);
  }

  #apply(record: SandboxRecord): void {
    if ('pooled' in record) this.#applyPooled(record.pooled);
    else if ('block' in record) this.#applyBlock(record.block);
    else this.#applyFork(record.fork.depth, record.fork.isKept);
  }

  #applyPooled(transaction: SandboxTransaction): void {
    if ('faucet' in transaction) this.#faucets = Math.max(this.#faucets, transaction.faucet);
    this.#pool.set(transactionHash(transaction), transaction);
  }

  #applyBlock(block: SandboxBlock): void {
    if (block.parentHash !== this.head.hash) throw new Error(`block ${block.height} does not follow its parent`);
    for (const transaction of block.transactions) {
      const hash = transactionHash(transaction);
      this.#accounts.apply(transaction);
      this.#pool.delete(hash);
      this.#heights.set(hash, block.height);
    }
    this.#blocks.push(withHash(block));
    this.#emptyBlocks = block.transactions.length > 0 ? 0 : this.#emptyBlocks + 1;
  }

  #applyFork(depth: number, isKept: boolean): void {
    const removed = this.#blocks.splice(-depth).flatMap(({ transactions }) => transactions);
    for (const transaction of removed) this.#heights.delete(transactionHash(transaction));
    this.#accounts = this.#accountsAt(this.head.height);
    const waiting = [...this.#pool.values()];
    this.#pool.clear();
    for (const transaction of [...(isKept ? removed : []), ...waiting]) this.#applyPooled(transaction);
    this.#branch += 1;
    this.#emptyBlocks = 0;
  }

  #accountsAt(height: number): SandboxAccounts {
    const accounts = new SandboxAccounts();
    for (const { transactions } of this.#blocks.slice(0, height + 1))
      for (const one of transactions) accounts.apply(one);
    return accounts;
  }

  #payable(): SandboxTransaction[] {
    const trial = new SandboxAccounts(this.#accounts);
    const chosen = new Set<SandboxTransaction>();
    let isProgress = true;
    while (isProgress && chosen.size < blockTransactionsMax) {
      isProgress = false;
      for (const transaction of this.#pool.values()) {
        if (chosen.size >= blockTransactionsMax || chosen.has(transaction) || !trial.canApply(transaction)) continue;
        trial.apply(transaction);
        chosen.add(transaction);
        isProgress = true;
      }
    }
    return [...chosen];
  }
}

/** The transfers of a block, as the watcher reads them. */
export function transfersOf({ transactions }: SandboxBlock): ChainTransfer[] {
  return transactions.map((transaction) => ({
    transactionHash: transactionHash(transaction),
    output: 0,
    address: transaction.to,
    memo: transaction.memo,
    contract: transaction.contract,
    units: BigInt(transaction.units),
  }));
}

export function chainBlockOf(block: MinedBlock): ChainBlock {
  const { height, hash, parentHash } = block;
  return { height, hash, parentHash, transfers: transfersOf(block) };
}

export function stateOf(found: ReturnType<SandboxNode['find']>): TransactionState {
  if (!found) return { state: 'unknown' };
  const { transaction, block } = found;
  if (!block) return { state: 'pending' };
  const feeUnits = 'faucet' in transaction ? 0n : BigInt(transaction.fee);
  return { state: 'mined', height: block.height, blockHash: block.hash, feeUnits };
}

function withHash(block: SandboxBlock): MinedBlock {
  const { height, parentHash, time, branch, transactions } = block;
  const content = [height, parentHash, time, branch, transactions.map(transactionHash)];
  return { ...block, hash: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
}
