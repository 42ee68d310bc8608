/** States of loans on the wire: docs/loans.md, "States". */
export const loanStates = [
  'pending',
  'active',
  'overdue',
  'liquidating',
  'repaid',
  'liquidated',
  'defaulted',
  'written_off',
  'rejected',
  'withdrawn',
  'expired',
] as const;
