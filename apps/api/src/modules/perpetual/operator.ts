/** What operators do to the insurance fund. */
import { DomainError } from '@pelican/shared/errors.ts';
import { parseUnits } from '@pelican/shared/money/decimal.ts';
import { perpetualScale } from '@pelican/shared/money/perpetual-listing.ts';
import { z } from 'zod';
import { loadInstruments } from '../../catalog/index.ts';
import { recordAudit } from '../../platform/database/index.ts';
import type { OperatorAction } from '../operations/index.ts';
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
  payload,
  async run(tx, actor, { amount, reference }) {
    const parsed = parseUnits(amount, perpetualScale);
    if (!('units' in parsed) || parsed.units <= 0)
      throw new DomainError('invalid_argument', { message: `'${amount}' is no amount of USDT` });
    const { instruments } = await loadInstruments(tx);
    const assetId = instruments[0]?.settings.settleAsset;
    if (assetId === undefined)
      throw new DomainError('not_found', { message: 'there is no instrument, so there is nothing to insure' });
    const transferId = await topUpFund(tx, { assetId, amount, reference, idempotencyKey: reference });
    if (transferId !== undefined)
      await recordAudit(tx, { actor, action: 'fund.topped_up', subject: 'fund', details: { amount, reference } });
    return transferId;
  },
};
