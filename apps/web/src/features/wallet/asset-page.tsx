import type { Balance } from '@pelican/shared/contracts/wallet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { ExportButton } from '../../exports/export-button.tsx';
import { exportMessages } from '../../exports/messages.ts';
import { transferHash } from '../../platform/hash-dialogs.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { assetsStatusPath, depositPath, paths, tradePath, withdrawPath } from '../../platform/paths.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { formatFixed, formatUpTo, groupingOf } from '../../ui/format.ts';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { pairText } from '../../ui/pair.ts';
import { ErrorState } from '../../ui/states.tsx';
import styles from './asset-page.module.css';
import { RecordsTable } from './history/records-table.tsx';
import english from './locales/en.json';

addMessages('wallet', english);

/** Of totals, and of what one wallet holds. */
const totalDecimals = 8;
const walletDecimals = 4;
const recentRecords = 5;

function Wallets({ balance }: { balance: Balance }) {
  const { t } = useTranslation('wallet');
  const { ticker } = balance;
  const wallets = [
    { name: 'main', total: balance.main_balance, free: balance.main_available },
    { name: 'trade', total: balance.trade_balance, free: balance.trade_available },
    { name: 'futures', total: balance.futures_total_eq, free: balance.futures_available },
  ];
  const text = (amount: string) => `${formatUpTo(amount, walletDecimals, groupingOf(ticker))} ${ticker}`;
  return (
    <dl className={styles.wallets}>
      {wallets.map(({ name, total, free }) => (
        <div key={name} className={styles.panel}>
          <dt>{t(name)}</dt>
          <dd className="tabular" title={total}>
            {text(total)}
          </dd>
          <dd className="hint tabular" title={free}>
            {text(free)} {t('free')}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Markets({ ticker }: { ticker: string }) {
  const { t } = useTranslation('wallet');
  const { data } = useQuery(marketsQuery);
  const markets = data?.list.filter(({ stock, money }) => stock === ticker || money === ticker) ?? [];
  if (markets.length === 0) return null;
  return (
    <section className={styles.section} aria-labelledby="asset-markets">
      <h2 id="asset-markets">{t('assetPage.markets')}</h2>
      <ul className={styles.markets}>
        {markets.map(({ name }) => (
          <li key={name}>
            <Link className={styles.market} to={tradePath(name)}>
              {pairText(name)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function AssetExport({ ticker }: { ticker: string }) {
  const { t } = useTranslation(exportMessages);
  return (
    <ExportButton
      choices={[
        { kind: 'statements.movements', label: `${ticker}: ${t('kind.movements')}`, params: { ticker } },
        { kind: 'statements.transactions', label: `${ticker}: ${t('kind.transactions')}`, params: { ticker } },
      ]}
    />
  );
}

function AssetPage({ balance }: { balance: Balance }) {
  const { t } = useTranslation('wallet');
  const { ticker, label } = balance;
  usePageTitle(label);
  const filter = { kind: '', ticker, offset: 0, limit: recentRecords } as const;
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={paths.walletList}>
        {t('assetPage.back')}
      </Link>
      <header className={styles.head}>
        <h1 className={styles.title}>
          <CoinIcon ticker={ticker} size={32} />
          {ticker} <span className="muted">{label}</span>
        </h1>
        <div className={styles.total}>
          <strong className="tabular">
            {formatUpTo(balance.full_balance, totalDecimals, groupingOf(ticker))} {ticker}
          </strong>
          <span className="hint tabular">
            ₹{formatFixed(balance.inr_value, 2, 'indian')}
            {balance.usd_value !== undefined && ` ≈ $${formatFixed(balance.usd_value, 2)}`}
          </span>
        </div>
        <span className={styles.actions}>
          {balance.is_depositable && (
            <Link className={styles.action} to={depositPath(ticker)}>
              {t('deposit')}
            </Link>
          )}
          {balance.is_withdrawal && (
            <Link className={styles.action} to={withdrawPath(ticker)}>
              {t('withdraw.verb')}
            </Link>
          )}
          <Link className={styles.primary} to={{ hash: transferHash(ticker) }}>
            {t('transfer.submit')}
          </Link>
          <AssetExport ticker={ticker} />
        </span>
      </header>
      <Wallets balance={balance} />
      <section className={styles.section} aria-labelledby="asset-records">
        <h2 id="asset-records">{t('assetPage.recent')}</h2>
        <div className={styles.panel}>
          <RecordsTable caption={t('assetPage.recent')} filter={filter} empty={t('assetPage.noRecords')} />
        </div>
        <Link className="standalone-link" to={`${paths.walletHistory}?ticker=${ticker}`}>
          {t('assetPage.all')}
        </Link>
        <Link className="standalone-link" to={assetsStatusPath(ticker)}>
          {t('assetPage.status')}
        </Link>
      </section>
      <Markets ticker={ticker} />
    </div>
  );
}

/** One asset: the three wallets, what has moved last, and where it trades. */
export function Component() {
  const { t } = useTranslation('wallet');
  const { ticker = '' } = useParams();
  const { data, error, refetch } = useQuery(balancesQuery);
  if (error && !data) return <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  const balance = data.byTicker.get(ticker);
  return balance ? <AssetPage key={ticker} balance={balance} /> : <Navigate to={paths.notFound} replace />;
}
