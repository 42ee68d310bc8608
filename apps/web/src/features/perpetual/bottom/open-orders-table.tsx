import { useTranslation } from 'react-i18next';
import { isPerpetualAlgo, perpetualOrderKey, usePerpetualOrders } from '../../../live/index.ts';
import { useUnreachable } from '../../../terminal/layout/use-stale.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { DataTable } from '../../../ui/data-table.tsx';
import { accountMessages } from '../account/messages.ts';
import { openAlgoColumns, openOrderColumns } from './order-columns.tsx';
import styles from './positions.module.css';
import { type OrderKind, useCancelOrders } from './use-cancel-orders.ts';

/** Beyond this only their number is shown; the history page lists all. */
const shownMax = 100;

interface OpenOrdersTableProps {
  kind: OrderKind;
  /** '' for every market. */
  market: string;
}

/** Open orders, or algos that wait for their price: details, change, cancel, cancel all. */
export function OpenOrdersTable({ kind, market }: OpenOrdersTableProps) {
  const { t } = useTranslation(accountMessages);
  const isDense = useViewport() !== 'phone';
  const { orders, ready } = usePerpetualOrders();
  const unreachable = useUnreachable(ready);
  const { cancel, cancelAll, progress } = useCancelOrders(kind);
  const here = orders.filter(
    (order) => isPerpetualAlgo(order) === (kind === 'algos') && (market === '' || order.market === market),
  );
  const columnsOf = kind === 'orders' ? openOrderColumns : openAlgoColumns;
  const columns = columnsOf(t, (order) => void cancel(order));
  return (
    <>
      {(here.length > 0 || progress) && (
        <div className={controls.bar}>
          <span className={styles.progress} role="status">
            {progress && t('cancel.progress', { ...progress })}
          </span>
          {here.length > shownMax && (
            <span className="hint">{t('orders.firstOf', { shown: shownMax, total: here.length })}</span>
          )}
          <button
            type="button"
            className={controls.tool}
            disabled={progress !== null}
            onClick={() => void cancelAll(market, here)}
          >
            {t('common:dialog.cancelAll')}
          </button>
        </div>
      )}
      <DataTable
        caption={t(`tab.${kind}`)}
        columns={columns}
        rows={ready ? here.slice(0, shownMax) : undefined}
        rowKey={perpetualOrderKey}
        empty={<p className={controls.quietLine}>{t(`orders.none.${kind}`)}</p>}
        error={unreachable && <p className={controls.quietLine}>{t('panel.unreachable')}</p>}
        skeletonRows={3}
        dense={isDense}
        inScroller
      />
    </>
  );
}
