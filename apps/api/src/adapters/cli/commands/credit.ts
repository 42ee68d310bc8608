/** Money from the outside world into a person's wallet: what deposits do by themselves elsewhere. */
import { randomUUID } from 'node:crypto';
import { parseUnits, stripZeros } from '@pelican/shared/money/decimal.ts';
import { z } from 'zod';
import { mainAccount, outside, postEntry } from '../../../ledger/index.ts';
import { requestTransfer } from '../../../modules/wallet/index.ts';
import { writeNotices } from '../../../notices/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../../platform/database/index.ts';
import { type Account, emailArgument, lockAccount, recordOps } from '../accounts.ts';
import { defineCommand, OpsError } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { deliver, waitingText } from '../deliver.ts';

const input = z.object({
  email: emailArgument,
  ticker: z.string().toUpperCase(),
  amount: z.string(),
  wallet: z.enum(['main', 'trade', 'futures'], { error: 'must be main, trade or futures' }).default('main'),
  reference: z.string().min(1).max(100).optional(),
});
type Credit = z.infer<typeof input>;

export const credit = defineCommand({
  name: 'credit',
  usage: '<email> <ticker> <amount> [--wallet main|trade|futures] [--reference TEXT]',
  summary: 'Bring money in from the outside; a reference makes a repeat harmless',
  arguments: ['email', 'ticker', 'amount'],
  options: { wallet: { type: 'string' }, reference: { type: 'string' } },
  input,
  run: creditWallet,
});

async function creditWallet(context: OpsContext, wanted: Credit): Promise<number> {
  const key = `ops:credit:${wanted.reference ?? randomUUID()}`;
  const { isNew, transferId, amount } = await inTransaction(context.pool, (tx) => post(context, tx, wanted, key));
  const what = `${amount} ${wanted.ticker} to the ${wanted.wallet} wallet of ${wanted.email}`;
  const again = isNew ? '' : ' (done before under this reference)';
  if (transferId === undefined) {
    context.print(`credited ${what}${again}`);
    return 0;
  }
  const outcome = await deliver(context, [`transfer:${transferId}`]);
  const status = await transferStatus(context.pool, transferId);
  if (outcome.kind === 'refused' || status === 'rejected') {
    throw new OpsError(`the engine refused transfer ${transferId}: the money is in the main wallet of ${wanted.email}`);
  }
  if (status !== 'completed') throw new OpsError(`transfer ${transferId} is on its way. ${waitingText}`);
  context.print(`credited ${what}${again}`);
  return 0;
}

interface Posted {
  isNew: boolean;
  /** Of the movement out of the main wallet. */
  transferId: number | undefined;
  amount: string;
}

async function post(context: OpsContext, tx: Transaction, wanted: Credit, key: string): Promise<Posted> {
  const account = await lockAccount(tx, wanted.email);
  const asset = await findAsset(tx, wanted.ticker);
  checkAmount(wanted.amount, asset);
  const amount = stripZeros(wanted.amount);
  const { repeated } = await postEntry(tx, {
    kind: 'credit',
    reference: wanted.reference ?? key,
    idempotencyKey: key,
    legs: [
      { account: outside(asset.id), amount: `-${amount}` },
      { account: mainAccount({ userId: account.id, assetId: asset.id }), amount },
    ],
  });
  if (repeated) return { isNew: false, transferId: await findFirst(tx, wanted, account, key), amount };
  await recordOps(context, tx, 'wallet.credited', `user:${account.id}`, {
    ticker: wanted.ticker,
    amount,
    wallet: wanted.wallet,
    reference: wanted.reference ?? null,
  });
  const credited = { amount, ticker: asset.ticker };
  await writeNotices(tx, [{ userId: account.id, kind: 'wallet_credited', payload: credited }]);
  if (wanted.wallet === 'main') return { isNew: true, transferId: undefined, amount };
  const movement = { userId: account.id, assetId: asset.id, amount, from: 'main', to: wanted.wallet } as const;
  const begun = await requestTransfer(tx, { ...movement, idempotencyKey: key });
  if (!begun) throw new OpsError(`the user has a transfer under the key ${key} already`);
  return { isNew: true, transferId: begun.transfer.id, amount };
}

/** The first credit's transfer, if it had one. @throws OpsError when the first credit was another one */
async function findFirst(tx: Queryable, wanted: Credit, account: Account, key: string): Promise<number | undefined> {
  const { rows } = await tx.query<{ transferId: string | null }>(
    `SELECT transfer.id AS "transferId" FROM ledger_entries entry
      JOIN ledger_legs leg ON leg.entry_id = entry.id
      JOIN ledger_accounts account ON account.id = leg.account_id
      JOIN assets asset ON asset.id = account.asset_id
      LEFT JOIN transfers transfer ON transfer.user_id = account.user_id AND transfer.idempotency_key = $1
      WHERE entry.idempotency_key = $1 AND account.kind = 'main' AND account.user_id = $2 AND asset.ticker = $3
        AND leg.amount = $4 AND coalesce(transfer.to_wallet, 'main') = $5`,
    [key, account.id, wanted.ticker, wanted.amount, wanted.wallet],
  );
  const first = rows[0];
  if (!first) throw new OpsError(`the reference '${wanted.reference}' was used before for another credit`);
  return first.transferId === null ? undefined : Number(first.transferId);
}

async function findAsset(db: Queryable, ticker: string): Promise<{ id: number; ticker: string; scale: number }> {
  const { rows } = await db.query<{ id: number; ticker: string; scale: number }>(
    'SELECT id, ticker, scale FROM assets WHERE ticker = $1',
    [ticker],
  );
  if (!rows[0]) throw new OpsError(`there is no asset ${ticker}; \`markets\` lists what is traded`);
  return rows[0];
}

function checkAmount(amount: string, asset: { ticker: string; scale: number }): void {
  const parsed = parseUnits(amount, asset.scale);
  if ('units' in parsed && parsed.units > 0) return;
  const problem = 'problem' in parsed ? parsed.problem : 'zero';
  const texts = {
    zero: 'is not above zero',
    notDecimal: 'is not a decimal number',
    tooManyDecimals: `has more than the ${asset.scale} decimals of ${asset.ticker}`,
    outOfRange: `is too much for one credit of ${asset.ticker}: give it in parts`,
  };
  throw new OpsError(`the amount ${amount} ${texts[problem]}`);
}

async function transferStatus(db: Queryable, transferId: number): Promise<string | undefined> {
  const { rows } = await db.query<{ status: string }>('SELECT status FROM transfers WHERE id = $1', [transferId]);
  return rows[0]?.status;
}
