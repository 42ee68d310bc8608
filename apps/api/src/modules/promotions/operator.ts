/** What operators do to the budget for rewards. */

import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { lockUser, type OperatorAction, recordAct } from '../../identity/index.ts';
import { findCreditAsset } from '../wallet/index.ts';
import { fillPromotions } from './fill-promotions.ts';
import { revokeBonus } from './sign-up-bonus.ts';

const payload = z.object({
  ticker: z.string(),
  /** Whole units as a decimal string. */
  amount: z.string(),
  /** What the money is for, or where it comes from. A repeat with the same reference changes nothing. */
  reference: z.string(),
});
export type PromotionsTopUp = z.infer<typeof payload>;

/**
 * Money from outside into the budget for rewards: the result says whether it is new, false when the reference was used before.
 * @throws DomainError unknown_asset, invalid_argument (the amount), repeated_with_other_content
 */
export const topUpPromotions: OperatorAction<PromotionsTopUp, boolean> = {
  name: 'promotions.top_up',
  permission: 'money',
  twoPersons: true,
  payload,
  async run(tx, act, { ticker, amount, reference }) {
    const { id } = await findCreditAsset(tx, ticker, amount);
    const isNew = await fillPromotions(tx, { assetId: id, amount, reference });
    if (isNew)
      await recordAct(tx, act, {
        action: 'promotions.topped_up',
        subject: 'promotions',
        details: { ticker, amount, reference },
      });
    return isNew;
  },
};

/** Takes a sign-up bonus back before it is released: it was got by deceit. @throws DomainError not_found */
export const revokeSignUpBonus: OperatorAction<{ email: string }, number> = {
  name: 'promotions.revoke_bonus',
  permission: 'money',
  twoPersons: true,
  payload: z.object({ email: z.string() }),
  about: ({ email }) => email,
  async run(tx, act, { email }) {
    const { id } = await lockUser(tx, email);
    if (!(await revokeBonus(tx, id)))
      throw new DomainError('not_found', { message: `${email} has no sign-up bonus that waits` });
    await recordAct(tx, act, { action: 'promotions.bonus_revoked', subject: `user:${id}` });
    return id;
  },
};
