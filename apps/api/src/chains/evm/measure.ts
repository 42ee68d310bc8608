/**
 * What a token's events say is compared with what balances say: an event costs a contract nothing. What was not measured is not credited.
 * All transfers to one address are of one user, so it does not matter from which of them the difference is taken.
 */
import { type Address, decodeFunctionResult, encodeFunctionData, type Hash, type Hex, isAddressEqual } from 'viem';
import type { ChainTransfer } from '../chain.ts';
import { type EvmBlock, type EvmClient, erc20, isFailureOfCall, mapSome } from './client.ts';

export interface TokenEvent {
  transactionHash: Hash;
  contract: string;
  from: Address;
  to: Address;
  value: bigint;
}

/** The transfers with at most the units by which the balances of their addresses have grown in the block. */
export async function cutToMeasured(
  client: EvmClient,
  block: EvmBlock,
  { transfers, events }: { transfers: readonly ChainTransfer[]; events: readonly TokenEvent[] },
): Promise<ChainTransfer[]> {
  const coins = transfers.filter(({ contract }) => contract === '');
  const tokens = Map.groupBy(
    transfers.filter(({ contract }) => contract !== ''),
    ({ contract, address }) => `${contract} ${address}`,
  );
  const measured = await mapSome([...tokens.values()], async (those) => {
    const [{ contract, address: owner }] = those as [ChainTransfer, ...ChainTransfer[]];
    const [before = 0n, after = 0n] = await Promise.all(
      [block.parentHash, block.hash].map((blockHash) =>
        tokenBalanceAt(client, { contract, owner, block: { blockHash } }),
      ),
    );
    return cutTo(after - before + sentBy(block, { contract, owner, events }), those);
  });
  return [...coins, ...measured.flat()];
}

/**
 * What the address itself has sent in the block: it was there too. An event may name any sender; only transactions that the address has
 * signed count.
 */
function sentBy(
  block: EvmBlock,
  { contract, owner, events }: { contract: string; owner: string; events: readonly TokenEvent[] },
): bigint {
  const own = new Set(block.transactions.filter(({ from }) => isSame(from, owner)).map(({ hash }) => hash));
  return events
    .filter((one) => own.has(one.transactionHash) && isSame(one.contract, contract) && isSame(one.from, owner))
    .reduce((sum, { value }) => sum + value, 0n);
}

const isSame = (one: string, other: string) => isAddressEqual(one as Address, other as Address);

function cutTo(received: bigint, transfers: readonly ChainTransfer[]): ChainTransfer[] {
  let rest = received;
  return transfers.flatMap((transfer) => {
    if (rest <= 0n) return [];
    const cut = rest < transfer.units ? { ...transfer, units: rest } : transfer;
    rest -= cut.units;
    return [cut];
  });
}

/** 0 of a contract that does not answer. @throws Error when the server has no state of that block */
export async function tokenBalanceAt(
  client: EvmClient,
  { contract, owner, block }: { contract: string; owner: string; block: { blockHash: Hash } | Hex },
): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20, functionName: 'balanceOf', args: [owner as Address] });
  try {
    const to = contract as Address;
    const answer = await client.request({ method: 'eth_call', params: [{ to, data }, block] });
    return answer.length === 66 ? decodeFunctionResult({ abi: erc20, functionName: 'balanceOf', data: answer }) : 0n;
  } catch (error) {
    if (isFailureOfCall(error)) return 0n;
    throw error;
  }
}
