/** How money enters and leaves: payment methods, their terms, statuses of payments. */
export { paymentsEndpoints } from './endpoints.ts';
export type { FeeRow, PaymentAction, PaymentData, PaymentMethod } from './schemas.ts';
export { endedStatuses, type PaymentStatus, paymentStatus } from './statuses.ts';
