/** What a sweep moves now, and what the network wants for it. */
import { type Chain, type ChainPayment, type FeeQuote, PaymentRefused } from '../../chains/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { findWaiting } from '../payouts/index.ts';
import { hotBoundsOf, unitsAt } from './candidates.ts';
import type { Sweep } from './repository.ts';
import type { SweepDeps } from './sweep-deps.ts';

export interface Place {
  chain: SweptChain;
  hotAddress: string;
  /** Of the newest block with its confirmations. */
  height: number;
}

/** A chain whose addresses are swept. */
export interface SweptChain extends Chain {
  quoteSweep: Chain['quoteSweep'] & object;
  balance: Chain['balance'] & object;
  spendable: Chain['spendable'] & object;
}

export interface Move {
  fee: FeeQuote;
  units: bigint;
}

/** @returns undefined when there is nothing to move any more, or it needs gas first */
export async function quoteOf(
  deps: SweepDeps,
  network: WatchedNetwork,
  { place, sweep }: { place: Place; sweep: Omit<Sweep, 'id' | 'decimals'> },
): Promise<Move | undefined> {
  const { pool } = deps;
  const { chain, hotAddress } = place;
  if (sweep.kind === 'cold') return quoteCold(deps, network, { place, sweep });
  const units = await unitsAt(pool, { networkId: network.id, assetId: sweep.assetId, address: sweep.address });
  if (units === 0n) return undefined;
  const payment = paymentTo(hotAddress, sweep.contract, units);
  const swept = await chain.quoteSweep(sweep.address, payment).catch(nothing);
  if (!swept) return undefined;
  if (sweep.kind === 'sweep') return swept.missing === 0n ? swept : undefined;
  if (swept.missing === 0n) return undefined;
  const gas = paymentTo(sweep.address, '', swept.missing);
  return {
    units: swept.missing,
    fee: await chain.quote(hotAddress, gas, await findWaiting(pool, network.id)),
  };
}

/** What a confirmed hot wallet has above its target, once it is above its maximum. */
async function quoteCold(
  { pool, signer }: SweepDeps,
  network: WatchedNetwork,
  { place, sweep }: { place: Place; sweep: Omit<Sweep, 'id' | 'decimals'> },
): Promise<Move | undefined> {
  const { chain, hotAddress, height } = place;
  const { assetId, contract } = sweep;
  const [bounds, address] = [
    await hotBoundsOf(pool, { networkId: network.id, assetId }),
    await signer.coldAddress(network.id),
  ];
  if (!bounds || address === '') return undefined;
  const waiting = await findWaiting(pool, network.id);
  const confirmed = await chain.balance(hotAddress, contract, height);
  // What has left since that block, and what is on its way out, is not there any more: it would leave a second time.
  const left = await chain.spendable(hotAddress, contract, waiting);
  const gone = confirmed - left;
  const hot = gone > 0n ? left : confirmed;
  if (hot <= bounds.max) return undefined;
  const units = hot - bounds.target;
  const payment = paymentTo(address, contract, units);
  // Withdrawals that wait come first: the rest has to be there beside them.
  return { units, fee: await chain.quote(hotAddress, payment, waiting) };
}

/** For a replacement: what is moved stays. */
export async function quoteReplacement(
  { chain, hotAddress }: Place,
  { sweep, isFromHot }: { sweep: Sweep; isFromHot: boolean },
): Promise<FeeQuote> {
  // The smallest payment shows what gas costs now; how much gas it takes is in the transaction that is replaced.
  if (isFromHot)
    return chain.quote(hotAddress, paymentTo(sweep.address === '' ? hotAddress : sweep.address, '', 1n), []);
  return (await chain.quoteSweep(sweep.address, paymentTo(hotAddress, sweep.contract, 1n))).fee;
}

function paymentTo(address: string, contract: string, units: bigint): ChainPayment {
  return { address, memo: '', contract, units };
}

function nothing(error: unknown): undefined {
  if (error instanceof PaymentRefused && error.reason === 'no_funds') return undefined;
  throw error;
}
