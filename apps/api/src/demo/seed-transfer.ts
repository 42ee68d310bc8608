import { requestTransfer } from '../modules/wallet/index.ts';
import { markAllRead, writeNotices } from '../notices/index.ts';
import type { Transaction } from '../platform/database/index.ts';
import { endedTransferNotice } from '../settlement/index.ts';

type SeedTransfer = Omit<Parameters<typeof requestTransfer>[1], 'from'> & { ticker: string };

/** From the main wallet. Its notice is read from the beginning: an account of the demo has no news of what was put in place before its first sign-in. */
export async function seedTransfer(tx: Transaction, { ticker, ...request }: SeedTransfer): Promise<void> {
  const { userId, amount, to } = request;
  const begun = await requestTransfer(tx, { ...request, from: 'main' });
  if (!begun) return;
  const { id } = begun.transfer;
  await writeNotices(tx, [endedTransferNotice({ id, userId, amount, ticker, from: 'main', to, isRefused: false })]);
  await markAllRead(tx, userId, Number.MAX_SAFE_INTEGER);
}
