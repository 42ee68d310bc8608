import { fallPercents, type PairAtRisk } from '@pelican/shared/contracts/loans';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import './messages.ts';

const percents = [0, ...fallPercents];

/** By the pair of pledge and money: how many loans would be sold, and what of their principal, if the price fell by so much. */
export function Falls({ pairs, error }: { pairs: readonly PairAtRisk[] | undefined; error: ReactNode }) {
  const { t } = useTranslation('ops-loans');
  const columns = useMemo<Column<PairAtRisk>[]>(
    () => [
      {
        key: 'pair',
        header: t('falls.pair'),
        card: 'headline',
        render: ({ pledge, money }) => <strong>{t('falls.pledgeFor', { pledge, money })}</strong>,
      },
      {
        key: 'price',
        header: t('loan.price'),
        numeric: true,
        card: 'half',
        render: ({ price, money }) => <Amount value={price} ticker={money} />,
      },
      {
        key: 'priceAt',
        header: t('loan.priceAt'),
        card: 'half',
        render: ({ price_at: at }) => (at === null ? t('loan.noPrice') : <Moment seconds={at} />),
      },
      { key: 'loans', header: t('falls.loans'), numeric: true, card: 'half', render: ({ loans }) => loans },
      {
        key: 'principal',
        header: t('loan.principal'),
        numeric: true,
        card: 'half',
        render: ({ principal, money }) => <Amount value={principal} ticker={money} withTicker />,
      },
      ...percents.map(
        (percent): Column<PairAtRisk> => ({
          key: `fall${percent}`,
          header: percent === 0 ? t('falls.now') : t('falls.fall', { percent }),
          numeric: true,
          card: 'half',
          render: (row) => <Fall row={row} percent={percent} />,
        }),
      ),
    ],
    [t],
  );
  return (
    <section aria-labelledby="falls">
      <h2 id="falls">{t('falls.title')}</h2>
      <p className="hint">{t('falls.about')}</p>
      <DataTable
        caption={t('falls.caption')}
        columns={columns}
        rows={pairs}
        rowKey={({ pledge, money }) => `${pledge} ${money}`}
        compact
        empty={<EmptyState text={t('falls.empty')} />}
        error={error}
      />
    </section>
  );
}

function Fall({ row: { falls, money, price }, percent }: { row: PairAtRisk; percent: number }) {
  const { t } = useTranslation('ops-loans');
  const fall = falls.find((one) => one.percent === percent);
  // Without a price nothing is known, which is not nothing.
  if (!fall || price === null) return '–';
  if (fall.loans === 0) return <span className="muted">{t('falls.none')}</span>;
  return (
    <span className="tabular">
      {t('falls.count', { count: fall.loans })} · <Amount value={fall.principal} ticker={money} withTicker />
    </span>
  );
}
