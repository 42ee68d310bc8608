import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { amendAlgo, amendOrder } from '../../../api/perpetual.ts';
import { useMarkPrice, usePerpetualOrders, usePerpetualPositions } from '../../../live/index.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import type { ChartLine } from '../../../terminal/chart/price-lines.ts';
import { Decimal, plain } from '../../../terminal/form/form-numbers.ts';
import { confirm } from '../../../ui/confirm.ts';
import { formatUpTo } from '../../../ui/format.ts';
import { notify } from '../../../ui/notify.ts';
import { usePerpetualMarket } from '../perpetual-market.ts';
import { moveRequest, type PerpetualLine, perpetualLines } from './perpetual-lines.ts';

/** Confirms, if the settings require it, and sends the amendment of a moved line. */
function useMove() {
  const { t } = useTranslation('perpetual');
  const { steps, info, grouping } = usePerpetualMarket();
  return useMemo(() => {
    const words = (line: PerpetualLine) =>
      t(`line.${line.kind}`, { side: t(`side.${line.side}`), size: formatUpTo(line.size || null, 8) });
    return async (line: PerpetualLine, dropped: number): Promise<void> => {
      if (line.moves === null) return;
      const steps0 = new Decimal(dropped).div(steps.tickSz).round();
      const price = plain(steps0.times(steps.tickSz));
      if (steps0.lte(0) || price === line.price) return;
      const show = (value: string) => `${formatUpTo(value, info.price_prec, grouping)} ${info.money}`;
      if (usePreferences.getState().confirmOrders) {
        const yes = await confirm({
          title: t('move.title'),
          body: t('move.body', { what: words(line), from: show(line.price), to: show(price) }),
          confirmLabel: t('move.do'),
        });
        if (!yes) return;
      }
      try {
        const move = moveRequest(line.moves, price);
        await (move.call === 'algo' ? amendAlgo(move.request) : amendOrder(move.request));
        notify.info(t('move.done', { what: words(line), to: show(price) }));
      } catch (error) {
        notify.error(messagesOf(error).join(' '), { title: t('move.failed') });
      }
    };
  }, [t, steps, info, grouping]);
}

/** The chart's lines of the market on screen: positions, orders, triggers, and the mark price. */
function useChartLines(): readonly ChartLine[] {
  const { t } = useTranslation('perpetual');
  const { name } = usePerpetualMarket();
  const { positions } = usePerpetualPositions();
  const { orders } = usePerpetualOrders();
  const mark = useMarkPrice(name)?.mark_price;
  const move = useMove();
  const own = useMemo(
    () =>
      perpetualLines(name, positions, orders).map((line): ChartLine => {
        const text = t(`line.${line.kind}`, { side: t(`side.${line.side}`), size: formatUpTo(line.size || null, 8) });
        return {
          id: line.id,
          price: Number(line.price),
          text,
          tone: line.tone,
          ...(line.moves === null ? {} : { onDrag: (price) => void move(line, price) }),
        };
      }),
    [name, positions, orders, t, move],
  );
  return useMemo(() => {
    if (mark === undefined || mark === '') return own;
    return [...own, { id: 'mark', price: Number(mark), text: t('strip.mark'), tone: 'quiet' as const }];
  }, [own, mark, t]);
}

/** Hands the chart its lines as they change. Its code is loaded with the chart's. */
export function ChartLines({ onChange }: { onChange: (lines: readonly ChartLine[]) => void }): null {
  const lines = useChartLines();
  useEffect(() => onChange(lines), [lines, onChange]);
  return null;
}
