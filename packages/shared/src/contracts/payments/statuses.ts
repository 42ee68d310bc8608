/** Statuses of deposits and withdrawals, as the specification numbers them. */

/** By number; what a user reads is the client's text of the same number. */
export const paymentStatus = {
  frozen: 1,
  pending: 2,
  successful: 3,
  canceled: 4,
  unconfirmedByUser: 5,
  unconfirmedByAdmin: 6,
  successfulManual: 7,
  unknown: 8,
  canceledDeposit: 9,
  confirmedByUser: 10,
  inProcess: 11,
  unsuccessful: 12,
  canceledByValidation: 13,
  /** Handed to the network, the bank or the payment provider. */
  sent: 14,
} as const;

export type PaymentStatus = (typeof paymentStatus)[keyof typeof paymentStatus];

/** Those after which nothing changes any more. */
export const endedStatuses: readonly PaymentStatus[] = [
  paymentStatus.successful,
  paymentStatus.canceled,
  paymentStatus.successfulManual,
  paymentStatus.canceledDeposit,
  paymentStatus.unsuccessful,
  paymentStatus.canceledByValidation,
];
