import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { usePerpetualOrders, usePerpetualPositions } from '../../../live/index.ts';
import { useUnreachable } from '../../../terminal/layout/use-stale.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { DataTable } from '../../../ui/data-table.tsx';
import { accountMessages } from '../account/messages.ts';
import { hasNoLiquidation } from '../account/terms.ts';
import { positionColumns } from './position-columns.tsx';
import styles from './positions.module.css';
import { useCloseAll } from './use-close-all.tsx';

/** The open positions; `market` '' for every market. Cards on a phone. */
export function PositionsTable({ market }: { market: string }) {
  const { t } = useTranslation(accountMessages);
  const isDense = useViewport() !== 'phone';
  const { positions, ready } = usePerpetualPositions();
  const unreachable = useUnreachable(ready);
  const { orders } = usePerpetualOrders();
  const { closeAll, progress } = useCloseAll();
  const columns = useMemo(() => positionColumns(t, orders), [t, orders]);
  const here = positions.filter((one) => market === '' || one.market === market);
  return (
    <>
      {here.length > 0 && (
        <div className={controls.bar}>
          <span className={styles.progress} role="status">
            {progress && t('closeAll.progress', { ...progress })}
          </span>
          <button
            type="button"
            className={controls.tool}
            disabled={progress !== null}
            onClick={() => void closeAll(here)}
          >
            {t('closeAll.button')}
          </button>
        </div>
      )}
      <DataTable
        caption={t('tab.positions')}
        columns={columns}
        rows={ready ? here : undefined}
        rowKey={(row) => row.position_id}
        empty={<p className={controls.quietLine}>{t('positions.none')}</p>}
        error={unreachable && <p className={controls.quietLine}>{t('panel.unreachable')}</p>}
        skeletonRows={2}
        dense={isDense}
        inScroller
      />
      {here.some(hasNoLiquidation) && <p className={controls.quietLine}>{t('positions.aboutNoLiquidation')}</p>}
    </>
  );
}
