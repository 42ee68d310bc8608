/** Has approved withdrawals signed, those that wait at the moment as one transaction. What is refused is given back, and the others go on. */
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import type { OutputChain } from '../../../chains/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import type { WatchedNetwork } from '../../deposits/index.ts';
import { isNetworkCompared } from '../../payments/index.ts';
import { PayoutRefused } from '../../signer/index.ts';
import { findTaken, giveBack, hasApproved, markSent, takeApproved } from '../../withdrawals/index.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import { areSpendsKnown } from './known-spends.ts';
import { chooseFor, findPayments, type Payment } from './quote-batch.ts';

const batchMax = 30;
const settledAtOnce = 200;

/** @returns what was thrown */
export async function signBatches(deps: PayoutDeps, network: WatchedNetwork, chain: OutputChain): Promise<unknown[]> {
  const { pool } = deps;
  // After a restore also where nothing waits to be signed: until then nobody may cancel.
  if ((await isNetworkCompared(pool, network.id)) && !(await hasApproved(pool, network.id))) return [];
  if (!(await areSpendsKnown(deps, network, chain))) return [];
  const failures = await settleTaken(deps, network);
  const taken = await inTransaction(pool, (tx) => takeApproved(tx, network.id, batchMax));
  const payments = await findPayments(pool, network, taken);
  const carried = new Set(payments.map(({ id }) => id));
  for (const id of taken) if (!carried.has(id)) await refuse(deps, id, 'unpayable');
  failures.push(...(await signAll(deps, network, { chain, payments })));
  return failures;
}

/** One payout that makes the signer or the network fail is found by halves: it holds up no other one. @returns what was thrown */
async function signAll(
  deps: PayoutDeps,
  network: WatchedNetwork,
  { chain, payments }: { chain: OutputChain; payments: Payment[] },
): Promise<unknown[]> {
  const failures: unknown[] = [];
  const groups = [payments];
  for (let waiting = groups.shift(); waiting; waiting = groups.shift()) {
    if (waiting.length === 0) continue;
    try {
      groups.unshift(await signSome(deps, network, { chain, waiting }));
    } catch (error) {
      failures.push(error);
      if (!(await isAnswered(deps, network, chain))) {
        for (const { id } of [waiting, ...groups].flat()) await refuse(deps, id, 'unanswered');
        break;
      }
      const half = Math.ceil(waiting.length / 2);
      if (waiting.length > 1) groups.unshift(waiting.slice(0, half), waiting.slice(half));
      else for (const { id } of waiting) await refuse(deps, id, 'failing');
    }
  }
  return failures;
}

/** @returns those that are to be tried without the ones that were refused; none once the rest is signed */
async function signSome(
  deps: PayoutDeps,
  network: WatchedNetwork,
  { chain, waiting }: { chain: OutputChain; waiting: Payment[] },
): Promise<Payment[]> {
  const chosen = await chooseFor(deps.pool, network, { chain, payments: waiting });
  if (!chosen) {
    // Without the largest one there may be enough for the others.
    const largest = waiting.reduce((found, next) => (next.units > found.units ? next : found));
    await refuse(deps, largest.id, 'no_funds');
    return waiting.filter((one) => one !== largest);
  }
  const withdrawalIds = waiting.map(({ id }) => id);
  try {
    const { transactionHash } = await deps.signer.batch({ networkId: network.id, withdrawalIds, ...chosen });
    for (const id of withdrawalIds) await inTransaction(deps.pool, (tx) => markSent(tx, { id, transactionHash }));
    return [];
  } catch (error) {
    if (!(error instanceof PayoutRefused)) throw error;
    const { reason, withdrawalId } = error;
    for (const id of withdrawalId === undefined ? withdrawalIds : [withdrawalId]) await refuse(deps, id, reason);
    return withdrawalId === undefined ? [] : waiting.filter(({ id }) => id !== withdrawalId);
  }
}

async function isAnswered({ signer }: PayoutDeps, network: WatchedNetwork, chain: OutputChain): Promise<boolean> {
  const asked = await Promise.allSettled([chain.head(), signer.addresses(network.id, [0])]);
  return asked.every(({ status }) => status === 'fulfilled');
}

/** What a run before has taken: it is handed on when it is signed, and else is free again. */
async function settleTaken(deps: PayoutDeps, network: WatchedNetwork): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const { id, isSigned } of await findTaken(deps.pool, network.id, settledAtOnce))
    try {
      if (isSigned) await handOn(deps, network, id);
      else await inTransaction(deps.pool, (tx) => giveBack(tx, id));
    } catch (error) {
      failures.push(error);
    }
  return failures;
}

/** The signer has signed it: asked once more, it answers the same transaction. */
async function handOn(deps: PayoutDeps, network: WatchedNetwork, id: number): Promise<void> {
  try {
    const question = { networkId: network.id, withdrawalIds: [id], inputs: [], feeUnits: 0n };
    const { transactionHash } = await deps.signer.batch(question);
    await inTransaction(deps.pool, (tx) => markSent(tx, { id, transactionHash }));
  } catch (error) {
    if (!(error instanceof PayoutRefused)) throw error;
    await refuse(deps, id, error.reason);
  }
}

async function refuse({ pool, log }: PayoutDeps, id: number, problem: PayoutProblem): Promise<void> {
  const refusal = await inTransaction(pool, (tx) => giveBack(tx, id, problem));
  const facts = { withdrawal: id, reason: problem };
  if (refusal?.isNew && refusal.isTriedAgain) log.warn(facts, 'a payout waits, and is tried again');
  else if (refusal?.isNew) log.error(facts, 'a payout is not signed: an operator decides');
}
