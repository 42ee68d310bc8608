import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { perpetualPath } from '../../../platform/paths.ts';
import controls from '../../../terminal/parts/controls.module.css';
import type { Column } from '../../../ui/data-table.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { IconAlertTriangle, IconPencil, IconPlusMinus, IconShare } from '../../../ui/icons.ts';
import { pairText, stockOf } from '../../../ui/pair.ts';
import { averageDecimals, moneyDecimals } from '../account/decimals-shown.ts';
import { positionAlgo } from '../account/position-algo.ts';
import { PositionChips } from '../account/position-name.tsx';
import { SignedMoney } from '../account/signed-money.tsx';
import { hasNoLiquidation } from '../account/terms.ts';
import { openAccountDialog } from '../dialogs/account-dialogs.tsx';
import { AdlLight } from './adl-light.tsx';
import { MarginLevelCell, MarkCell, ProfitCell } from './live-figures.tsx';
import styles from './positions.module.css';

type T = TFunction<'perpetual-account'>;

const price = (value: string) => <span className="tabular">{formatUpTo(value, 8)}</span>;

function nameOf(position: OpenPosition, t: T): Record<string, string> {
  return {
    pair: pairText(position.market),
    position: t(`position.${position.position}`),
    mode: t(`mode.${position.mode}`),
  };
}

function MarginCell({ position, t }: { position: OpenPosition; t: T }) {
  return (
    <span className={styles.inline}>
      <span className="tabular">{formatUpTo(position.margin, moneyDecimals(position.margin))}</span>
      {position.mode === 'isolated' && (
        <button
          type="button"
          className={controls.tool}
          aria-label={t('positions.adjustMargin', nameOf(position, t))}
          title={t('margin.title')}
          onClick={() => openAccountDialog({ kind: 'margin', position })}
        >
          <IconPlusMinus size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}

function TpslCell({ position, algo, t }: { position: OpenPosition; algo: PerpetualOrder | undefined; t: T }) {
  const trigger = (leg: 'tp' | 'sl') => formatUpTo(algo?.[`${leg}_trigger_price`] || null, 8);
  return (
    <span className={styles.inline}>
      <span className={`${styles.lines} tabular`}>
        <span>{trigger('tp')}</span>
        <span>{trigger('sl')}</span>
      </span>
      <button
        type="button"
        className={controls.tool}
        aria-label={t('positions.setTpsl', nameOf(position, t))}
        title={t('tpsl.title')}
        onClick={() => openAccountDialog({ kind: 'tpsl', position })}
      >
        <IconPencil size={14} aria-hidden />
      </button>
    </span>
  );
}

function Actions({ position, t }: { position: OpenPosition; t: T }) {
  const closeBy = (close: 'market' | 'limit') => (
    <button
      type="button"
      className={controls.tool}
      aria-label={t(`positions.close.${close}`, nameOf(position, t))}
      onClick={() => openAccountDialog({ kind: 'close', position, close })}
    >
      {t(`close.${close}`)}
    </button>
  );
  return (
    <span className={styles.actions}>
      <span className={`phone-only ${styles.small}`}>{t('column.close')}</span>
      {closeBy('market')}
      {closeBy('limit')}
      <button
        type="button"
        className={controls.tool}
        aria-label={t('positions.share', nameOf(position, t))}
        title={t('share.title')}
        onClick={() => openAccountDialog({ kind: 'share', position })}
      >
        <IconShare size={14} aria-hidden />
      </button>
    </span>
  );
}

function Name({ position, t }: { position: OpenPosition; t: T }) {
  return (
    <span className={styles.stack}>
      <Link to={perpetualPath(position.market)}>{pairText(position.market)}</Link>
      <PositionChips {...position} />
      {position.is_liquidating && (
        <span className={styles.liquidating}>
          <IconAlertTriangle size={12} aria-hidden /> {t('positions.liquidating')}
        </span>
      )}
    </span>
  );
}

function LiquidationCell({ position, t }: { position: OpenPosition; t: T }) {
  return (
    <span className={styles.two}>
      <span>
        {position.mode === 'cross' && position.liq_price !== '' && (
          <span className={styles.small} title={t('positions.estimatedAbout')}>
            {t('positions.estimated')}{' '}
          </span>
        )}
        {hasNoLiquidation(position) ? t('positions.noLiquidation') : price(position.liq_price)}
      </span>
      <span className={styles.second}>{price(position.break_even_price)}</span>
    </span>
  );
}

/** @param orders own open orders and algos, newest first: their TP and SL are shown */
export function positionColumns(t: T, orders: readonly PerpetualOrder[]): Column<OpenPosition>[] {
  return [
    { key: 'market', header: t('column.market'), card: 'headline', render: (row) => <Name position={row} t={t} /> },
    {
      key: 'profit',
      header: t('column.profitMoney'),
      numeric: true,
      card: 'headline',
      render: (row) => <ProfitCell position={row} />,
    },
    {
      key: 'size',
      header: t('column.size'),
      numeric: true,
      render: (row) => (
        <span className={styles.two}>
          <span className="tabular">{t('size.contracts', { size: formatUpTo(row.sz, 8) })}</span>
          <span className={styles.second}>
            {formatUpTo(row.amount, 8)} {stockOf(row.market)}
          </span>
        </span>
      ),
    },
    {
      key: 'entry',
      header: t('column.entryMark'),
      numeric: true,
      render: (row) => (
        <span className={styles.two}>
          <span className="tabular" title={row.open_price}>
            {formatUpTo(row.open_price, averageDecimals(row.open_price))}
          </span>
          <span className={styles.second}>
            <MarkCell position={row} />
          </span>
        </span>
      ),
    },
    {
      key: 'liquidation',
      header: t('column.liquidationBreakEven'),
      numeric: true,
      render: (row) => <LiquidationCell position={row} t={t} />,
    },
    {
      key: 'margin',
      header: t('column.marginAndLevel'),
      numeric: true,
      render: (row) => (
        <span className={styles.two}>
          <MarginCell position={row} t={t} />
          <MarginLevelCell position={row} />
        </span>
      ),
    },
    {
      key: 'realised',
      header: t('column.realisedAdl'),
      numeric: true,
      render: (row) => (
        <span className={styles.two}>
          <SignedMoney value={row.profit_real} decimals={moneyDecimals(row.profit_real)} colored />
          <AdlLight level={row.adl} />
        </span>
      ),
    },
    {
      key: 'tpsl',
      header: t('column.tpsl'),
      render: (row) => <TpslCell position={row} algo={positionAlgo(orders, row)} t={t} />,
    },
    {
      key: 'actions',
      header: t('column.close'),
      numeric: true,
      card: 'action',
      render: (row) => <Actions position={row} t={t} />,
    },
  ];
}
