/**
 * The signer's own policy. It signs a payout once: it writes what it has signed to a table before it answers, so a second
 * question about the same withdrawal gets the same transaction, and a crash between two lines costs nothing.
 */
import {
  type AddressType,
  type BitcoinChainName,
  type NetworkKind,
  paymentStatus,
} from '@pelican/shared/contracts/payments';
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type pg from 'pg';
import { type ChainSigner, chainSignerOf, type FeeQuote, type SignedPayment } from '../../chains/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { lockSignatures, nextNonce } from './signatures.ts';

export interface SignedPayout {
  transactionHash: string;
  raw: string;
}

/** Why nothing is signed. */
export type PayoutRefusal = Exclude<
  PayoutProblem,
  'unanswered' | 'failing' | 'not_taken' | 'input_lost' | 'network_failed' | 'no_funds'
>;

/** Whole units, by ticker or by the key of a network; '*' holds for those that are not named. */
export type Limits = ReadonlyMap<string, string>;

export interface SignerDeps {
  pool: pg.Pool;
  seed: Uint8Array;
  /** Of an hour, by ticker. */
  limits: Limits;
  /** Of what one transaction costs its network, by the network's key. */
  feeLimits: Limits;
}

const ledgerScale = 18;

export interface Approved {
  status: number;
  /** Whether the worker has taken it, after which nobody cancels it. */
  isTaken: boolean;
  assetId: number;
  ticker: string;
  networkId: number;
  networkKey: string;
  kind: NetworkKind;
  chainId: number | null;
  chainName: BitcoinChainName | null;
  addressType: AddressType | null;
  /** Of the network's own coin. */
  feeDecimals: number;
  contract: string;
  decimals: number;
  address: string;
  memo: string;
  /** What the receiver gets. */
  amount: string;
  /** Whether the ledger holds the whole amount for it. */
  isHeld: boolean;
}

export interface Remembered extends SignedPayout {
  assetId: number;
  address: string;
  memo: string;
  amount: string;
}

/** The transaction of a withdrawal that the ledger has approved, or why there is none. */
export function signPayout(
  deps: SignerDeps,
  withdrawalId: number,
  fee: FeeQuote,
): Promise<SignedPayout | PayoutRefusal> {
  return inTransaction(deps.pool, async (tx) => {
    // One payout at a time: nonces follow each other, and the sum of the hour is complete.
    await lockSignatures(tx);
    const approved = await findWithdrawal(tx, withdrawalId);
    if (!approved) return 'unknown';
    const before = await findSigned(tx, withdrawalId);
    if (before) return isSame(before, approved) ? pick(before) : 'changed';
    if (approved.status !== paymentStatus.inProcess || !approved.isTaken) return 'not_approved';
    if (!approved.isHeld) return 'not_held';
    const signer = signerOf(deps, approved);
    if (!signer) return 'no_adapter';
    const refusal = await refusalByLimit(tx, deps.limits, approved);
    if (refusal) return refusal;
    const payment = await trySign(signer, approved, { nonce: await nextNonce(tx, approved.networkId), fee });
    if (!payment) return 'unpayable';
    if (!isWithinFeeLimit(deps.feeLimits, approved, payment)) return 'fee_above_limit';
    return remember(tx, withdrawalId, { approved, payment });
  });
}

/** Undefined for a network without an adapter. */
export function signerOf({ seed }: SignerDeps, { networkId: id, kind, chainId }: Approved): ChainSigner | undefined {
  return chainSignerOf({ id, kind, chainId }, seed);
}

