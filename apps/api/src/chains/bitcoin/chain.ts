/** A network of the Bitcoin family as the exchange speaks to it. Its node keeps all transactions (txindex=1). */
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { BlockHead, OutputChain, TransactionState } from '../chain.ts';
import { findHash, outpointOf, readBlocks } from './blocks.ts';
import { type BitcoinClient, coinUnits, createBitcoinClient, NodeRefusal, nodeCodes } from './client.ts';
import { type BitcoinAccount, bitcoinAddress } from './keys.ts';
import { bitcoinNetworks } from './networks.ts';

const amount = z.union([z.string(), z.number()]);
const head = z.object({
  blocks: z.int(),
  bestblockhash: z.string(),
  headers: z.int(),
  initialblockdownload: z.boolean(),
});
/** What waits is read from the disk after a start. Older nodes do not name it. */
const memoryPool = z.object({ loaded: z.boolean().default(true) });
const output = z.object({ value: amount.optional() });
const transactionShape = z.object({
  vin: z.array(z.object({ txid: z.string().optional(), vout: z.int().optional() })),
  vout: z.array(output),
  blockhash: z.string().optional(),
  confirmations: z.int().default(0),
});
type NodeTransaction = z.infer<typeof transactionShape>;

const feesKept = 10_000;
/** Headers arrive before their blocks. */
const headersAheadMax = 2;
const questionsAtOnce = 100;
/** Blocks within which a payment is to be mined. */
const targetBlocks = 6;
/** Of a node that has no estimate: many times what it relays at least. */
const relayMultiple = 10n;
const bytesPerRate = 1_000n;

/** @param url of the node's JSON-RPC, with user and password @param account that makes the addresses */
export function createBitcoinChain(url: string, account: BitcoinAccount): OutputChain {
  const client = createBitcoinClient(url);
  const hotAddress = bitcoinAddress(account, 0);
  const { genesis } = bitcoinNetworks[account.chain];
  /** A transaction's fee never changes. */
  const fees = new LRUCache<string, { units: bigint }>({ max: feesKept });
  let checked: Promise<void> | undefined;

  async function checkChain(): Promise<void> {
    const found = await findHash(client, 0);
    if (found !== genesis)
      throw new Error(`the node is not of the network ${account.chain}: its first block is ${found}`);
  }

  /** Once: a node that did not answer is asked again. @throws Error for another network */
  function demandChain(): Promise<void> {
    checked ??= checkChain().catch((error: unknown) => {
      checked = undefined;
      throw error;
    });
    return checked;
  }

  async function feeOf(hash: string, transaction: NodeTransaction): Promise<bigint> {
    const known = fees.get(hash);
    if (known) return known.units;
    const sum = (values: readonly bigint[]) => values.reduce((all, one) => all + one, 0n);
    const spent = await valuesOf(client, transaction.vin);
    const units = sum(spent) - sum(transaction.vout.map(({ value = 0 }) => coinUnits(value)));
    fees.set(hash, { units });
    return units;
  }

  return {
    async head(): Promise<BlockHead> {
      await demandChain();
      const { blocks: height, bestblockhash: hash } = head.parse(await client.call('getblockchaininfo'));
      return { height, hash };
    },
    async isSynchronised() {
      await demandChain();
      const { blocks, headers, initialblockdownload } = head.parse(await client.call('getblockchaininfo'));
      const { loaded } = memoryPool.parse(await client.call('getmempoolinfo'));
      return loaded && !initialblockdownload && headers - blocks <= headersAheadMax;
    },
    blockHash: (height) => findHash(client, height),
    blocks: (first, last, watched) =>
      readBlocks(client, { first, last }, { chain: account.chain, hotAddress, watched }),
    async transaction(hash): Promise<TransactionState> {
      const transaction = await findTransaction(client, hash);
      if (!transaction) return { state: 'unknown' };
      const { blockhash: blockHash, confirmations } = transaction;
      if (blockHash === undefined) return { state: 'pending' };
      // Its block was replaced, and the pool may not have taken it back.
      if (confirmations < 1) return { state: (await isInPool(client, hash)) ? 'pending' : 'unknown' };
      const { height } = z.object({ height: z.int() }).parse(await client.call('getblockheader', blockHash));
      return { state: 'mined', height, blockHash, feeUnits: await feeOf(hash, transaction) };
    },
    feeRate: () => readFeeRate(client),
    async areUnspent(outpoints) {
      await demandChain();
      const unspent: boolean[] = [];
      for (let from = 0; from < outpoints.length; from += questionsAtOnce) {
        const asked = outpoints.slice(from, from + questionsAtOnce).map((outpoint) => {
          const [hash = '', place] = outpoint.split(':');
          return ['gettxout', hash, Number(place), true] as const;
        });
        unspent.push(...(await client.callAll(asked)).map((answer) => answer !== null));
      }
      return unspent;
    },
    async broadcast(raw) {
      await demandChain();
      try {
        await client.call('sendrawtransaction', raw);
      } catch (error) {
        if (!isKnown(error)) throw error;
      }
    },
  };
}

