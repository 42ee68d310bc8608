/**
 * The signer's policy for coins that move between the exchange's own addresses. Receivers come from its keys and its settings alone: a process
 * that was taken over can move coins to the hot address and to the cold wallet, and burn what the limits of fees and gas leave it.
 */
import type { NetworkKind } from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import {
  type ChainPayment,
  type ChainSigner,
  chainSignerOf,
  type FeeQuote,
  type SignedPayment,
} from '../../chains/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import { type ColdAddresses, coldAddressOf } from './cold-wallet.ts';
import type { Limits, SignedPayout, SignerDeps } from './payouts.ts';
import { lockSignatures, nextNonce, nextNonceOf } from './signatures.ts';

/** Why nothing is signed, as operators read it. */
export const sweepRefusals = {
  unknown: 'The signer does not know it',
  changed: 'It differs from what the signer has signed for it',
  not_approved: 'It is over',
  no_adapter: 'The signer sweeps no networks of this kind',
  not_ours: 'The address is not one of the keys of the signer',
  no_cold_wallet: 'SIGNER_COLD_ADDRESSES names no address for the network',
  unpayable: 'The network cannot carry it',
  too_dear: 'Its fee may be more than what it moves',
  fee_above_limit: 'The network asks for more than the signer pays for a transaction (SIGNER_FEE_LIMITS)',
  gas_limit: 'The fees and the gas of this hour are used up (SIGNER_GAS_LIMITS)',
} as const;
export type SweepRefusal = keyof typeof sweepRefusals;

export interface SweepDeps extends SignerDeps {
  coldAddresses: ColdAddresses;
  /** What leaves within an hour for fees of sweeps and as gas, by the network's key. */
  gasLimits: Limits;
}

export interface SweepQuestion {
  fee: FeeQuote;
  /** Of the coin's smallest unit on the network. */
  units: bigint;
}

interface Wanted {
  networkId: number;
  networkKey: string;
  networkKind: NetworkKind;
  chainId: number | null;
  /** Of the network's own coin. */
  feeDecimals: number;
  kind: 'sweep' | 'gas' | 'cold';
  state: string;
  keyIndex: number;
  firstNonce: number;
  contract: string;
  isDepositAddress: boolean;
  address: string;
}

interface Remembered extends SignedPayout {
  place: number;
  networkId: number;
  keyIndex: number;
  contract: string;
  units: string;
}

const ledgerScale = 18;

/** The first transaction of a sweep, the same each time, or why there is none. */
export function signSweep(
  deps: SweepDeps,
  sweepId: number,
  asked: SweepQuestion,
): Promise<SignedPayout | SweepRefusal> {
  return inTransaction(deps.pool, async (tx) => {
    // As payouts: nonces follow each other, and the sum of the hour is complete.
    await lockSignatures(tx);
    const wanted = await findSweep(tx, sweepId);
    if (!wanted) return 'unknown';
    const [before] = await findSigned(tx, sweepId);
    if (before) return isSame(before, wanted) ? pick(before) : 'changed';
    if (wanted.state !== 'waiting') return 'not_approved';
    const signer = signerOf(deps, wanted);
    if (!signer?.payFrom) return 'no_adapter';
    const receiver = await receiverOf(tx, deps, { wanted, signer });
    if (typeof receiver === 'string') return receiver;
    const { address } = receiver;
    const payment = { address, memo: '', contract: contractOf(wanted), units: asked.units };
    const index = senderOf(wanted);
    const nonce = index === 0 ? await nextNonce(tx, wanted.networkId) : await nextNonceOf(tx, wanted, index);
    const signed = await trySign(() => signer.payFrom?.(index, payment, { nonce, fee: asked.fee }));
    if (!signed) return 'unpayable';
    const costly = { wanted, payment, signed };
    const refusal = await refusalByCost(tx, deps, costly);
    const { networkId } = wanted;
    const cost = costOf(costly);
    return refusal ?? remember(tx, sweepId, { place: 0, networkId, index, nonce, payment, signed, cost });
  });
}

