import { openShortage } from '../../../platform/hash-dialogs.ts';
import type { FormContext, FormIssue } from './order-form-logic.ts';

/** Opens the dialog about too little money when that is what is wrong with the order. */
export function openIfShort({ missing }: FormIssue, { side, stock, money }: FormContext): void {
  if (missing !== undefined) openShortage(side === 'buy' ? money : stock, 'trade', missing);
}
