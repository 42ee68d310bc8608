import { useTranslation } from 'react-i18next';
import type { SummaryLine } from '../../../terminal/form/order-summary.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { isSet } from '../dialogs/legs.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import type { PerpetualContext, PerpetualDraft } from './perpetual-draft.ts';
import { convertSize, type PerpetualFields } from './perpetual-fields.ts';
import { useDraftTexts } from './perpetual-receipt.tsx';

/** What the confirmation says of an order: size, price, cost, fee with its GST, where it would be liquidated, take-profit and stop-loss. */
export function useSummaryLines(): (
  fields: PerpetualFields,
  draft: PerpetualDraft,
  context: PerpetualContext,
) => SummaryLine[] {
  const { t } = useTranslation('perpetual');
  const { info, grouping, steps } = usePerpetualMarket();
  const { money, liquidation } = useDraftTexts();
  const own = (text: string) => `${formatUpTo(text, 8, grouping)} ${info.money}`;
  const legLines = ({ hasLegs, legs, type }: PerpetualFields): SummaryLine[] => {
    if (!hasLegs || type === 'trigger') return [];
    return (['tp', 'sl'] as const)
      .filter((name) => isSet(legs[name]))
      .map((name) => {
        const { trigger, price: limit, source } = legs[name];
        const sends = limit === '' ? t('type.market') : own(limit);
        return [t(`legs.${name}`), `${own(trigger)} (${t(`source.${source}`)}) → ${sends}`];
      });
  };
  return (fields, draft, context) => {
    const isMarket = fields.type === 'market' || (fields.type === 'trigger' && fields.triggerSends === 'market');
    const coins = convertSize(draft.contracts, 'contracts', 'coins', steps);
    const size = t('size.contracts', { size: formatUpTo(draft.contracts, 8) });
    const lines: SummaryLine[] = [
      [t('form.size'), `${size} (${formatUpTo(coins, 8)} ${info.stock})`],
      [t('form.price'), isMarket ? t('type.market') : own(fields.price)],
    ];
    if (fields.type === 'trigger')
      lines.push([t('form.trigger'), `${own(fields.triggerPrice)} (${t(`source.${fields.triggerBy}`)})`]);
    if (fields.action === 'close') {
      const result = draft.close && draft.close.pnl < 0n ? 'receipt.loss' : 'receipt.profit';
      return [...lines, [t('receipt.fee'), money(draft.close?.fee)], [t(result), money(draft.close?.pnl)]];
    }
    const leverage = t('margin.times', { leverage: context.leverage });
    return [
      ...lines,
      [t('margin.title'), `${t(`mode.${context.mode}`)} ${leverage}`],
      [t('receipt.cost'), money(draft.cost?.cost)],
      [t('receipt.fee'), money(draft.cost?.fee)],
      [t('receipt.liquidation'), liquidation(draft.after)],
      ...legLines(fields),
    ];
  };
}
