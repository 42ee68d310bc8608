import { useTranslation } from 'react-i18next';
import { formatUpTo } from '../../../ui/format.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import type { SwapContext, SwapDraft } from './swap-draft.ts';
import { convertSize, type SwapFields } from './swap-fields.ts';
import styles from './swap-form.module.css';
import type { SwapWarning } from './swap-issues.ts';
import { useDraftTexts } from './swap-receipt.tsx';

interface SwapSummaryProps {
  fields: SwapFields;
  draft: SwapDraft;
  context: SwapContext;
  warnings: readonly SwapWarning[];
}

/** What the confirmation says of an order: size, price, cost, and where the position would be liquidated. */
export function SwapSummary({ fields, draft, context, warnings }: SwapSummaryProps) {
  const { t } = useTranslation('perpetual');
  const { info, grouping, steps } = usePerpetualMarket();
  const { money, price } = useDraftTexts();
  const own = (text: string) => `${formatUpTo(text, 8, grouping)} ${info.money}`;
  const isMarket = fields.type === 'market' || (fields.type === 'trigger' && fields.triggerSends === 'market');
  const coins = convertSize(draft.contracts, 'contracts', 'coins', steps);
  const lines: [string, string][] = [
    [
      t('form.size'),
      `${t('size.contracts', { size: formatUpTo(draft.contracts, 8) })} (${formatUpTo(coins, 8)} ${info.stock})`,
    ],
    [t('form.price'), isMarket ? t('type.market') : own(fields.price)],
  ];
  if (fields.type === 'trigger')
    lines.push([t('form.trigger'), `${own(fields.triggerPrice)} (${t(`source.${fields.triggerBy}`)})`]);
  if (fields.action === 'open') {
    lines.push(
      [t('margin.title'), `${t(`mode.${context.mode}`)} ${t('margin.times', { leverage: context.leverage })}`],
      [t('receipt.cost'), money(draft.cost?.cost)],
      [t('receipt.liquidation'), price(draft.after?.liquidationTicks)],
    );
  } else {
    lines.push([t('receipt.profit'), money(draft.close?.pnl)]);
  }
  return (
    <>
      <dl className={styles.summary}>
        {lines.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {warnings.map(({ key, values }) => (
        <p key={key}>{t(key, values)}</p>
      ))}
    </>
  );
}
