import type { CurrencyList } from '@pelican/shared/contracts/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { useTranslation } from 'react-i18next';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { percentText, rangeText } from '../figures.tsx';
import styles from '../loans.module.css';
import searchStyles from '../search/search.module.css';

type Pair = CurrencyList['crypto'][number]['pairs'][number] & { ticker: string };

/** A rate has two decimals more as a share of 1 than in percent: "0.005" is 0.5. */
const shareScale = 8;
const percentScale = 6;

function percentOfShare(share: string): string {
  return percentText(formatBigUnits(parseBigUnits(share, shareScale), percentScale));
}

/** What is lent on each coin and at which levels the pledge is watched and sold, and the fees. */
export function LevelTable({ currencies }: { currencies: CurrencyList }) {
  const { t } = useTranslation('loans-manual');
  const rows = currencies.crypto.flatMap(({ ticker, pairs }) => pairs.map((pair) => ({ ...pair, ticker })));
  const levels = (['ltv', 'warning', 'call', 'liquidation'] as const).map(
    (key): Column<Pair> => ({
      key,
      header: t(`level.${key}`),
      numeric: true,
      card: 'half',
      render: (pair) => percentText(pair[key]),
    }),
  );
  const columns: Column<Pair>[] = [
    {
      key: 'coin',
      header: t('level.coin'),
      card: 'headline',
      render: ({ ticker }) => (
        <span className={searchStyles.coin}>
          <CoinIcon ticker={ticker} size={20} /> {ticker}
        </span>
      ),
    },
    {
      key: 'money',
      header: t('level.money'),
      card: 'headline',
      render: ({ fiat_currency }) => fiat_currency,
    },
    ...levels,
  ];
  return (
    <section>
      <h2 className={styles.listTitle}>{t('levels')}</h2>
      <div className={styles.list}>
        <DataTable
          caption={t('levels')}
          columns={columns}
          rows={rows}
          rowKey={({ ticker, fiat_currency }) => `${ticker}_${fiat_currency}`}
          empty={<EmptyState text={t('noCoins')} />}
        />
      </div>
      {currencies.fiat.map(({ ticker, amount_min, amount_max, fee_rate, gst_rate }) => (
        <p key={ticker} className="muted">
          {t('fees', {
            range: rangeText(amount_min, amount_max, ticker),
            fee: percentOfShare(fee_rate),
            gst: percentOfShare(gst_rate),
          })}
        </p>
      ))}
    </section>
  );
}
