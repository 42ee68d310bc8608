/**
 * Moves what lies on a network to where it belongs: written, signed, sent, confirmed. A run that ends between two steps is continued by the next
 * one, and no step moves anything twice: the signer has one nonce for a row, and a network takes one transaction of a nonce.
 */
import { type Chain, PaymentRefused } from '../../chains/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { areNoncesKnown } from '../payouts/index.ts';
import { SweepRefused } from '../signer/index.ts';
import { type Candidate, countSigned, findCandidates, findExcess, skipAddress } from './candidates.ts';
import { followMisplaced, followSent } from './follow.ts';
import { noteDeposits, readHoldings } from './holdings.ts';
import { findPlace } from './place.ts';
import { type Move, type Place, quoteOf, type SweptChain } from './quote.ts';
import {
  dropSweep,
  findWaitingSweeps,
  insertSweep,
  markSent,
  type NewSweep,
  type Sweep,
  setProblem,
} from './repository.ts';
import type { SweepDeps } from './sweep-deps.ts';

/** The limits of an hour pass by and by; an operator sends coins at any time. */
const retrySeconds = (problem: string) => (problem === 'no_funds' ? 60 : 600);

/** What a run may take from the hot wallet for gas. */
interface Gas {
  /** Once it had too little: the next address would only ask the network for the same answer. */
  isShort: boolean;
}

/**
 * One run. A sweep that fails holds up no other one.
 * @throws AggregateError after the run, when the chain or the signer did not answer
 */
export async function moveNetwork(deps: SweepDeps, network: WatchedNetwork, chain: Chain): Promise<void> {
  const { pool } = deps;
  if (!isSwept(chain)) return;
  const read = await findPlace(pool, network);
  if (!read) return;
  const place = { ...read, chain };
  await noteDeposits(pool, network.id, read.height);
  await readHoldings(pool, network.id, { balance: chain.balance, height: read.height, isDueOnly: true });
  const failures = [...(await followMisplaced(deps, network, chain)), ...(await followSent(deps, network, place))];
  const noted = (error: unknown) => void failures.push(error);
  const [waiting, candidates, excess] = await Promise.all([
    findWaitingSweeps(pool, network.id),
    findCandidates(pool, network.id),
    findExcess(pool, network.id),
  ]);
  const isIdle = waiting.length + candidates.length + excess.length === 0;
  const isHotKnown = !isIdle && (await areNoncesKnown(deps, network, chain));
  const gas: Gas = { isShort: false };
  for (const { isSigned, ...sweep } of waiting) {
    if (isSigned) await markSent(pool, sweep.id);
    else if (sweep.kind === 'sweep' || (isHotKnown && !(sweep.kind === 'gas' && gas.isShort)))
      await start(deps, network, { place, sweep, gas }).catch(noted);
  }
  for (const candidate of candidates) await collect(deps, network, { place, candidate, isHotKnown, gas }).catch(noted);
  if (isHotKnown)
    for (const assetId of excess)
      await begin(deps, network, { place, wanted: coldOf(network.id, assetId), gas }).catch(noted);
  if (!isIdle) failures.push(...(await followSent(deps, network, place)));
  if (failures.length > 0) throw new AggregateError(failures, `sweeps of the network ${network.key} have failed`);
}

function isSwept(chain: Chain): chain is SweptChain {
  return chain.quoteSweep !== undefined && chain.balance !== undefined && chain.spendable !== undefined;
}

const coldOf = (networkId: number, assetId: number): NewSweep => ({
  networkId,
  assetId,
  kind: 'cold',
  keyIndex: 0,
  address: '',
  firstNonce: 0,
});

/** An address with enough: its coins, or gas for them. */
async function collect(
  deps: SweepDeps,
  network: WatchedNetwork,
  { place, candidate, isHotKnown, gas }: { place: Place; candidate: Candidate; isHotKnown: boolean; gas: Gas },
): Promise<void> {
  const { pool } = deps;
  const { chain, hotAddress } = place;
  const { assetId, contract, address, keyIndex, units } = candidate;
  const payment = { address: hotAddress, memo: '', contract, units };
  try {
    const { missing } = await chain.quoteSweep(address, payment);
    if (missing > 0n && (!isHotKnown || gas.isShort)) return;
    const kind = missing > 0n ? 'gas' : 'sweep';
    const firstNonce = kind === 'gas' ? 0 : await chain.nonce(address);
    // One before it is on its way to a block again, and takes what is there.
    if (kind === 'sweep' && firstNonce < (await countSigned(pool, { networkId: network.id, keyIndex }))) return;
    const wanted = { networkId: network.id, assetId, kind, keyIndex, address, firstNonce } as const;
    await begin(deps, network, { place, wanted, gas });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    // Dust, or a token whose contract fails: it stays where it is.
    await skipAddress(pool, { networkId: network.id, assetId, address });
  }
}

/** Before anything is asked for it is a row: the run after a crash finds it. */
async function begin(
  deps: SweepDeps,
  network: WatchedNetwork,
  { place, wanted, gas }: { place: Place; wanted: NewSweep; gas: Gas },
): Promise<void> {
  const id = await insertSweep(deps.pool, wanted);
  if (id === undefined) return;
  const sweep = (await findWaitingSweeps(deps.pool, network.id)).find((one) => one.id === id);
  if (sweep) await start(deps, network, { place, sweep, gas });
}

async function start(
  deps: SweepDeps,
  network: WatchedNetwork,
  { place, sweep, gas }: { place: Place; sweep: Sweep; gas: Gas },
): Promise<void> {
  const { pool, signer, log } = deps;
  const { id } = sweep;
  try {
    const move: Move | undefined = await quoteOf(deps, network, { place, sweep });
    if (!move) return await dropSweep(pool, id);
    await signer.sweep(id, move);
    await markSent(pool, id);
  } catch (error) {
    if (!(error instanceof SweepRefused || error instanceof PaymentRefused)) throw error;
    const { reason } = error;
    if (sweep.kind === 'gas' && reason === 'no_funds') gas.isShort = true;
    if (await setProblem(pool, id, { problem: reason, seconds: retrySeconds(reason) }))
      log.warn({ sweep: id, kind: sweep.kind, network: network.key, reason }, 'a sweep waits, and is tried again');
  }
}
