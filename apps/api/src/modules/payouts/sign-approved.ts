/** Has approved withdrawals signed, one after the other: each is asked about again right before, and given back when it is refused. */
import { isPassing, type PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { type Chain, type FeeQuote, PaymentRefused } from '../../chains/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { PayoutRefused } from '../signer/index.ts';
import { findTaken, giveBack, hasApproved, markSent, takeApproved } from '../withdrawals/index.ts';
import { areNoncesKnown } from './known-nonces.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { quoteOf } from './quote.ts';

const signedAtOnce = 50;

/** @returns what was thrown */
export async function signApproved(deps: PayoutDeps, network: WatchedNetwork, chain: Chain): Promise<unknown[]> {
  const { pool } = deps;
  if (!(await hasApproved(pool, network.id)) || !(await areNoncesKnown(deps, network, chain))) return [];
  const quote = (id: number) => quoteOf(pool, chain, id, { isSent: false });
  const failures = await settleTaken(deps, network);
  const exceptAssets: number[] = [];
  for (let count = 0; count < signedAtOnce; count += 1) {
    const [id] = await inTransaction(pool, (tx) => takeApproved(tx, network.id, 1, exceptAssets));
    if (id === undefined) break;
    try {
      exceptAssets.push(...(await sign(deps, id, quote)));
    } catch (error) {
      failures.push(error);
      // The signer is away: the next one would wait as long for it.
      break;
    }
  }
  return failures;
}

/** What a run before has taken: it is handed on when it is signed, and else is free again. */
async function settleTaken(deps: PayoutDeps, network: WatchedNetwork): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const { id, isSigned } of await findTaken(deps.pool, network.id, signedAtOnce)) {
    // What is signed has its fee.
    const settle = isSigned ? sign(deps, id, async () => ({})) : inTransaction(deps.pool, (tx) => giveBack(tx, id));
    await settle.catch((error: unknown) => failures.push(error));
  }
  return failures;
}

/** @returns the assets of which nothing more is paid in this run @throws Error when the signer did not answer */
async function sign(deps: PayoutDeps, id: number, quote: (id: number) => Promise<FeeQuote>): Promise<number[]> {
  try {
    const { transactionHash } = await deps.signer.payout(id, await quote(id));
    await inTransaction(deps.pool, (tx) => markSent(tx, { id, transactionHash }));
    return [];
  } catch (error) {
    const problem = error instanceof PayoutRefused || error instanceof PaymentRefused ? error.reason : 'unanswered';
    const assetId = await refuse(deps, id, problem);
    if (problem === 'unanswered') throw error;
    return (problem === 'limit' || problem === 'no_funds') && assetId !== undefined ? [assetId] : [];
  }
}

/** @returns its asset */
async function refuse({ pool, log }: PayoutDeps, id: number, problem: PayoutProblem): Promise<number | undefined> {
  const refusal = await inTransaction(pool, (tx) => giveBack(tx, id, problem));
  const facts = { withdrawal: id, reason: problem };
  if (refusal?.isNew && isPassing(problem)) log.warn(facts, 'a payout waits, and is tried again');
  else if (refusal?.isNew) log.error(facts, 'the signer refused a payout: an operator decides');
  return refusal?.assetId;
}
