/** An EVM network as the exchange speaks to it. */
import { type Hash, type Hex, toHex } from 'viem';
import type { BlockHead, Chain } from '../chain.ts';
import { readBlocks } from './blocks.ts';
import { createEvmClient, findBlockHash } from './client.ts';
import { tokenDecimals } from './decimals.ts';
import { quoteFee, readSpendable } from './fees.ts';
import { tokenBalanceAt } from './measure.ts';
import { quoteSweep } from './sweep-quote.ts';
import { readTransaction } from './transaction-state.ts';

/** What nodes say of a transaction that they have: geth, anvil, nethermind. */
const knownAlready = /already known|already imported|alreadyknown/i;

/** Nodes without an archive answer about 128 blocks. */
const stateBlocks = 100;

/** Of the head of a node that has its blocks. */
const headAgeMaxMs = 600_000;

/**
 * @param url of one JSON-RPC endpoint
 * @param chainId that its network must have: asked before anything is read or handed in
 */
export function createEvmChain(url: string, chainId: number): Chain {
  const client = createEvmClient(url);
  // What it is asked holds up the blocks of the network, and is asked again by the next look.
  const hasty = createEvmClient(url, { timeout: 3_000, retryCount: 0 });
  let checked: Promise<void> | undefined;
  /** By contract, what it has named last. */
  const decimals = new Map<string, number>();

  async function checkChain(): Promise<void> {
    const found = await client.getChainId();
    if (found !== chainId) throw new Error(`the endpoint is of the chain ${found}, not ${chainId}`);
  }

  /** Once: an endpoint that did not answer is asked again. @throws Error for another chain */
  function demandChain(): Promise<void> {
    checked ??= checkChain().catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  }

  return {
    async head(): Promise<BlockHead> {
      await demandChain();
      const { number, hash } = await client.getBlock({ blockTag: 'latest' });
      return { height: Number(number), hash };
    },
    async isSynchronised() {
      // Each time: an endpoint may be another one by now.
      await checkChain();
      if ((await client.request({ method: 'eth_syncing' } as never)) !== false) return false;
      const { timestamp } = await client.getBlock({ blockTag: 'latest' });
      return Date.now() - Number(timestamp) * 1_000 <= headAgeMaxMs;
    },
    blockHash: (height) => findBlockHash(client, height),
    blocks: (first, last, watched) => readBlocks(client, { first, last, watched }),
    transaction: (hash) => readTransaction(client, hash as Hash),
    async decimals(contract, expected) {
      if (decimals.get(contract) === expected) return expected;
      await demandChain();
      const found = await tokenDecimals(hasty, contract);
      if (found !== undefined) decimals.set(contract, found);
      return found;
    },
    quote: (from, payment, waiting) => quoteFee(client, { from: from as Hex, payment, waiting: waiting as Hex[] }),
    quoteSweep: (from, payment) => quoteSweep(client, { from: from as Hex, payment }),
    isReplaceable: true,
    async nonce(address) {
      await demandChain();
      return client.getTransactionCount({ address: address as Hex, blockTag: 'pending' });
    },
    async minedNonce(address, confirmations) {
      await demandChain();
      // By tag and not by number: behind a load balancer the next node may not have the newest block yet.
      if (confirmations === 1) return client.getTransactionCount({ address: address as Hex, blockTag: 'latest' });
      const { number } = await client.getBlock({ blockTag: 'latest' });
      const height = number - BigInt(Math.min(confirmations, stateBlocks) - 1);
      return client.getTransactionCount({ address: address as Hex, blockNumber: height < 0n ? 0n : height });
    },
    async balance(address, contract, height) {
      await demandChain();
      if (contract !== '') return tokenBalanceAt(client, { contract, owner: address, block: toHex(height) });
      return client.getBalance({ address: address as Hex, blockNumber: BigInt(height) });
    },
    async spendable(address, contract, waiting) {
      await demandChain();
      return readSpendable(client, { from: address as Hex, contract, waiting: waiting as Hex[] });
    },
    async broadcast(raw) {
      await demandChain();
      try {
        await client.sendRawTransaction({ serializedTransaction: raw as Hex });
      } catch (error) {
        if (!knownAlready.test(String(error))) throw error;
      }
    },
  };
}
