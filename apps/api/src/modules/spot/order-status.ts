/** The wire's status of rows of spot_orders, as conditions of SQL: `viewOrderRow` says the same of what it reads. */
import { CloseReason } from '@pelican/shared/engine/spot';

/** Of a finished order: whether it counts as filled rather than cancelled. */
export const isFilled = `(close_reason = ${CloseReason.filled} OR (close_reason = ${CloseReason.marketEnd} AND deal_stock > 0))`;

/** The status of any order as text. */
export const wireStatus = `CASE WHEN close_reason IS NULL THEN CASE WHEN deal_stock > 0 THEN 'partially_filled' ELSE 'open' END
  WHEN ${isFilled} THEN 'filled' ELSE 'canceled' END`;
