/**
 * What the life of a transfer code does to money, in the caller's transaction. Each entry has a key of the code: it is posted once whatever
 * is repeated, and activation and deletion share the key of the end.
 */
import { mainAccount, postEntry } from '../../ledger/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { transferCodesAccount } from './accounts.ts';
import type { Code } from './repository.ts';

/** From the maker's main wallet into the code. @throws DomainError insufficient_balance */
export async function setAside(tx: Transaction, code: Code): Promise<void> {
  const { makerId: userId, assetId, amount } = code;
  await postEntry(tx, {
    kind: 'transfer_code_created',
    reference: referenceOf(code),
    idempotencyKey: referenceOf(code),
    legs: [
      { account: mainAccount({ userId, assetId }), amount: `-${amount}` },
      { account: transferCodesAccount({ userId, assetId }), amount },
    ],
  });
}

/** From the code into the main wallet of the one who has activated it, or of the maker who has deleted it. */
export async function payOut(
  tx: Transaction,
  code: Code,
  { to, kind }: { to: number; kind: 'transfer_code_activated' | 'transfer_code_deleted' },
): Promise<void> {
  const { makerId, assetId, amount } = code;
  await postEntry(tx, {
    kind,
    reference: referenceOf(code),
    idempotencyKey: `${referenceOf(code)}:end`,
    legs: [
      { account: transferCodesAccount({ userId: makerId, assetId }), amount: `-${amount}` },
      { account: mainAccount({ userId: to, assetId }), amount },
    ],
  });
}

function referenceOf({ id }: Code): string {
  return `transfer-code:${id}`;
}
