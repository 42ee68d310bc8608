import { useTranslation } from 'react-i18next';
import { live, useOpenOrders } from '../../../live/index.ts';
import { cancelAllHash, modifyHash } from '../../../platform/hash-dialogs.ts';
import { useOpenDialog } from '../../../platform/use-open-dialog.ts';
import { useUnreachable } from '../../../terminal/layout/use-stale.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { useTerminalSettings } from '../../../terminal/terminal-settings.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { useSpotMarket } from '../market-context.ts';
import { useColumnContext } from '../orders/cells.tsx';
import { openOrderColumns } from '../orders/columns.tsx';
import { useCancelOrder } from '../orders/use-cancel-order.ts';

/** Beyond this only their number is shown; the orders page lists all. */
const shownMax = 100;

function setHidden(ids: readonly number[], hidden: boolean): void {
  live.spot.orders.setHidden(ids, hidden);
}

export function OpenOrdersTable() {
  const isDense = useViewport() !== 'phone';
  const { t } = useTranslation('spot');
  const { name } = useSpotMarket();
  const onlyThisPair = useTerminalSettings((settings) => settings.onlyThisPair);
  const { orders, ready } = useOpenOrders();
  const unreachable = useUnreachable(ready);
  const cancel = useCancelOrder(setHidden);
  const context = useColumnContext();
  const open = useOpenDialog();
  const columns = openOrderColumns(
    context,
    (order) => void cancel(order),
    ({ id }) => open(modifyHash(id)),
  );
  const here = onlyThisPair ? orders.filter((order) => order.market === name) : orders;
  return (
    <>
      {here.length > 0 && (
        <div className={controls.bar}>
          {here.length > shownMax && (
            <span className="hint">{t('orders.firstOf', { shown: shownMax, total: here.length })}</span>
          )}
          <button type="button" className={controls.tool} onClick={() => open(cancelAllHash(onlyThisPair ? name : ''))}>
            {t('common:dialog.cancelAll')}
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
        inScroller
      />
    </>
  );
}
