/** What operators do to the insurance fund, and to accounts. */

import { DomainError } from '@pelican/shared/contracts';
import { type AccountSettings, type CommandOf, Op } from '@pelican/shared/engine/perpetual';
import { parseUnits, perpetualScale } from '@pelican/shared/money';
import { z } from 'zod';
import { loadInstruments } from '../../catalog/index.ts';
import { lockUser, type OperatorAction, recordAct } from '../../identity/index.ts';
import { canonicalJson, publishSettings } from '../../shards/index.ts';
import { topUpFund } from './top-up-fund.ts';

const payload = z.object({
  /** Whole units of the settlement asset as a decimal string. */
  amount: z.string(),
  /** What the money is for, or where it comes from. A repeat with the same reference changes nothing. */
  reference: z.string(),
});
export type FundTopUp = z.infer<typeof payload>;

/**
 * Money from outside into the insurance fund: the result is its transfer, undefined when the reference was used before.
 * @throws DomainError invalid_argument (the amount), not_found (there is no instrument)
 */
export const topUpInsuranceFund: OperatorAction<FundTopUp, number | undefined> = {
  name: 'fund.top_up',
  permission: 'money',
  twoPersons: true,
  payload,
  async run(tx, act, { amount, reference }) {
    const parsed = parseUnits(amount, perpetualScale);
    if (!('units' in parsed) || parsed.units <= 0)
      throw new DomainError('invalid_argument', { message: `'${amount}' is no amount of USDT` });
    const { instruments } = await loadInstruments(tx);
    const assetId = instruments[0]?.settings.settleAsset;
    if (assetId === undefined)
      throw new DomainError('not_found', { message: 'there is no instrument, so there is nothing to insure' });
    const transferId = await topUpFund(tx, { assetId, amount, reference, idempotencyKey: reference });
    if (transferId !== undefined)
      await recordAct(tx, act, { action: 'fund.topped_up', subject: 'fund', details: { amount, reference } });
    return transferId;
  },
};

const closeOnlyPayload = z.object({ email: z.string(), closeOnly: z.boolean() });
export type CloseOnlySwitch = z.infer<typeof closeOnlyPayload>;

/** Lets an account only close perpetual positions, or open them again. The result is the subject in the outbox. @throws DomainError not_found */
export const switchCloseOnly: OperatorAction<CloseOnlySwitch, string> = {
  name: 'perpetual.switch_close_only',
  permission: 'accounts',
  twoPersons: true,
  // A risk is stopped at once; letting it in again takes two.
  isForOne: (_, { closeOnly }) => closeOnly,
  payload: closeOnlyPayload,
  about: ({ email }) => email,
  async run(tx, act, { email, closeOnly }) {
    const { id } = await lockUser(tx, email);
    const subject = `account:${id}`;
    const settings: AccountSettings = { kind: 'account', id, closeOnly };
    const command: CommandOf<typeof Op.configure> = { kind: Op.configure, user: 0, settings: canonicalJson(settings) };
    const [published] = await publishSettings(tx, 'perpetual', async () => () => [{ subject, command }]);
    const action = closeOnly ? 'user.close_only' : 'user.close_only_ended';
    if (published !== undefined) await recordAct(tx, act, { action, subject: `user:${id}` });
    return subject;
  },
};
