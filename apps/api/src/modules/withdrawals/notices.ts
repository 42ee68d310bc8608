/** What notices of withdrawals carry. */
import type { Withdrawal } from './repository.ts';

/** Includes the receiver, with the memo where the network has memos, so that the user sees a wrong one. */
export function noticePayload({ id, amount, ticker, address, memo, isMemo, methodKind, reason }: Withdrawal) {
  return {
    id,
    amount,
    ticker,
    ...(address === '' ? {} : { address }),
    ...(isMemo ? { memo } : {}),
    ...(methodKind === 'crypto' ? {} : { isToAccount: true }),
    ...(reason === '' ? {} : { reason }),
  };
}
