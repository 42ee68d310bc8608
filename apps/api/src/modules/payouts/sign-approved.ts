/** Has approved withdrawals signed, one after the other: each is asked about again right before, and given back when it is refused. */
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { type Chain, type FeeQuote, PaymentRefused } from '../../chains/index.ts';
import { inTransaction, type Queryable } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { isNetworkCompared } from '../payments/index.ts';
import { PayoutRefused } from '../signer/index.ts';
import { findTaken, giveBack, hasApproved, markSent, takeApproved } from '../withdrawals/index.ts';
import { areNoncesKnown } from './known-nonces.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { quoteOf } from './quote.ts';
import { isStopped } from './unknown-transactions.ts';

const signedAtOnce = 50;

/** @returns what was thrown */
export async function signApproved(deps: PayoutDeps, network: WatchedNetwork, chain: Chain): Promise<unknown[]> {
  const { pool } = deps;
  if (!(await isDue(pool, network.id))) return [];
  if (!(await areNoncesKnown(deps, network, chain))) return [];
  const attempt: Attempt = {
    quote: (id) => quoteOf(pool, chain, id, { isSent: false }),
    isAnswered: () => answer(deps, network, chain),
  };
  const failures = await settleTaken(deps, network);
  const exceptAssets: number[] = [];
  for (let count = 0; count < signedAtOnce; count += 1) {
    const [id] = await inTransaction(pool, (tx) => takeApproved(tx, network.id, 1, exceptAssets));
    if (id === undefined) break;
    const { problem, assetId, error } = await sign(deps, id, attempt).catch(unanswered);
    if (error) failures.push(error);
    // The signer or the network is away: the next one would wait as long for it.
    if (problem === 'unanswered') break;
    if ((problem === 'limit' || problem === 'no_funds') && assetId !== undefined) exceptAssets.push(assetId);
  }
  return failures;
}

/** After a restore, and while payouts are stopped, also where nothing waits to be signed: until then nobody may cancel, and operators see what is unknown now. */
async function isDue(db: Queryable, networkId: number): Promise<boolean> {
  if (!(await isNetworkCompared(db, networkId)) || (await hasApproved(db, networkId))) return true;
  return isStopped(db, networkId);
}

interface Attempt {
  quote(id: number): Promise<FeeQuote>;
  /** Whether the network and the signer answer at all: then an error is of this payout alone. */
  isAnswered(): Promise<boolean>;
}

/** What is signed has its fee, and stays the network's next transaction whatever it waits for. */
const ofSigned: Attempt = { quote: async () => ({}), isAnswered: async () => false };

async function answer({ signer }: PayoutDeps, network: WatchedNetwork, chain: Chain): Promise<boolean> {
  const asked = await Promise.allSettled([chain.head(), signer.addresses(network.id, [0])]);
  return asked.every(({ status }) => status === 'fulfilled');
}

/** What a run before has taken: it is handed on when it is signed, and else is free again. */
async function settleTaken(deps: PayoutDeps, network: WatchedNetwork): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const { id, isSigned } of await findTaken(deps.pool, network.id, signedAtOnce)) {
    const { error } = await (isSigned ? sign(deps, id, ofSigned) : release(deps, id)).catch(unanswered);
    if (error) failures.push(error);
  }
  return failures;
}

async function release({ pool }: PayoutDeps, id: number): Promise<Signing> {
  await inTransaction(pool, (tx) => giveBack(tx, id));
  return {};
}

interface Signing {
  /** Why it was not signed. */
  problem?: PayoutProblem;
  assetId?: number | undefined;
  /** What was thrown, when it was no refusal. */
  error?: unknown;
}

const unanswered = (error: unknown): Signing => ({ problem: 'unanswered', error });

async function sign(deps: PayoutDeps, id: number, attempt: Attempt): Promise<Signing> {
  try {
    const { transactionHash } = await deps.signer.payout(id, await attempt.quote(id));
    await inTransaction(deps.pool, (tx) => markSent(tx, { id, transactionHash }));
    return {};
  } catch (error) {
    if (error instanceof PayoutRefused || error instanceof PaymentRefused)
      return { problem: error.reason, assetId: await refuse(deps, id, error.reason) };
    const problem = (await attempt.isAnswered()) ? 'failing' : 'unanswered';
    return { problem, assetId: await refuse(deps, id, problem), error };
  }
}

/** @returns its asset */
async function refuse({ pool, log }: PayoutDeps, id: number, problem: PayoutProblem): Promise<number | undefined> {
  const refusal = await inTransaction(pool, (tx) => giveBack(tx, id, problem));
  const facts = { withdrawal: id, reason: problem };
  if (refusal?.isNew && refusal.isTriedAgain) log.warn(facts, 'a payout waits, and is tried again');
  else if (refusal?.isNew) log.error(facts, 'a payout is not signed: an operator decides');
  return refusal?.assetId;
}
