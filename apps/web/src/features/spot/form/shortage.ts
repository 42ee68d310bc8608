import { useOpenShortage } from '../../../platform/use-open-shortage.ts';
import type { FormContext, FormIssue } from './order-form-logic.ts';

/** Opens the dialog about too little money when that is what is wrong with the order. */
export function useShortage(): (issue: FormIssue, context: FormContext) => void {
  const open = useOpenShortage();
  return ({ missing }, { side, stock, money }) => {
    if (missing !== undefined) open(side === 'buy' ? money : stock, 'trade', missing);
  };
}
