/** Money from the outside into a wallet, by two operators, within a day's limit; and credits that were lost with a restore, which bring a user nothing new. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../identity/index.ts';
import { adoptionKinds, exchangeKey, mainAccount, outside, postEntry, unexplainedAccount } from '../../ledger/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { type Queryable, readDeployment, type Transaction } from '../../platform/database/index.ts';
import { requestTransfer } from '../wallet/index.ts';
import { storedPriceOf, usdValueOf } from '../withdrawals/index.ts';
import { demandWithinDay } from './limit.ts';
import { legsOf, lockMovement } from './movement.ts';

const payload = z.object({
  email: z.string(),
  ticker: z.string(),
  /** Whole units as a decimal string. */
  amount: z.string(),
  /** 'unexplained': it was moved on before a restore that has lost the credit, and what was moved on is unexplained now. */
  wallet: z.enum(['main', 'trade', 'futures', 'unexplained']),
  /** What the money is for, or where it comes from. A repeat with the same reference changes nothing. */
  reference: z.string(),
});
export type Credit = z.infer<typeof payload>;

export interface CreditResult {
  /** The reference was used before for the same credit. */
  isRepeat: boolean;
  /** Of the movement out of the main wallet; undefined when the money stays there. */
  transferId: number | undefined;
}

/**
 * Money from the outside world into a wallet. @throws DomainError not_found, unknown_asset, invalid_argument (the amount; more than is unexplained),
 * repeated_with_other_content, price_unknown, too_many_requests (the limit of an operator's day)
 */
export const creditWallet: OperatorAction<Credit, CreditResult> = {
  name: 'wallet.credit',
  permission: 'money',
  twoPersons: true,
  payload,
  about: ({ email }) => email,
  async run(tx, act, wanted) {
    const { userId, asset, amount } = await lockMovement(tx, wanted);
    const holder = { userId, assetId: asset.id };
    const receiver = wanted.wallet === 'unexplained' ? unexplainedAccount(holder) : mainAccount(holder);
    const { repeated, entryId } = await postEntry(tx, {
      kind: 'credit',
      reference: wanted.reference,
      idempotencyKey: keyOf(wanted),
      legs: legsOf(outside(asset.id), receiver, amount),
    });
    if (repeated) return { isRepeat: true, transferId: await findFirst(tx, wanted, userId) };
    const { ticker, wallet, reference } = wanted;
    if (wallet === 'unexplained') {
      await demandUnexplained(tx, holder);
      await recordAct(tx, act, {
        action: 'wallet.credited',
        subject: `user:${userId}`,
        details: {
          ticker,
          amount,
          wallet,
          reference,
          unexplainedUsd: await countRestored(tx, { entryId, ticker, amount }),
        },
      });
      return { isRepeat: false, transferId: undefined };
    }
    const usdValue = await valueWithinDay(tx, { actor: act.actor, ticker: asset.ticker, amount });
    const details = { ticker, amount, wallet, reference, usdValue };
    await recordAct(tx, act, { action: 'wallet.credited', subject: `user:${userId}`, details });
    await writeNotices(tx, [{ userId, kind: 'wallet_credited', payload: { amount, ticker } }]);
    if (wallet === 'main') return { isRepeat: false, transferId: undefined };
    const movement = { userId, assetId: asset.id, amount, from: 'main', to: wallet } as const;
    const begun = await requestTransfer(tx, { ...movement, idempotencyKey: keyOf(wanted) });
    if (!begun) throw new DomainError('repeated_with_other_content');
    return { isRepeat: false, transferId: begun.transfer.id };
  },
};

/** Entries that say how much of `unexplained` was adopted without its credit, and how much of that is covered. */
export const lostCreditKinds = [...adoptionKinds, 'credit'];

/**
 * After a lost credit was posted: no more than settlement has adopted without its credit, less what was returned and posted of it. Whatever else may be unexplained
 * of the user is no lost credit. It is outside of the day's limit, because the user has had the money since the credit that was lost, and gets none.
 * @throws DomainError invalid_argument
 */
async function demandUnexplained(
  tx: Transaction,
  { userId, assetId }: { userId: number; assetId: number },
): Promise<void> {
  const { rows } = await tx.query<{ isCovered: boolean }>(
    `SELECT account.balance <= 0 AND coalesce((SELECT sum(leg.amount) FROM ledger_legs leg JOIN ledger_entries entry ON entry.id = leg.entry_id
          WHERE leg.account_id = account.id AND entry.kind = ANY ($3)), 0)
        + coalesce((SELECT amount FROM carried_adoptions WHERE account_id = account.id), 0) <= 0 AS "isCovered"
      FROM ledger_accounts account WHERE kind = 'unexplained' AND user_id = $1 AND asset_id = $2`,
    [userId, assetId, lostCreditKinds],
  );
  if (rows[0]?.isCovered) return;
  const message = 'Less than this was adopted without its credit since a restore: the audit names what is unexplained';
  throw new DomainError('invalid_argument', { message, fields: { amount: [message] } });
}

/** For the alert about the sum of a day. @returns dollars by the newest price, sure or not; null without one */
async function countRestored(
  tx: Transaction,
  { entryId, ticker, amount }: { entryId: number; ticker: string; amount: string },
): Promise<string | null> {
  const price = await storedPriceOf(tx, ticker);
  const usdValue = price ? usdValueOf(amount, price).usdValue : null;
  await tx.query('INSERT INTO restored_credits (entry_id, usd_value) VALUES ($1, $2)', [entryId, usdValue]);
  return usdValue;
}

/** A demo gives its people what they trade with, before anything has a price. @returns dollars; undefined in a demo */
async function valueWithinDay(
  tx: Transaction,
  wanted: Parameters<typeof demandWithinDay>[1],
): Promise<string | undefined> {
  return (await readDeployment(tx)).isDemo ? undefined : demandWithinDay(tx, wanted);
}

function keyOf({ reference }: Credit): string {
  return `ops:credit:${reference}`;
}

/** The first credit's transfer, if it had one. @throws DomainError when the first credit was another one */
async function findFirst(tx: Queryable, wanted: Credit, userId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ transferId: string | null }>(
    `SELECT transfer.id AS "transferId" FROM ledger_entries entry
      JOIN ledger_legs leg ON leg.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = leg.account_id
      JOIN assets asset ON asset.id = account.asset_id
      LEFT JOIN transfers transfer ON transfer.user_id = account.user_id AND transfer.idempotency_key = $6
      WHERE entry.idempotency_key = $1 AND account.kind = $7 AND account.user_id = $2 AND asset.ticker = $3
        AND leg.amount = $4 AND coalesce(transfer.to_wallet, account.kind) = $5`,
    [
      keyOf(wanted),
      userId,
      wanted.ticker,
      wanted.amount,
      wanted.wallet,
      exchangeKey(keyOf(wanted)),
      wanted.wallet === 'unexplained' ? 'unexplained' : 'main',
    ],
  );
  const first = rows[0];
  if (!first) {
    const message = `the reference '${wanted.reference}' was used before for another credit`;
    throw new DomainError('repeated_with_other_content', { message });
  }
  return first.transferId === null ? undefined : Number(first.transferId);
}
