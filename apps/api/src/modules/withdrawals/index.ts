/** Withdrawals: requested and confirmed by users, reviewed by operators, paid on networks and by banks. */
export {
  type ApprovedWithdrawal,
  failWithdrawal,
  finishWithdrawal,
  markManual,
  markSent,
  takeApproved,
} from './payout.ts';
