/** Names of what moves the cash of a futures wallet, as sums of a tax year show them. */
import { CashReason } from '@pelican/shared/engine/perpetual';

export const cashReasonNames: Partial<Record<CashReason, string>> = {
  [CashReason.fee]: 'fee',
  [CashReason.realisedPnl]: 'realised_pnl',
  [CashReason.funding]: 'funding',
  [CashReason.liquidation]: 'liquidation',
  [CashReason.takeover]: 'liquidation',
  [CashReason.deleveraging]: 'liquidation',
};
