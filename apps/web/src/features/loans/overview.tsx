import type { LoanStats, TotalData } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { loanTotalsQuery } from '../../api/loans.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { moneyText } from './figures.tsx';
import styles from './loans.module.css';

type Side = 'lend' | 'borrow';
type PublicTotals = TotalData['public'][string];
interface Figure {
  name: string;
  value: string;
  hint?: string;
}

/** Own figures of one side, by the money; for who has no loans there, those of everybody. */
export function Overview({ side }: { side: Side }) {
  const { data, isError } = useQuery(loanTotalsQuery);
  const ownFigures = useOwnFigures(side);
  const publicFigures = usePublicFigures();
  // The page does without them.
  if (isError) return null;
  if (!data) return <Skeleton height={76} />;
  const own = Object.entries(data.user?.[side] ?? {});
  const rows =
    own.length > 0
      ? own.map(([ticker, stats]) => [ticker, ownFigures(ticker, stats)] as const)
      : Object.entries(data.public).map(([ticker, totals]) => [ticker, publicFigures(ticker, totals)] as const);
  return rows.map(([ticker, figures]) => (
    <dl key={ticker} className={styles.figures}>
      {figures.map(({ name, value, hint }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {value}
            {hint && <small>{hint}</small>}
          </dd>
        </div>
      ))}
    </dl>
  ));
}

function useOwnFigures(side: Side): (ticker: string, stats: LoanStats) => Figure[] {
  const { t } = useTranslation('loans');
  return (ticker, { credit, guarantee, in_progress, profit }) => [
    { name: t(`stats.${side}.credit`), value: moneyText(credit, ticker) },
    { name: t('stats.guarantee'), value: moneyText(guarantee, ticker) },
    { name: t('stats.running'), value: String(in_progress) },
    // What a borrower has paid is below zero on the wire.
    { name: t(`stats.${side}.profit`), value: moneyText(profit.replace(/^-/, ''), ticker) },
  ];
}

function usePublicFigures(): (ticker: string, totals: PublicTotals) => Figure[] {
  const { t } = useTranslation('loans');
  return (ticker, { offers, free, lent, loans, overdue }) => [
    { name: t('totals.free'), value: moneyText(free, ticker) },
    { name: t('totals.offers'), value: String(offers) },
    { name: t('totals.lent'), value: moneyText(lent, ticker) },
    {
      name: t('totals.loans'),
      value: String(loans),
      ...(overdue > 0 ? { hint: t('totals.overdue', { count: overdue }) } : {}),
    },
  ];
}
