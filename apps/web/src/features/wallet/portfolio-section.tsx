import { SegmentedControl } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { type PortfolioPoint, type PortfolioRange, portfolioRanges } from '@pelican/shared/contracts/portfolio';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { portfolioQuery } from '../../api/portfolio.ts';
import { isZeroDecimal } from '../../ui/decimal-compare.ts';
import { formatFixed } from '../../ui/format.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { PortfolioChart } from './portfolio-chart.tsx';
import styles from './wallet.module.css';

const currencies = ['inr', 'usd'] as const;
type Currency = (typeof currencies)[number];
const chartHeight = 220;
/** Decimals of a value. */
const scale = 2;

/** What all wallets together were worth, as a line and in words. */
export function PortfolioSection() {
  const { t } = useTranslation('wallet');
  const [range, setRange] = useState<PortfolioRange>('1D');
  const [currency, setCurrency] = useState<Currency>('inr');
  const { data, error, refetch } = useQuery(portfolioQuery(range));
  const points = data?.points ?? [];
  const isEmpty = points.every((point) => isZeroDecimal(point[currency])) || points.length < 2;
  return (
    <section className={styles.portfolio} aria-labelledby="portfolio">
      <div className={styles.portfolioHead}>
        <h2 id="portfolio">{t('portfolio.title')}</h2>
        <SegmentedControl
          aria-label={t('portfolio.range')}
          value={range}
          data={portfolioRanges.map((value) => ({ value, label: t(`portfolio.ranges.${value}`) }))}
          onChange={(next) => setRange(next as PortfolioRange)}
        />
        <SegmentedControl
          aria-label={t('portfolio.currency')}
          value={currency}
          data={currencies.map((value) => ({ value, label: value.toUpperCase() }))}
          onChange={(next) => setCurrency(next as Currency)}
        />
      </div>
      <div className={styles.portfolioBody}>
        {error && !data && <ErrorState title={t('portfolio.failed')} error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton width="100%" height={chartHeight} />}
        {data && isEmpty && <EmptyState text={t('portfolio.empty')} />}
        {data && !isEmpty && (
          <>
            <Summary points={points} currency={currency} />
            <PortfolioChart
              points={points.map((point) => ({ time: point.time, value: point[currency] }))}
              label={t('portfolio.chart')}
              format={(value) => textOf(value, currency)}
            />
          </>
        )}
      </div>
    </section>
  );
}

function textOf(value: string, currency: Currency): string {
  return currency === 'inr' ? `₹${formatFixed(value, scale, 'indian')}` : `$${formatFixed(value, scale)}`;
}

/** How much it was and is: what the line shows, for who does not see it. */
function Summary({ points, currency }: { points: readonly PortfolioPoint[]; currency: Currency }) {
  const { t } = useTranslation('wallet');
  const from = points[0]?.[currency] ?? '0';
  const to = points.at(-1)?.[currency] ?? '0';
  const change = formatBigUnits(parseBigUnits(to, scale) - parseBigUnits(from, scale), scale);
  const text = (value: string) => textOf(value, currency);
  const isLess = change.startsWith('-');
  return (
    <p className="tabular">
      {t('portfolio.summary', { from: text(from), to: text(to) })}{' '}
      <span className={styles.change}>
        {isLess ? '−' : '+'}
        {text(isLess ? change.slice(1) : change)}
      </span>
    </p>
  );
}
