import type { AfterOpen } from '@pelican/shared/perpetual';
import { useTranslation } from 'react-i18next';
import styles from '../../../terminal/form/order-form.module.css';
import { formatFixed, formatUpTo } from '../../../ui/format.ts';
import { priceOf, textOf } from '../account/sizes.ts';
import { moneyDisplay, usePerpetualMarket } from '../perpetual-market.ts';
import type { MaxReason, PerpetualDraft } from './perpetual-draft.ts';
import type { PerpetualFields } from './perpetual-fields.ts';

/** A ratio of 10^-4 read as a percentage. */
const ratioPercentScale = 2;

interface PerpetualReceiptProps {
  fields: PerpetualFields;
  draft: PerpetualDraft;
  maxContracts: string;
  /** What keeps the largest size from being larger. */
  reason: MaxReason | null;
}

/** Texts of the draft's money and prices; a dash for what is not known. */
export function useDraftTexts() {
  const { t } = useTranslation('perpetual');
  const { instrument, info, grouping } = usePerpetualMarket();
  const unknown = '–';
  return {
    money: (value: bigint | null | undefined) =>
      value == null ? unknown : `${formatFixed(textOf(value), moneyDisplay, grouping)} ${info.money}`,
    /** Of the position after the order: there is none where what backs it covers every price. */
    liquidation: (after: AfterOpen | null) => {
      if (after === null) return unknown;
      if (after.liquidationTicks === null) return t('receipt.noLiquidation');
      return `${formatUpTo(priceOf(instrument, after.liquidationTicks), info.price_prec, grouping)} ${info.money}`;
    },
  };
}

/** What the order costs and what it would do to the position: cost, largest size, margin level, liquidation price. */
export function PerpetualReceipt({ fields, draft, maxContracts, reason }: PerpetualReceiptProps) {
  const { t } = useTranslation('perpetual');
  const { money, liquidation } = useDraftTexts();
  const max = maxContracts === '' ? '–' : t('size.contracts', { size: formatUpTo(maxContracts, 8) });
  const maxLabel = reason === null ? t('receipt.max') : t(`receipt.maxBy.${reason}`);
  const lines: [string, string][] =
    fields.action === 'close'
      ? [
          [maxLabel, max],
          [t('receipt.value'), money(draft.notional || null)],
          [t('receipt.fee'), money(draft.close?.fee)],
          [t(draft.close && draft.close.pnl < 0n ? 'receipt.loss' : 'receipt.profit'), money(draft.close?.pnl)],
        ]
      : [
          [t('receipt.cost'), money(draft.cost?.cost)],
          [maxLabel, max],
          [t('receipt.value'), money(draft.notional || null)],
          [t('receipt.fee'), money(draft.cost?.fee)],
          [
            t('receipt.ratio'),
            draft.after?.ratio4 == null ? '–' : `${formatFixed(textOf(draft.after.ratio4, ratioPercentScale), 1)} %`,
          ],
          [t('receipt.liquidation'), liquidation(draft.after)],
        ];
  return (
    <dl className={styles.receipt}>
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
