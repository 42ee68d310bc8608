import type { PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { perpetualPath } from '../../../platform/paths.ts';
import controls from '../../../terminal/parts/controls.module.css';
import type { Column } from '../../../ui/data-table.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { Moment } from '../../../ui/moment.tsx';
import { moneyOf, pairText } from '../../../ui/pair.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import {
  actionText,
  averageOf,
  filledOf,
  legText,
  priceText,
  sizeText,
  statusTones,
  triggerLines,
} from '../account/order-words.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import { openAccountDialog } from '../dialogs/account-dialogs.tsx';
import styles from './positions.module.css';

type T = TFunction<'perpetual-account'>;
type OrderColumn = Column<PerpetualOrder>;

const figure = (value: string) => <span className="tabular">{Number(value) === 0 ? '–' : formatUpTo(value, 8)}</span>;

/** What an order is called in the names of its buttons. */
function nameOf(order: PerpetualOrder): { pair: string; id: number } {
  return { pair: pairText(order.market), id: order.id };
}

function DetailsButton({ order, t }: { order: PerpetualOrder; t: T }) {
  return (
    <button
      type="button"
      className={controls.tool}
      aria-label={t('orders.detailsOf', nameOf(order))}
      onClick={() => openAccountDialog({ kind: 'details', order })}
    >
      {t('orders.details')}
    </button>
  );
}

export function timeColumn<Row>(t: T, timeMs: (row: Row) => number): Column<Row> {
  return {
    key: 'time',
    header: t('column.time'),
    render: (row) => <Moment seconds={timeMs(row) / 1000} />,
  };
}

export function marketColumn<Row extends { market: string }>(t: T): Column<Row> {
  return {
    key: 'market',
    header: t('column.market'),
    card: 'headline',
    render: ({ market }) =>
      market === '' ? t('allMarkets') : <Link to={perpetualPath(market)}>{pairText(market)}</Link>,
  };
}

function actionColumn(t: T): OrderColumn {
  return {
    key: 'action',
    header: t('column.action'),
    card: 'headline',
    render: (order) => <span className={order.side}>{actionText(order, t)}</span>,
  };
}

/** What sort of order it is and, below, how its position is margined. */
function typeColumn(t: T): OrderColumn {
  return {
    key: 'type',
    header: t('column.type'),
    render: (order) => (
      <span className={styles.stack}>
        {t(`type.${order.type}`)}
        <span className={styles.small}>
          {t(`mode.${order.mode}`)} {t('leverage.times', { value: order.leverage })}
        </span>
      </span>
    ),
  };
}

const sizeColumn = (t: T): OrderColumn => ({
  key: 'size',
  header: t('column.filledOfSize'),
  numeric: true,
  render: (order) => (
    <span className="tabular">
      {formatUpTo(filledOf(order) || '0', 8)} / {sizeText(order, t)}
    </span>
  ),
});

function linesOf(lines: readonly string[]) {
  if (lines.length === 0) return '–';
  return (
    <span className={styles.lines}>
      {lines.map((line) => (
        <span key={line} className="tabular">
          {line}
        </span>
      ))}
    </span>
  );
}

function headColumns(t: T, time: (order: PerpetualOrder) => number): OrderColumn[] {
  return [marketColumn(t), actionColumn(t), timeColumn(t, time), typeColumn(t)];
}

const priceColumn = (t: T): OrderColumn => ({
  key: 'price',
  header: t('column.price'),
  numeric: true,
  render: (order) => <span className="tabular">{priceText(order.price, t)}</span>,
});

const triggerColumn = (t: T): OrderColumn => ({
  key: 'trigger',
  header: t('column.trigger'),
  render: (order) => linesOf(triggerLines(order, t)),
});

const statusColumn = (t: T): OrderColumn => ({
  key: 'status',
  header: t('column.status'),
  render: (order) => <StatusChip tone={statusTones[order.status]} label={t(`status.${order.status}`)} />,
});

const detailsColumn = (t: T): OrderColumn => ({
  key: 'details',
  header: t('orders.details'),
  quietHeader: true,
  numeric: true,
  card: 'action',
  render: (order) => <DetailsButton order={order} t={t} />,
});

function openActions(t: T, cancel: (order: PerpetualOrder) => void): OrderColumn {
  return {
    key: 'actions',
    header: t('column.actions'),
    quietHeader: true,
    numeric: true,
    card: 'action',
    render: (order) => (
      <span className={styles.actions}>
        <DetailsButton order={order} t={t} />
        {order.status !== 'effective' && order.status !== 'partially_effective' && (
          <button
            type="button"
            className={controls.tool}
            aria-label={t('orders.modifyOne', nameOf(order))}
            onClick={() => openAccountDialog({ kind: 'modify', order })}
          >
            {t('orders.modify')}
          </button>
        )}
        <button
          type="button"
          className={controls.tool}
          aria-label={t('orders.cancelOne', nameOf(order))}
          onClick={() => cancel(order)}
        >
          {t('cancel.one')}
        </button>
      </span>
    ),
  };
}

export function openOrderColumns(t: T, cancel: (order: PerpetualOrder) => void): OrderColumn[] {
  return [
    ...headColumns(t, (order) => order.create_time),
    priceColumn(t),
    sizeColumn(t),
    {
      key: 'tpsl',
      header: t('column.tpsl'),
      render: (order) =>
        linesOf(
          (['tp', 'sl'] as const).flatMap((leg) => {
            const text = legText(order, leg, t);
            return text === '' ? [] : [`${t(`tpsl.short.${leg}`)} ${text}`];
          }),
        ),
    },
    openActions(t, cancel),
  ];
}

export function openAlgoColumns(t: T, cancel: (order: PerpetualOrder) => void): OrderColumn[] {
  return [
    ...headColumns(t, (order) => order.create_time),
    triggerColumn(t),
    sizeColumn(t),
    statusColumn(t),
    openActions(t, cancel),
  ];
}

const endedAt = (order: PerpetualOrder) => order.finish_time ?? order.update_time;

function resultColumns(t: T): OrderColumn[] {
  return [
    { key: 'average', header: t('column.average'), numeric: true, render: (order) => figure(averageOf(order)) },
    {
      key: 'profit',
      header: t('column.profit'),
      numeric: true,
      render: (order) => <SignedMoney value={order.pnl} ticker={moneyOf(order.market)} decimals={4} colored />,
    },
    {
      key: 'fee',
      header: t('column.fee'),
      numeric: true,
      render: (order) => (
        <SignedMoney value={order.fee} ticker={order.fee_currency || moneyOf(order.market)} decimals={6} />
      ),
    },
  ];
}

export function finishedOrderColumns(t: T): OrderColumn[] {
  return [
    ...headColumns(t, endedAt),
    statusColumn(t),
    priceColumn(t),
    sizeColumn(t),
    ...resultColumns(t),
    detailsColumn(t),
  ];
}

export function finishedAlgoColumns(t: T): OrderColumn[] {
  return [
    ...headColumns(t, endedAt),
    statusColumn(t),
    triggerColumn(t),
    sizeColumn(t),
    { key: 'average', header: t('column.average'), numeric: true, render: (order) => figure(averageOf(order)) },
    detailsColumn(t),
  ];
}
