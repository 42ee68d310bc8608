import { useTranslation } from 'react-i18next';
import { useOpenOrders } from '../../../live/index.ts';
import { useUnreachable } from '../../../terminal/layout/use-stale.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { useTerminalSettings } from '../../../terminal/terminal-settings.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { useSpotMarket } from '../market-context.ts';
import { openOrderColumns } from './order-columns.tsx';
import { useCancelOrders } from './use-cancel-orders.ts';
import { useMarketTexts } from './use-market-texts.ts';

/** Beyond this only their number is shown; the orders page lists all. */
const shownMax = 100;

export function OpenOrdersTable() {
  const isDense = useViewport() !== 'phone';
  const { t } = useTranslation('spot');
  const { name } = useSpotMarket();
  const onlyThisPair = useTerminalSettings((settings) => settings.onlyThisPair);
  const { orders, ready } = useOpenOrders();
  const unreachable = useUnreachable(ready);
  const { cancel, cancelAll } = useCancelOrders();
  const here = onlyThisPair ? orders.filter((order) => order.market === name) : orders;
  const columns = openOrderColumns(t, useMarketTexts(), {
    key: 'actions',
    header: t('orders.actions'),
    quietHeader: true,
    card: 'action',
    render: (order) => (
      <button
        type="button"
        className={controls.tool}
        aria-label={t('orders.cancelOne', { pair: order.market.replace('_', '/'), id: order.id })}
        onClick={() => void cancel(order.id)}
      >
        {t('orders.cancel')}
      </button>
    ),
  });
  return (
    <>
      {here.length > 0 && (
        <div className={controls.bar}>
          {here.length > shownMax && (
            <span className="hint">{t('orders.firstOf', { shown: shownMax, total: here.length })}</span>
          )}
          <button
            type="button"
            className={controls.tool}
            onClick={() => void cancelAll(onlyThisPair ? name : '', here)}
          >
            {t('orders.cancelAll')}
          </button>
        </div>
      )}
      <DataTable
        caption={t('bottom.open')}
        columns={columns}
        rows={ready ? here.slice(0, shownMax) : undefined}
        rowKey={(order) => order.id}
        empty={<p className={controls.quietLine}>{t('orders.noOpen')}</p>}
        error={unreachable && <p className={controls.quietLine}>{t('orders.unreachable')}</p>}
        skeletonRows={3}
        dense={isDense}
      />
    </>
  );
}