/** It is in a block, or in the pool: the wording is that of Bitcoin Core. */
function isKnown(error: unknown): boolean {
  if (!(error instanceof NodeRefusal)) return false;
  return error.code === nodeCodes.alreadyInChain || /already-in-mempool|txn-already-known/.test(error.message);
}

async function findTransaction(client: BitcoinClient, hash: string): Promise<NodeTransaction | undefined> {
  try {
    return transactionShape.parse(await client.call('getrawtransaction', hash, true));
  } catch (error) {
    if (error instanceof NodeRefusal && error.code === nodeCodes.notFound) return undefined;
    throw error;
  }
}

async function isInPool(client: BitcoinClient, hash: string): Promise<boolean> {
  try {
    await client.call('getmempoolentry', hash);
    return true;
  } catch (error) {
    if (error instanceof NodeRefusal && error.code === nodeCodes.notFound) return false;
    throw error;
  }
}

/** What the inputs of a transaction were worth, in units. */
async function valuesOf(client: BitcoinClient, inputs: NodeTransaction['vin']): Promise<bigint[]> {
  const hashes = [...new Set(inputs.flatMap(({ txid }) => txid ?? []))];
  const values = new Map<string, bigint>();
  for (let from = 0; from < hashes.length; from += questionsAtOnce) {
    const asked = hashes.slice(from, from + questionsAtOnce);
    const found = await client.callAll(asked.map((hash) => ['getrawtransaction', hash, true] as const));
    for (const [place, answer] of found.entries())
      for (const [at, { value = 0 }] of transactionShape.parse(answer).vout.entries())
        values.set(outpointOf(asked[place] ?? '', at), coinUnits(value));
  }
  return inputs.map(({ txid = '', vout = 0 }) => values.get(outpointOf(txid, vout)) ?? 0n);
}

/** The node's estimate, and never less than its pool takes. */
async function readFeeRate(client: BitcoinClient): Promise<bigint> {
  const [estimated, pool, network] = await client.callAll([
    ['estimatesmartfee', targetBlocks],
    ['getmempoolinfo'],
    ['getnetworkinfo'],
  ]);
  const { feerate } = z.object({ feerate: amount.optional() }).parse(estimated);
  const { mempoolminfee } = z.object({ mempoolminfee: amount }).parse(pool);
  const { relayfee } = z.object({ relayfee: amount }).parse(network);
  const least = coinUnits(relayfee);
  const rates = [feerate === undefined ? least * relayMultiple : coinUnits(feerate), coinUnits(mempoolminfee), least];
  const perThousand = rates.reduce((found, next) => (next > found ? next : found));
  // Rounded up to units for a virtual byte.
  return (perThousand + bytesPerRate - 1n) / bytesPerRate;
}
