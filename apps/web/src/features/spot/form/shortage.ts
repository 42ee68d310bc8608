import { shortageHash } from '../../../platform/hash-dialogs.ts';
import { useOpenDialog } from '../../../platform/use-open-dialog.ts';
import type { FormContext, FormIssue } from './order-form-logic.ts';

/** Opens the dialog about too little money when that is what is wrong with the order. */
export function useShortage(): (issue: FormIssue, context: FormContext) => void {
  const open = useOpenDialog();
  return ({ missing }, { side, stock, money }) => {
    if (missing !== undefined) open(shortageHash(side === 'buy' ? money : stock, 'trade', missing));
  };
}