/** Another transaction in the place of the newest one of a sweep, which waits: the same nonce with higher fees. */
export function replaceSweep(deps: SweepDeps, sweepId: number, fee: FeeQuote): Promise<SignedPayout | SweepRefusal> {
  return inTransaction(deps.pool, async (tx) => {
    await lockSignatures(tx);
    const wanted = await findSweep(tx, sweepId);
    const [newest] = await findSigned(tx, sweepId);
    if (!wanted || !newest) return 'unknown';
    if (!isSame(newest, wanted)) return 'changed';
    if (wanted.state !== 'sent') return 'not_approved';
    const signer = signerOf(deps, wanted);
    if (!signer?.replaceFrom) return 'no_adapter';
    const index = senderOf(wanted);
    const signed = await trySign(() => signer.replaceFrom?.(index, newest.raw, fee));
    if (!signed) return 'too_dear';
    const { nonce, address } = await findTerms(tx, sweepId);
    const units = signed.units ?? BigInt(newest.units);
    const payment = { address, memo: '', contract: newest.contract, units };
    const costly = { wanted, payment, signed };
    const refusal = await refusalByCost(tx, deps, costly);
    const { networkId } = wanted;
    const place = newest.place + 1;
    return refusal ?? remember(tx, sweepId, { place, networkId, index, nonce, payment, signed, cost: costOf(costly) });
  });
}

const pick = ({ transactionHash, raw }: SignedPayout): SignedPayout => ({ transactionHash, raw });
const senderOf = ({ kind, keyIndex }: Wanted) => (kind === 'sweep' ? keyIndex : 0);
const contractOf = ({ kind, contract }: Wanted) => (kind === 'gas' ? '' : contract);

function isSame(before: Remembered, now: Wanted): boolean {
  return before.networkId === now.networkId && before.keyIndex === senderOf(now) && before.contract === contractOf(now);
}

function signerOf({ seed }: SignerDeps, { networkId: id, networkKind, chainId }: Wanted): ChainSigner | undefined {
  return chainSignerOf({ id, kind: networkKind, chainId }, seed);
}

/** Made of the keys, or of the settings: no row says where coins go. */
async function receiverOf(
  tx: Transaction,
  { coldAddresses }: SweepDeps,
  { wanted, signer }: { wanted: Wanted; signer: ChainSigner },
): Promise<{ address: string } | SweepRefusal> {
  const { kind, keyIndex, networkId, address, isDepositAddress } = wanted;
  if (kind === 'cold') {
    const cold = await coldAddressOf(tx, networkId, coldAddresses);
    return cold === '' || cold === signer.address(0) ? 'no_cold_wallet' : { address: cold };
  }
  if (keyIndex <= 0 || !isDepositAddress || signer.address(keyIndex) !== address) return 'not_ours';
  return { address: signer.address(kind === 'gas' ? keyIndex : 0) };
}

async function trySign<Signed>(sign: () => Promise<Signed> | undefined): Promise<Signed | undefined> {
  try {
    return await sign();
  } catch {
    // What the network never takes uses up no nonce.
    return undefined;
  }
}

interface Costly {
  wanted: Wanted;
  payment: ChainPayment;
  signed: SignedPayment;
}

/** What it takes from the exchange at most: the fee, and what is sent as gas. */
const costOf = ({ wanted: { kind }, payment: { units }, signed: { costMax } }: Costly): bigint =>
  costMax + (kind === 'gas' ? units : 0n);

