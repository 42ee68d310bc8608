/** Money that operators take from a wallet, or give and take between a user and the house. */
import { adjustmentKinds } from '@pelican/shared/contracts/wallet';
import { z } from 'zod';
import { plainText } from '../../../identity/index.ts';
import { type Adjustment, adjustWallet } from '../../../modules/adjustments/index.ts';
import { emailArgument } from '../arguments.ts';
import { defineCommand } from '../command.ts';
import type { OpsContext } from '../context.ts';
import { reasonInput, reasonOption, submit } from '../submit-action.ts';

export const adjust = defineCommand({
  name: 'adjust',
  usage: '<email> <debit|take|give> <ticker> <amount> --reference TEXT --text TEXT [--reason TEXT]',
  summary: 'Undo a credit, or move money between a main wallet and the house; its user reads the text',
  arguments: ['email', 'kind', 'ticker', 'amount'],
  options: { reference: { type: 'string' }, text: { type: 'string' }, ...reasonOption },
  input: z.object({
    email: emailArgument,
    kind: z.enum(adjustmentKinds, { error: `must be ${adjustmentKinds.join(', ')}` }),
    ticker: z.string().toUpperCase(),
    amount: z.string(),
    reference: plainText.max(100),
    text: plainText.max(200),
    ...reasonInput,
  }),
  run: (context, { reason, ...payload }) => submit(context, adjustWallet, { payload, reason, finish: finishAdjust }),
});

export function finishAdjust(context: OpsContext, wanted: Adjustment, { isRepeat }: { isRepeat: boolean }): void {
  const { kind, amount, ticker, email } = wanted;
  const what = kind === 'give' ? `${amount} ${ticker} given to` : `${amount} ${ticker} taken from`;
  context.print(`${what} the main wallet of ${email}${isRepeat ? ' (done before under this reference)' : ''}`);
}
