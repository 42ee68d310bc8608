/**
 * Blocks with the transfers to addresses of the exchange: coins that a transaction itself carries, and events of listed tokens. Coins that a
 * contract sends within a transaction (internal transfers) are in no block and no event: they are not seen.
 *
 * Events are asked for by the hash of each block: a server that does not have the block answers with an error, while a range of heights gets
 * a short answer from a server that is behind, and a deposit would be passed over for ever.
 */
import { type Address, getAddress, parseEventLogs } from 'viem';
import type { ChainBlock, ChainTransfer, Watched } from '../chain.ts';
import { type EvmBlock, type EvmClient, erc20, findFullBlock, findReceipt, mapSome } from './client.ts';
import { cutToMeasured, type TokenEvent } from './measure.ts';

interface BlockOfEvents {
  block: EvmBlock;
  events: TokenEvent[];
}

export async function readBlocks(
  client: EvmClient,
  { first, last, watched }: { first: number; last: number; watched: Watched },
): Promise<ChainBlock[]> {
  const heights = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const read = await mapSome(heights, (height) => readOne(client, height, watched.contracts));
  const end = read.indexOf(undefined);
  const blocks = (end === -1 ? read : read.slice(0, end)) as BlockOfEvents[];
  const own = await watched.ownOf([...new Set(blocks.flatMap(receiversOf))]);
  return mapSome(blocks, async ({ block, events }) => ({
    height: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    transfers: await transfersTo(client, { block, events }, { own, contracts: watched.contracts }),
  }));
}

async function readOne(
  client: EvmClient,
  height: number,
  contracts: readonly string[],
): Promise<BlockOfEvents | undefined> {
  const block = await findFullBlock(client, height);
  if (!block) return undefined;
  if (contracts.length === 0) return { block, events: [] };
  const logs = await client.getLogs({
    address: contracts as Address[],
    event: erc20[0],
    strict: true,
    blockHash: block.hash,
  });
  const events = logs.map(({ address, args, transactionHash }) => ({ contract: address, transactionHash, ...args }));
  return { block, events };
}

function receiversOf({ block, events }: BlockOfEvents): string[] {
  const natives = block.transactions.flatMap(({ to, value }) => (to && value > 0n ? [getAddress(to)] : []));
  return [...natives, ...events.map(({ to }) => getAddress(to))];
}

interface OfExchange {
  own: ReadonlySet<string>;
  contracts: readonly string[];
}

async function transfersTo(
  client: EvmClient,
  { block, events }: BlockOfEvents,
  { own, contracts }: OfExchange,
): Promise<ChainTransfer[]> {
  const isOwn = (address: string | null) => address !== null && own.has(getAddress(address));
  const hashes = [
    ...block.transactions.filter(({ to, value }) => value > 0n && isOwn(to)).map(({ hash }) => hash),
    ...events.filter(({ to }) => isOwn(to)).map(({ transactionHash }) => transactionHash),
  ];
  const listed = new Map(contracts.map((contract) => [contract.toLowerCase(), contract]));
  const found = await mapSome([...new Set(hashes)], async (hash) => {
    const receipt = await findReceipt(client, hash);
    if (receipt?.blockHash !== block.hash) throw new Error(`block ${block.number} was replaced while it was read`);
    if (receipt.status !== 'success') return [];
    const transaction = block.transactions.find((one) => one.hash === hash);
    const transfer = (place: { output: number; to: string; contract: string; units: bigint }): ChainTransfer => ({
      transactionHash: hash,
      output: place.output,
      address: getAddress(place.to),
      memo: '',
      contract: place.contract,
      units: place.units,
      ...(transaction ? { sender: getAddress(transaction.from) } : {}),
    });
    const coins =
      transaction?.to && transaction.value > 0n
        ? [transfer({ output: 0, to: transaction.to, contract: '', units: transaction.value })]
        : [];
    // The place among the transaction's own events: the one in the block changes when the transaction gets into another block.
    const firstLog = receipt.logs[0]?.logIndex ?? 0;
    const tokens = parseEventLogs({ abi: erc20, logs: receipt.logs, eventName: 'Transfer' }).flatMap((log) => {
      const contract = listed.get(log.address.toLowerCase());
      const { to, value: units } = log.args;
      return contract === undefined ? [] : [transfer({ output: log.logIndex - firstLog + 1, to, contract, units })];
    });
    return [...coins, ...tokens].filter(({ address, units }) => units > 0n && isOwn(address));
  });
  return cutToMeasured(client, block, { transfers: found.flat(), events });
}
