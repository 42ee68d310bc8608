/** What a withdrawal does to money: held at its request, captured when it was paid, released when it was not. */
import { capture, hold, lockAccounts, mainAccount, postEntry, release } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { bankAccount, chainAccount, networkCostsAccount, paymentFeesAccount } from '../payments/index.ts';
import type { Withdrawal } from './repository.ts';

/** Of holds; the audit compares those that are open with the withdrawals. */
export const holdKind = 'withdrawal';

type Held = Pick<Withdrawal, 'id' | 'userId' | 'assetId' | 'amount'>;

/** @throws DomainError insufficient_balance */
export async function holdMoney(tx: Transaction, held: Held): Promise<void> {
  const { userId, assetId, amount } = held;
  const reference = referenceOf(held);
  const account = mainAccount({ userId, assetId });
  await hold(tx, { account, amount, kind: holdKind, reference, idempotencyKey: reference });
}

/** The whole amount is its user's again. */
export async function releaseMoney(tx: Transaction, held: Pick<Withdrawal, 'id'>): Promise<void> {
  const reference = referenceOf(held);
  await release(tx, { hold: reference, idempotencyKey: `${reference}:release` });
}

/** What the network has taken for a transaction, in the asset that its fees are paid in. */
export interface NetworkFee {
  assetId: number;
  /** Whole units. */
  amount: string;
}

/** All accounts that the entries of a payout touch, in one order: others who need several of them wait instead of meeting it half-way. */
export async function lockPaidAccounts(tx: Transaction, paid: Withdrawal, networkFee?: NetworkFee): Promise<void> {
  const { userId, assetId, networkId } = paid;
  const native = networkFee?.assetId;
  await lockAccounts(tx, [
    mainAccount({ userId, assetId }),
    receiverOf(paid),
    ...(paid.fee === '0' ? [] : [paymentFeesAccount(assetId)]),
    ...(native === undefined || networkId === null
      ? []
      : [networkCostsAccount(native), chainAccount({ networkId, assetId: native })]),
  ]);
}

/** Where the net amount leaves to. */
function receiverOf({ networkId, methodId, assetId }: Withdrawal) {
  return networkId === null ? bankAccount({ methodId, assetId }) : chainAccount({ networkId, assetId });
}

/** The net amount leaves for the network or the bank, the fee is the house's. */
export async function captureMoney(tx: Transaction, paid: Withdrawal): Promise<void> {
  const { assetId, net, fee } = paid;
  const reference = referenceOf(paid);
  await capture(tx, {
    hold: reference,
    to: [
      { account: receiverOf(paid), amount: net },
      ...(fee === '0' ? [] : [{ account: paymentFeesAccount(assetId), amount: fee }]),
    ],
    kind: 'withdrawal_finished',
    reference,
    idempotencyKey: `${reference}:finish`,
  });
}

/** What the network has taken, at the expense of the house. */
export const postNetworkCost = (tx: Transaction, paid: CostBearing, { assetId, amount }: NetworkFee): Promise<void> =>
  moveNetworkCost(tx, paid, { assetId, keySuffix: 'network', costs: `-${amount}`, chain: amount });

/**
 * What was captured for one that was not paid after all is its user's again: the net amount was never taken from the network, and the house keeps no fee.
 * @throws DomainError insufficient_balance when the house has the fee no more
 */
export async function returnMoney(tx: Transaction, paid: Withdrawal): Promise<void> {
  const { userId, assetId, amount, net, fee } = paid;
  const reference = referenceOf(paid);
  await postEntry(tx, {
    kind: 'withdrawal_returned',
    reference,
    idempotencyKey: `${reference}:return`,
    legs: [
      { account: mainAccount({ userId, assetId }), amount },
      { account: receiverOf(paid), amount: `-${net}` },
      ...(fee === '0' ? [] : [{ account: paymentFeesAccount(assetId), amount: `-${fee}` }]),
    ],
  });
}

/** What `postNetworkCost` has posted for it; undefined where it posted nothing. */
export async function findNetworkCost(tx: Transaction, paid: Pick<Withdrawal, 'id'>): Promise<NetworkFee | undefined> {
  const { rows } = await tx.query<NetworkFee>(
    `SELECT account.asset_id AS "assetId", trim_scale(leg.amount)::text AS amount FROM ledger_entries entry
      JOIN ledger_legs leg ON leg.entry_id = entry.id JOIN ledger_accounts account ON account.id = leg.account_id
      WHERE entry.idempotency_key = $1 AND account.kind = 'chain'`,
    [`${referenceOf(paid)}:network`],
  );
  return rows[0];
}

/** The network has taken nothing: the transaction that was to cost it is in no block. */
export const returnNetworkCost = (tx: Transaction, paid: CostBearing, { assetId, amount }: NetworkFee): Promise<void> =>
  moveNetworkCost(tx, paid, { assetId, keySuffix: 'network:return', costs: amount, chain: `-${amount}` });

type CostBearing = Pick<Withdrawal, 'id' | 'networkId'>;

async function moveNetworkCost(
  tx: Transaction,
  paid: CostBearing,
  { assetId, keySuffix, costs, chain }: { assetId: number; keySuffix: string; costs: string; chain: string },
): Promise<void> {
  const { networkId } = paid;
  if (networkId === null) throw new RangeError('only a network takes a fee of its own');
  const reference = referenceOf(paid);
  await postEntry(tx, {
    kind: 'network_cost',
    reference,
    idempotencyKey: `${reference}:${keySuffix}`,
    legs: [
      { account: networkCostsAccount(assetId), amount: costs },
      { account: chainAccount({ networkId, assetId }), amount: chain },
    ],
  });
}

function referenceOf({ id }: Pick<Withdrawal, 'id'>): string {
  return `withdrawal:${id}`;
}