async function refusalByCost(
  tx: Transaction,
  { feeLimits, gasLimits }: SweepDeps,
  costly: Costly,
): Promise<SweepRefusal | undefined> {
  const { wanted, payment, signed } = costly;
  const { kind, networkKey, networkId } = wanted;
  // Half of a depositor's coins at most: else a fee of the caller's choice would be a way to burn them.
  if (kind === 'sweep' && payment.contract === '' && signed.costMax > payment.units) return 'too_dear';
  const limitOf = (limits: Limits) => {
    const limit = limits.get(networkKey) ?? limits.get('*');
    return limit === undefined ? -1n : parseBigUnits(limit, ledgerScale);
  };
  const asWhole = (units: bigint) => parseBigUnits(formatBigUnits(units, wanted.feeDecimals), ledgerScale);
  const gas = kind === 'gas' ? payment.units : 0n;
  if (asWhole(signed.costMax) > limitOf(feeLimits) || asWhole(gas) > limitOf(feeLimits)) return 'fee_above_limit';
  const { rows } = await tx.query<{ sum: string }>(
    `SELECT coalesce(sum(cost_max), 0)::text AS sum FROM signed_sweeps WHERE network_id = $1 AND created_at > now() - interval '1 hour'`,
    [networkId],
  );
  const spent = BigInt(rows[0]?.sum ?? '0') + costOf(costly);
  return asWhole(spent) > limitOf(gasLimits) ? 'gas_limit' : undefined;
}

async function findSweep(tx: Transaction, id: number): Promise<Wanted | undefined> {
  const { rows } = await tx.query<Wanted>(
    `SELECT sweep.network_id AS "networkId", network.key AS "networkKey", network.kind AS "networkKind",
       network.chain_id::float8 AS "chainId", sweep.kind, sweep.state, sweep.key_index::float8 AS "keyIndex",
       sweep.first_nonce::float8 AS "firstNonce", sweep.address, method.contract,
       coalesce((SELECT own.decimals FROM payment_methods own WHERE own.network_id = network.id AND own.contract = ''),
         ${ledgerScale}) AS "feeDecimals",
       EXISTS (SELECT FROM deposit_addresses owned WHERE owned.network_id = sweep.network_id
         AND owned.derivation_index = sweep.key_index AND owned.address = sweep.address) AS "isDepositAddress"
     FROM sweeps sweep JOIN networks network ON network.id = sweep.network_id
     JOIN payment_methods method ON method.network_id = sweep.network_id AND method.asset_id = sweep.asset_id
     WHERE sweep.id = $1`,
    [id],
  );
  return rows[0];
}

/** The newest first. */
async function findSigned(tx: Transaction, sweepId: number): Promise<Remembered[]> {
  const { rows } = await tx.query<Remembered>(
    `SELECT place, network_id AS "networkId", key_index::float8 AS "keyIndex", contract, units::text AS units,
       transaction_hash AS "transactionHash", raw
      FROM signed_sweeps WHERE sweep_id = $1 ORDER BY place DESC`,
    [sweepId],
  );
  return rows;
}

async function findTerms(tx: Transaction, sweepId: number): Promise<{ nonce: number; address: string }> {
  const { rows } = await tx.query<{ nonce: number; address: string }>(
    'SELECT nonce::float8 AS nonce, address FROM signed_sweeps WHERE sweep_id = $1 AND place = 0',
    [sweepId],
  );
  if (!rows[0]) throw new RangeError(`sweep ${sweepId} was never signed`);
  return rows[0];
}

interface Signing {
  place: number;
  networkId: number;
  index: number;
  nonce: number;
  payment: ChainPayment;
  signed: SignedPayment;
  cost: bigint;
}

async function remember(
  tx: Transaction,
  sweepId: number,
  { place, networkId, index, nonce, payment, signed, cost }: Signing,
): Promise<SignedPayout> {
  const { address, contract, units } = payment;
  const { hash, raw } = signed;
  await tx.query(
    `INSERT INTO signed_sweeps (sweep_id, place, network_id, key_index, nonce, address, contract, units, cost_max, transaction_hash, raw)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [sweepId, place, networkId, index, nonce, address, contract, String(units), String(cost), hash, raw],
  );
  return { transactionHash: hash, raw };
}
