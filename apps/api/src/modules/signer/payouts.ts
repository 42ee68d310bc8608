/**
 * The signer's own policy. It signs a payout once: what it has signed stands in a table of its own before anybody sees it, so a second
 * question about the same withdrawal gets the same transaction, and a crash between two lines costs nothing.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import { type ChainSigner, chainSignerOf, type NetworkKind, type SignedPayment } from '../../chains/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { lockSignatures, nextNonce } from './signatures.ts';

export interface SignedPayout {
  transactionHash: string;
  raw: string;
}

/** Why nothing is signed. */
export type PayoutRefusal = Exclude<PayoutProblem, 'unanswered' | 'network_failed'>;

/** By ticker, in whole units within an hour; '*' holds for those that are not named. */
export type HourlyLimits = ReadonlyMap<string, string>;

export interface SignerDeps {
  pool: pg.Pool;
  seed: Uint8Array;
  limits: HourlyLimits;
}

const ledgerScale = 18;

interface Approved {
  status: number;
  /** Whether the worker has taken it, after which nobody cancels it. */
  isTaken: boolean;
  assetId: number;
  ticker: string;
  networkId: number;
  kind: NetworkKind;
  contract: string;
  decimals: number;
  address: string;
  memo: string;
  /** What the receiver gets. */
  amount: string;
  /** Whether the ledger holds the whole amount for it. */
  isHeld: boolean;
}

interface Remembered extends SignedPayout {
  assetId: number;
  address: string;
  memo: string;
  amount: string;
}

/** The transaction of a withdrawal that the ledger has approved, or why there is none. */
export function signPayout(deps: SignerDeps, withdrawalId: number): Promise<SignedPayout | PayoutRefusal> {
  return inTransaction(deps.pool, async (tx) => {
    // One payout at a time: nonces follow each other, and the sum of the hour is complete.
    await lockSignatures(tx);
    const approved = await findWithdrawal(tx, withdrawalId);
    if (!approved) return 'unknown';
    const before = await findSigned(tx, withdrawalId);
    if (before) return isSame(before, approved) ? pick(before) : 'changed';
    if (approved.status !== paymentStatus.inProcess || !approved.isTaken) return 'not_approved';
    if (!approved.isHeld) return 'not_held';
    const signer = chainSignerOf({ id: approved.networkId, kind: approved.kind }, deps.seed);
    if (!signer) return 'no_adapter';
    const refusal = await refusalByLimit(tx, deps.limits, approved);
    return refusal ?? signAndRemember(tx, signer, withdrawalId, approved);
  });
}

async function findWithdrawal(tx: Transaction, id: number): Promise<Approved | undefined> {
  const { rows } = await tx.query<Approved>(
    `SELECT status, taken_at IS NOT NULL AS "isTaken", withdrawal.asset_id AS "assetId", ticker, network.id AS "networkId", network.kind, contract, decimals, address, memo,
       amount - fee AS amount,
       EXISTS (SELECT FROM ledger_holds held JOIN ledger_accounts account ON account.id = held.account_id
         WHERE held.idempotency_key = 'withdrawal:' || withdrawal.id AND held.kind = 'withdrawal' AND held.remaining = withdrawal.amount
           AND account.user_id = withdrawal.user_id AND account.asset_id = withdrawal.asset_id) AS "isHeld"
     FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
     JOIN networks network ON network.id = method.network_id JOIN assets ON assets.id = withdrawal.asset_id
     WHERE withdrawal.id = $1`,
    [id],
  );
  return rows[0];
}

async function findSigned(tx: Transaction, withdrawalId: number): Promise<Remembered | undefined> {
  const { rows } = await tx.query<Remembered>(
    `SELECT asset_id AS "assetId", address, memo, amount, transaction_hash AS "transactionHash", raw
       FROM signed_payouts WHERE withdrawal_id = $1`,
    [withdrawalId],
  );
  return rows[0];
}

function isSame(before: Remembered, now: Approved): boolean {
  const { assetId, address, memo, amount } = before;
  return assetId === now.assetId && address === now.address && memo === now.memo && units(amount) === units(now.amount);
}

const pick = ({ transactionHash, raw }: SignedPayout): SignedPayout => ({ transactionHash, raw });
const units = (decimal: string) => parseBigUnits(decimal, ledgerScale);

async function refusalByLimit(
  tx: Transaction,
  limits: HourlyLimits,
  wanted: Approved,
): Promise<PayoutRefusal | undefined> {
  const limit = limits.get(wanted.ticker) ?? limits.get('*');
  if (limit === undefined) return 'not_listed';
  if (units(wanted.amount) > units(limit)) return 'above_limit';
  const { rows } = await tx.query<{ sum: string }>(
    `SELECT coalesce(sum(amount), 0) AS sum FROM signed_payouts WHERE asset_id = $1 AND created_at > now() - interval '1 hour'`,
    [wanted.assetId],
  );
  return units(rows[0]?.sum ?? '0') + units(wanted.amount) <= units(limit) ? undefined : 'limit';
}

async function signAndRemember(
  tx: Transaction,
  signer: ChainSigner,
  withdrawalId: number,
  approved: Approved,
): Promise<SignedPayout | PayoutRefusal> {
  const { networkId, assetId, address, memo, amount } = approved;
  const nonce = await nextNonce(tx, networkId);
  const signed = trySign(signer, approved, nonce);
  if (!signed) return 'unpayable';
  const { hash, raw } = signed;
  await tx.query(
    `INSERT INTO signed_payouts (withdrawal_id, network_id, asset_id, address, memo, amount, nonce, transaction_hash, raw)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [withdrawalId, networkId, assetId, address, memo, amount, nonce, hash, raw],
  );
  return { transactionHash: hash, raw };
}

/** Before it is used for anything: what the network never takes uses up no nonce. */
function trySign(
  signer: ChainSigner,
  { address, memo, amount, contract, decimals }: Approved,
  nonce: number,
): SignedPayment | undefined {
  try {
    return signer.pay({ address, memo, contract, units: unitsOnNetwork(amount, decimals) }, nonce);
  } catch {
    return undefined;
  }
}

/** @throws RangeError for an amount with more digits than the network has: the receiver would not get what the ledger says */
function unitsOnNetwork(amount: string, decimals: number): bigint {
  return parseBigUnits(formatBigUnits(units(amount), ledgerScale), decimals);
}
