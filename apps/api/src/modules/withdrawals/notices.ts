/** What notices of withdrawals carry. */
import type { Withdrawal } from './repository.ts';

/** Where it goes stands in it, so that its user sees a wrong one. */
export function noticePayload({ id, amount, ticker, address, reason }: Withdrawal) {
  return { id, amount, ticker, ...(address === '' ? {} : { address }), ...(reason === '' ? {} : { reason }) };
}
