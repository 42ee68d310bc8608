/** Deposits that were held because decimals differed (decision 175), once they agree: counted again from the units of the network, and judged as new ones. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { formatBigUnits } from '@pelican/shared/money';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { findMethods, type Method, splitFee } from '../payments/index.ts';
import { isBelowUnit, wholeAmount } from './amounts.ts';
import { differingReason } from './decimals.ts';
import { type Asset, belowMinimum, type JudgedDeposit, judgeDeposit } from './judge.ts';

/** The rest is judged by the next turn: what stays held for operators is not among them, so that it holds up nothing behind it. */
const judgedAtOnce = 1_000;

interface Examined extends Asset {
  deposit: string;
  userId: string;
  methodId: number;
  /** Null of those that are older than the column: their amount was counted by the method's decimals. */
  units: string | null;
  amount: string;
  /** Two operators have decided whose it is: its minimum does not hold. */
  isAssigned: boolean;
}

/** @param differing methods whose deposits stay held */
export async function judgeExamined(tx: Transaction, networkId: number, differing: readonly number[]): Promise<void> {
  const { rows } = await tx.query<Examined>(
    `SELECT deposit.id AS deposit, deposit.user_id AS "userId", deposit.method_id AS "methodId", trunc(deposit.units)::text AS units, deposit.amount,
        asset.id, asset.ticker, asset.scale,
        EXISTS (SELECT FROM unclaimed_transfers transfer WHERE transfer.network_id = $1 AND transfer.reference = deposit.reference
          AND transfer.deposit_id = deposit.id) AS "isAssigned"
      FROM deposits deposit JOIN assets asset ON asset.id = deposit.asset_id JOIN payment_methods method ON method.id = deposit.method_id
      WHERE method.network_id = $1 AND deposit.method_id <> ALL ($2)
        AND deposit.status = ${paymentStatus.frozen} AND deposit.reason = $3
        AND (deposit.units IS NOT NULL OR deposit.held_decimals IS NOT DISTINCT FROM method.decimals)
      ORDER BY deposit.id LIMIT ${judgedAtOnce} FOR NO KEY UPDATE OF deposit`,
    [networkId, differing, differingReason],
  );
  if (rows.length === 0) return;
  const methods = new Map((await findMethods(tx)).map((one) => [one.id, one]));
  const judged = rows.flatMap((row) => {
    const method = methods.get(row.methodId);
    const known = method && judge(row, method);
    return known ? [{ ...row, ...known }] : [];
  });
  const column = <T>(read: (one: (typeof judged)[number]) => T) => judged.map(read);
  await tx.query(
    `UPDATE deposits SET amount = judged.amount, fee = judged.fee, status = judged.status, reason = judged.reason, changed_at = clock_timestamp()
      FROM unnest($1::bigint[], $2::numeric[], $3::numeric[], $4::smallint[], $5::text[]) AS judged(id, amount, fee, status, reason)
      WHERE deposits.id = judged.id`,
    [
      column(({ deposit }) => deposit),
      column(({ amount }) => amount),
      column(({ fee }) => fee),
      column(({ status }) => status),
      column(({ reason }) => reason),
    ],
  );
  // Users of the others get a notice when they are credited.
  await writeNotices(
    tx,
    judged
      .filter(({ status }) => status === paymentStatus.canceledByValidation)
      .map(({ deposit, userId, amount, ticker, reason }) => ({
        userId: Number(userId),
        kind: 'deposit_seen' as const,
        payload: { id: Number(deposit), amount, ticker, reason },
      })),
  );
}

/** Undefined of what stays held: no ledger can hold its amount. */
function judge(row: Examined, method: Method): JudgedDeposit | undefined {
  const { scale, isAssigned } = row;
  const terms = method.terms.deposit;
  const units = row.units === null ? undefined : BigInt(row.units);
  const decimals = method.decimals ?? scale;
  if (units !== undefined && terms && isBelowUnit(units, decimals, scale)) {
    const reason = belowMinimum(terms.amountMin, row);
    return { amount: formatBigUnits(1n, scale), fee: '0', status: paymentStatus.canceledByValidation, reason };
  }
  const amount = units === undefined ? row.amount : wholeAmount(units, decimals, scale);
  if (amount === undefined) return undefined;
  if (!isAssigned || !terms) return judgeDeposit(amount, { method, asset: row });
  const { fee, net } = splitFee(amount, terms, { scale });
  return /[1-9]/.test(net)
    ? { amount, fee, status: paymentStatus.pending, reason: '' }
    : judgeDeposit(amount, { method, asset: row });
}
