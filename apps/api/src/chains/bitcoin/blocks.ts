/** Blocks of the Bitcoin family, with the outputs to addresses of the exchange and the spending of such outputs. */
import type { BitcoinChainName } from '@pelican/shared/contracts/payments';
import { z } from 'zod';
import type { ChainBlock, ChainTransfer, SpentOutput, Watched } from '../chain.ts';
import { type BitcoinClient, coinUnits, NodeRefusal, nodeCodes } from './client.ts';
import { addressOfScript } from './scripts.ts';

/** A block may have several megabytes. */
const blocksAtOnce = 20;
const askedAtOnce = 4;
/** Blocks after which coins of a block's first transaction may be spent. */
const maturityBlocks = 100;

const amount = z.union([z.string(), z.number()]);
const transactionShape = z.object({
  txid: z.string(),
  // An input of Litecoin's extension blocks (MWEB) has no transaction.
  vin: z.array(z.object({ coinbase: z.string().optional(), txid: z.string().optional(), vout: z.int().optional() })),
  // What goes to the extension block has neither an amount nor a script.
  vout: z.array(
    z.object({
      n: z.int().optional(),
      value: amount.optional(),
      scriptPubKey: z.object({ hex: z.string() }).optional(),
    }),
  ),
});
const blockShape = z.object({
  hash: z.string(),
  height: z.int(),
  previousblockhash: z.string().default(''),
  tx: z.array(transactionShape),
});
type Block = z.infer<typeof blockShape>;
type BlockTransaction = Block['tx'][number];

/** Undefined above the head. */
export async function findHash(client: BitcoinClient, height: number): Promise<string | undefined> {
  try {
    return z.string().parse(await client.call('getblockhash', height));
  } catch (error) {
    if (error instanceof NodeRefusal && error.code === nodeCodes.outOfRange) return undefined;
    throw error;
  }
}

export const outpointOf = (transactionHash: string, output: number): string => `${transactionHash}:${output}`;

interface Reading {
  chain: BitcoinChainName;
  /** Change of our transactions comes back to it. */
  hotAddress: string;
  watched: Watched;
}

/** At most twenty, each by its hash. */
export async function readBlocks(
  client: BitcoinClient,
  { first, last }: { first: number; last: number },
  reading: Reading,
): Promise<ChainBlock[]> {
  const found: ChainBlock[] = [];
  /** Of these blocks: the watcher does not know them yet. */
  const fresh = new Set<string>();
  const end = Math.min(last, first + blocksAtOnce - 1);
  for (let from = first; from <= end; from += askedAtOnce) {
    const heights = Array.from({ length: Math.min(askedAtOnce, end - from + 1) }, (_, place) => from + place);
    const blocks = await Promise.all(heights.map((height) => readOne(client, height)));
    for (const block of blocks) {
      if (!block) return found;
      found.push(await inspect(block, reading, fresh));
    }
  }
  return found;
}

async function readOne(client: BitcoinClient, height: number): Promise<Block | undefined> {
  const hash = await findHash(client, height);
  return hash === undefined ? undefined : blockShape.parse(await client.call('getblock', hash, 2));
}

async function inspect(block: Block, reading: Reading, fresh: Set<string>): Promise<ChainBlock> {
  const { watched, hotAddress } = reading;
  const paid = block.tx.flatMap((transaction) => transfersOf(transaction, reading.chain));
  const own = await watched.ownOf([...new Set(paid.map(({ address }) => address))]);
  const outputs = paid.filter(({ address }) => own.has(address));
  for (const { transactionHash, output } of outputs) fresh.add(outpointOf(transactionHash, output));
  const inputs = block.tx.flatMap(inputsOf);
  const known = await watched.knownOf(inputs.map(({ outpoint }) => outpoint));
  const spends = inputs.filter(({ outpoint }) => known.has(outpoint) || fresh.has(outpoint));
  const ours = new Set(spends.map(({ spentBy }) => spentBy));
  const { height, hash, previousblockhash: parentHash } = block;
  // What comes back to the hot address from a transaction of ours is change.
  const isChange = ({ transactionHash, address }: ChainTransfer) => address === hotAddress && ours.has(transactionHash);
  return { height, hash, parentHash, transfers: outputs.filter((one) => !isChange(one)), outputs, spends };
}

function transfersOf({ txid, vin, vout }: BlockTransaction, chain: BitcoinChainName): ChainTransfer[] {
  const confirmationsMin = vin.some(({ coinbase }) => coinbase !== undefined) ? maturityBlocks : 0;
  return vout.flatMap(({ n: output, value = 0, scriptPubKey }) => {
    const address = scriptPubKey && addressOfScript(chain, scriptPubKey.hex);
    const units = coinUnits(value);
    if (address === undefined || output === undefined || units === 0n) return [];
    return [{ transactionHash: txid, output, address, memo: '', contract: '', units, confirmationsMin }];
  });
}

function inputsOf({ txid: spentBy, vin }: BlockTransaction): SpentOutput[] {
  return vin.flatMap(({ txid, vout }) =>
    txid === undefined || vout === undefined ? [] : [{ outpoint: outpointOf(txid, vout), spentBy }],
  );
}
