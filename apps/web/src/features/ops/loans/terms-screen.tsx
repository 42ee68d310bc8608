import type { LoanSettings } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { loanSettingsQuery } from '../../../api/loans-desk.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import page from '../home/home-page.module.css';
import { DetailState } from '../parts/list-screen.tsx';
import { wordsOf } from '../parts/words.ts';
import { Compensation } from './compensation.tsx';
import './messages.ts';
import { MoneyPart } from './money-part.tsx';
import { Switches } from './switches.tsx';

/** Switches of loans, by which terms a money is lent, at which levels something is pledged for it, and what loans hold. */
export function Component() {
  const { t } = useTranslation('ops-loans');
  usePageTitle(t('terms.title'));
  const query = useQuery(loanSettingsQuery);
  return (
    <div className={page.page}>
      <h1>{t('terms.title')}</h1>
      <p>{t('terms.about')}</p>
      <DetailState query={query} title={t('terms.failed')}>
        {({ switches, moneys, pledges, holdings }) => (
          <>
            <Switches flag={switches} />
            {moneys.map((row) => (
              <MoneyPart
                key={String(row.ticker)}
                row={row}
                pledges={pledges.filter(({ money_ticker: money }) => money === row.ticker)}
              />
            ))}
            <Compensation moneys={moneys.map(({ ticker }) => String(ticker))} holdings={holdings} />
            <Holdings rows={holdings} />
          </>
        )}
      </DetailState>
    </div>
  );
}

type Holding = LoanSettings['holdings'][number];

function Holdings({ rows }: { rows: readonly Holding[] }) {
  const { t } = useTranslation('ops-loans');
  const columns = useMemo<Column<Holding>[]>(
    () => [
      {
        key: 'account',
        header: t('holdings.account'),
        card: 'headline',
        render: ({ account }) => t(`account.${account}`, wordsOf(account)),
      },
      { key: 'asset', header: t('holdings.asset'), card: 'half', render: ({ asset }) => asset },
      {
        key: 'balance',
        header: t('holdings.balance'),
        numeric: true,
        card: 'half',
        render: ({ balance, asset }) => <Amount value={balance} decimals={18} ticker={asset} />,
      },
    ],
    [t],
  );
  return (
    <section aria-labelledby="holdings">
      <h2 id="holdings">{t('holdings.title')}</h2>
      <DataTable
        caption={t('holdings.caption')}
        columns={columns}
        rows={rows}
        rowKey={({ account, asset }) => `${account} ${asset}`}
        compact
        empty={<EmptyState text={t('holdings.empty')} />}
      />
    </section>
  );
}