/** Undefined too where the method pays another asset than the one whose hold and limit are counted. */
export async function findWithdrawal(tx: Transaction, id: number): Promise<Approved | undefined> {
  const { rows } = await tx.query<Approved>(
    `SELECT status, taken_at IS NOT NULL AS "isTaken", withdrawal.asset_id AS "assetId", ticker, network.id AS "networkId", network.key AS "networkKey",
       network.kind, network.chain_id::float8 AS "chainId", network.chain_name AS "chainName", network.address_type AS "addressType", coalesce((SELECT own.decimals FROM payment_methods own WHERE own.network_id = network.id AND own.contract = ''),
         ${ledgerScale}) AS "feeDecimals", contract, decimals, address, memo,
       amount - fee AS amount,
       EXISTS (SELECT FROM ledger_holds held JOIN ledger_accounts account ON account.id = held.account_id
         WHERE held.idempotency_key = 'withdrawal:' || withdrawal.id AND held.kind = 'withdrawal' AND held.remaining = withdrawal.amount
           AND account.user_id = withdrawal.user_id AND account.asset_id = withdrawal.asset_id) AS "isHeld"
     FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id AND method.asset_id = withdrawal.asset_id
     JOIN networks network ON network.id = method.network_id JOIN assets ON assets.id = withdrawal.asset_id
     WHERE withdrawal.id = $1`,
    [id],
  );
  return rows[0];
}

export async function findSigned(tx: Transaction, withdrawalId: number): Promise<Remembered | undefined> {
  const { rows } = await tx.query<Remembered>(
    `SELECT asset_id AS "assetId", address, memo, amount, transaction_hash AS "transactionHash", raw
       FROM signed_payouts WHERE withdrawal_id = $1`,
    [withdrawalId],
  );
  return rows[0];
}

export function isSame(before: Remembered, now: Approved): boolean {
  const { assetId, address, memo, amount } = before;
  return assetId === now.assetId && address === now.address && memo === now.memo && units(amount) === units(now.amount);
}

const pick = ({ transactionHash, raw }: SignedPayout): SignedPayout => ({ transactionHash, raw });
const units = (decimal: string) => parseBigUnits(decimal, ledgerScale);

/** @param before amounts of the same asset that are signed with it */
export async function refusalByLimit(
  tx: Transaction,
  limits: Limits,
  wanted: Approved,
  before: readonly string[] = [],
): Promise<PayoutRefusal | undefined> {
  const limit = limits.get(wanted.ticker) ?? limits.get('*');
  if (limit === undefined) return 'not_listed';
  if (units(wanted.amount) > units(limit)) return 'above_limit';
  const { rows } = await tx.query<{ sum: string }>(
    `SELECT coalesce(sum(amount), 0) AS sum FROM signed_payouts WHERE asset_id = $1 AND created_at > now() - interval '1 hour'`,
    [wanted.assetId],
  );
  const amounts = [rows[0]?.sum ?? '0', wanted.amount, ...before];
  return amounts.reduce((all, one) => all + units(one), 0n) <= units(limit) ? undefined : 'limit';
}

/** The worker names the fee: without a limit of the signer's own it could burn the hot wallet's coins. */
export function isWithinFeeLimit(
  limits: Limits,
  { networkKey, feeDecimals }: Approved,
  { costMax }: SignedPayment,
): boolean {
  const limit = limits.get(networkKey) ?? limits.get('*');
  return limit !== undefined && units(formatBigUnits(costMax, feeDecimals)) <= units(limit);
}

async function remember(
  tx: Transaction,
  withdrawalId: number,
  { approved, payment }: { approved: Approved; payment: SignedPayment & { nonce: number } },
): Promise<SignedPayout> {
  const { networkId, assetId, address, memo, amount } = approved;
  const { hash, raw, nonce } = payment;
  await tx.query(
    `INSERT INTO signed_payouts (withdrawal_id, network_id, asset_id, address, memo, amount, nonce, transaction_hash, raw)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [withdrawalId, networkId, assetId, address, memo, amount, nonce, hash, raw],
  );
  return { transactionHash: hash, raw };
}

/** Before it is used for anything: what the network never takes uses up no nonce. */
async function trySign(
  signer: ChainSigner,
  { address, memo, amount, contract, decimals }: Approved,
  terms: { nonce: number; fee: FeeQuote },
): Promise<(SignedPayment & { nonce: number }) | undefined> {
  try {
    const payment = { address, memo, contract, units: unitsOnNetwork(amount, decimals) };
    return { ...(await signer.pay(payment, terms)), nonce: terms.nonce };
  } catch {
    return undefined;
  }
}

/** @throws RangeError for an amount with more digits than the network has: the receiver would not get what the ledger says */
export function unitsOnNetwork(amount: string, decimals: number): bigint {
  return parseBigUnits(formatBigUnits(units(amount), ledgerScale), decimals);
}
