/** Columns of the lists of the tax centre. */
import {
  percentText,
  type TaxDeduction,
  type TaxDisposal,
  type TaxIncome,
  type TaxInvoice,
  type TaxLot,
} from '@pelican/shared/contracts/tax';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Column } from '../../ui/data-table.tsx';
import { formatDateTime } from '../../ui/format-time.ts';
import { Moment } from '../../ui/moment.tsx';
import { Amount } from '../../ui/numbers.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './tax.module.css';

type T = TFunction<'tax'>;

const tones: Record<TaxDeduction['state'], ChipTone> = { deducted: 'waiting', deposited: 'progress', issued: 'done' };
/** The messages have a name for each kind; one of a later release shows as it is. */
const nameOf = (t: T, group: 'disposal' | 'lot' | 'source', kind: string) =>
  t(`${group}.${kind}` as 'lot.other', { defaultValue: kind });

/** A column of rupees. */
const rupees = <Row,>(key: string, header: string, value: (row: Row) => string | null, fallback = ''): Column<Row> => ({
  key,
  header,
  numeric: true,
  render: (row) => {
    const text = value(row);
    return text === null ? fallback : <Amount value={text} decimals={2} ticker="INR" />;
  },
});

const time = <Row,>(t: T, seconds: (row: Row) => number): Column<Row> => ({
  key: 'time',
  header: t('column.time'),
  card: 'headline',
  render: (row) => <Moment seconds={seconds(row)} />,
});

function Marked({ text, t }: { text: ReactNode; t: T }) {
  return (
    <span className={styles.stack}>
      {text}
      <span className={styles.mark}>{t('unknown')}</span>
    </span>
  );
}

export function deductionColumns(t: T): Column<TaxDeduction>[] {
  return [
    time(t, (row) => row.time),
    {
      key: 'reference',
      header: t('column.reference'),
      render: ({ source, reference }) => (
        <span className={styles.stack}>
          {nameOf(t, 'source', source)}
          <span className="hint">{reference.replace('_', '/').replace(':', ' ')}</span>
        </span>
      ),
    },
    {
      key: 'gross',
      header: t('column.gross'),
      numeric: true,
      render: ({ gross, ticker }) => <Amount value={gross} ticker={ticker} withTicker />,
    },
    {
      key: 'base',
      header: t('column.base'),
      numeric: true,
      render: ({ base, ticker }) => <Amount value={base} ticker={ticker} withTicker />,
    },
    {
      key: 'rate',
      header: t('column.rate'),
      render: ({ rate, section }) => (
        <span className={styles.stack}>
          <span className="tabular">{percentText(rate)}%</span>
          <span className="hint">{section}</span>
        </span>
      ),
    },
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} withTicker />,
    },
    {
      key: 'state',
      header: t('column.state'),
      render: ({ state, challan, depositedOn }) => (
        <span className={styles.stack}>
          <StatusChip tone={tones[state]} label={t(`state.${state}`)} />
          {challan !== '' && <span className="hint">{t('challan', { challan, date: depositedOn })}</span>}
        </span>
      ),
    },
  ];
}

function Lots({ row, t }: { row: TaxDisposal; t: T }) {
  const more = row.lotsTotal - row.lots.length;
  return (
    <details className={styles.lots}>
      <summary>{t('lotsOf', { count: row.lotsTotal })}</summary>
      <ul>
        {row.lots.map(({ id, quantity, kind, acquiredAt, cost, isKnown }) => (
          <li key={id}>
            {t('lotLine', { quantity, kind: nameOf(t, 'lot', kind), when: formatDateTime(acquiredAt), cost })}
            {!isKnown && ` (${t('unknown')})`}
          </li>
        ))}
        {more > 0 && <li>{t('moreLots', { count: more })}</li>}
      </ul>
    </details>
  );
}

export function disposalColumns(t: T): Column<TaxDisposal>[] {
  return [
    time(t, (row) => row.time),
    { key: 'what', header: t('column.what'), render: ({ kind }) => nameOf(t, 'disposal', kind) },
    {
      key: 'quantity',
      header: t('column.quantity'),
      numeric: true,
      render: ({ quantity, ticker }) => <Amount value={quantity} ticker={ticker} withTicker />,
    },
    rupees('proceeds', t('column.proceeds'), ({ proceeds }) => proceeds, t('notTransfer')),
    {
      key: 'cost',
      header: t('column.cost'),
      numeric: true,
      render: ({ cost, isKnown }) => {
        const amount = <Amount value={cost} decimals={2} ticker="INR" />;
        return isKnown ? amount : <Marked text={amount} t={t} />;
      },
    },
    rupees('gain', t('column.gain'), ({ gain }) => gain, '–'),
    { key: 'lots', header: t('column.lots'), render: (row) => <Lots row={row} t={t} /> },
  ];
}

export function lotColumns(t: T, onEnter: (lot: TaxLot) => ReactNode): Column<TaxLot>[] {
  return [
    time(t, (row) => row.acquiredAt),
    { key: 'what', header: t('column.what'), render: ({ kind }) => nameOf(t, 'lot', kind) },
    {
      key: 'quantity',
      header: t('column.quantity'),
      numeric: true,
      render: ({ quantity, ticker }) => <Amount value={quantity} ticker={ticker} withTicker />,
    },
    {
      key: 'remaining',
      header: t('column.remaining'),
      numeric: true,
      render: ({ remaining, ticker }) => <Amount value={remaining} ticker={ticker} withTicker />,
    },
    {
      key: 'cost',
      header: t('column.cost'),
      numeric: true,
      render: ({ cost, isKnown }) => {
        const amount = <Amount value={cost} decimals={2} ticker="INR" />;
        return isKnown ? amount : <Marked text={amount} t={t} />;
      },
    },
    { key: 'enter', header: t('enterCost.open'), quietHeader: true, card: 'action', render: onEnter },
  ];
}

export function incomeColumns(t: T): Column<TaxIncome>[] {
  return [
    time(t, (row) => row.time),
    { key: 'what', header: t('column.what'), render: ({ source }) => nameOf(t, 'source', source) },
    {
      key: 'received',
      header: t('column.received'),
      numeric: true,
      render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} withTicker />,
    },
    rupees('inr', t('column.inr'), (row) => row.inr),
    { key: 'rule', header: t('column.rule'), render: ({ section }) => section },
  ];
}

export function invoiceColumns(t: T, file: (invoice: TaxInvoice) => ReactNode): Column<TaxInvoice>[] {
  return [
    { key: 'invoice', header: t('column.invoice'), card: 'headline', render: ({ name }) => name },
    {
      key: 'month',
      header: t('column.month'),
      render: ({ month }) => <span className="tabular">{month.slice(0, 7)}</span>,
    },
    rupees('fee', t('column.fee'), ({ fee }) => fee),
    rupees('igst', t('column.igst'), ({ igst }) => igst),
    rupees('cgst', t('column.cgst'), ({ cgst }) => cgst),
    rupees('sgst', t('column.sgst'), ({ sgst }) => sgst),
    rupees('total', t('column.total'), ({ total }) => total),
    { key: 'file', header: t('column.file'), quietHeader: true, card: 'action', render: file },
  ];
}
