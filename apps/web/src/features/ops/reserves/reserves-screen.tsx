import { Button } from '@mantine/core';
import type { ReserveOverview } from '@pelican/shared/contracts/reserves';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messagesOf } from '../../../api/api-error.ts';
import { call } from '../../../api/call.ts';
import { reservesQuery } from '../../../api/reserves-desk.ts';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { reservesPath } from '../../../platform/paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { notify } from '../../../ui/notify.ts';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from '../home/home-page.module.css';
import detail from '../parts/detail.module.css';
import { WholeMoment } from '../parts/whole-moment.tsx';
import { wordsOf } from '../parts/words.ts';
import english from './locales/en.json';

addMessages('ops-reserves', english);

type Asset = ReserveOverview['result'][number];
type Place = Asset['places'][number] & { ticker: string };
type House = Asset['house'][number] & { ticker: string };

/** What lies where, against what is owed. */
export function Component() {
  const { t } = useTranslation('ops-reserves');
  usePageTitle(t('title'));
  const { data, error, refetch } = useQuery(reservesQuery);
  return (
    <div className={styles.page}>
      <div className={detail.head}>
        <h1>{t('title')}</h1>
        <ProveButton />
      </div>
      <p>
        {data && (
          <>
            {t('about')} <WholeMoment seconds={data.time} />.{' '}
          </>
        )}
        <Link to={reservesPath}>{t('published')}</Link>
      </p>
      <Assets
        rows={data?.result}
        error={error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null}
      />
      {data && <Places rows={data.result.flatMap(({ ticker, places }) => places.map((one) => ({ ...one, ticker })))} />}
      {data && <Houses rows={data.result.flatMap(({ ticker, house }) => house.map((one) => ({ ...one, ticker })))} />}
    </div>
  );
}

function ProveButton() {
  const { t } = useTranslation('ops-reserves');
  const prove = useMutation({
    mutationFn: () => call('POST /v2/ops/proofs-of-reserves'),
    onSuccess: () => notify.success(t('asked')),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('notAsked') }),
  });
  return (
    <Button variant="default" size="xs" loading={prove.isPending} onClick={() => prove.mutate()}>
      {t('prove')}
    </Button>
  );
}

function Assets({ rows, error }: { rows: readonly Asset[] | undefined; error: React.ReactNode }) {
  const { t } = useTranslation('ops-reserves');
  const columns = useMemo<Column<Asset>[]>(() => {
    const amount = (key: 'liabilities' | 'reserves' | 'due' | 'unplaced'): Column<Asset> => ({
      key,
      header: t(key),
      numeric: true,
      render: (row) => <Amount value={row[key]} ticker={row.ticker} />,
    });
    return [
      { key: 'asset', header: t('asset'), card: 'headline', render: ({ ticker }) => <strong>{ticker}</strong> },
      amount('liabilities'),
      amount('reserves'),
      {
        key: 'percent',
        header: t('percent'),
        numeric: true,
        render: ({ percent }) => <span className="tabular">{percent === null ? '–' : `${percent} %`}</span>,
      },
      amount('due'),
      amount('unplaced'),
      {
        key: 'state',
        header: t('state'),
        render: ({ warnings }) =>
          warnings.length === 0 ? (
            <StatusChip tone="done" label={t('fine')} />
          ) : (
            <span className={styles.chips}>
              {warnings.map((one) => (
                <StatusChip key={one} tone="attention" label={t(`warning.${one}`)} />
              ))}
            </span>
          ),
      },
    ];
  }, [t]);
  return (
    <DataTable
      caption={t('caption')}
      columns={columns}
      rows={rows}
      rowKey={({ ticker }) => ticker}
      compact
      empty={<EmptyState text={t('empty')} />}
      error={error}
    />
  );
}

function Places({ rows }: { rows: readonly Place[] }) {
  const { t } = useTranslation('ops-reserves');
  const columns = useMemo<Column<Place>[]>(() => {
    const part = (key: 'hot' | 'deposits' | 'cold' | 'ledger'): Column<Place> => ({
      key,
      header: t(key),
      numeric: true,
      render: ({ parts, ticker }) => <Amount value={parts?.[key]} ticker={ticker} />,
    });
    return [
      { key: 'ticker', header: t('asset'), card: 'headline', render: ({ ticker }) => <strong>{ticker}</strong> },
      { key: 'place', header: t('place'), render: ({ name }) => name },
      {
        key: 'amount',
        header: t('amount'),
        numeric: true,
        render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} />,
      },
      ...(['hot', 'deposits', 'cold', 'ledger'] as const).map(part),
      { key: 'block', header: t('block'), numeric: true, render: ({ block }) => block ?? t('byBooks') },
      { key: 'time', header: t('time'), render: ({ time }) => <WholeMoment seconds={time} /> },
    ];
  }, [t]);
  return (
    <section aria-labelledby="places">
      <h2 id="places">{t('places')}</h2>
      <DataTable
        caption={t('placesCaption')}
        columns={columns}
        rows={rows}
        rowKey={({ ticker, kind, name }) => `${ticker} ${kind} ${name}`}
        compact
        empty={<EmptyState text={t('noPlace')} />}
      />
    </section>
  );
}

function Houses({ rows }: { rows: readonly House[] }) {
  const { t } = useTranslation('ops-reserves');
  const columns = useMemo<Column<House>[]>(
    () => [
      { key: 'ticker', header: t('asset'), card: 'headline', render: ({ ticker }) => <strong>{ticker}</strong> },
      { key: 'account', header: t('account'), render: ({ name }) => wordsOf(name) },
      {
        key: 'amount',
        header: t('amount'),
        numeric: true,
        render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} />,
      },
    ],
    [t],
  );
  return (
    <section aria-labelledby="house">
      <h2 id="house">{t('houseTitle')}</h2>
      <DataTable
        caption={t('houseCaption')}
        columns={columns}
        rows={rows}
        rowKey={({ ticker, name }) => `${ticker} ${name}`}
        compact
        empty={<EmptyState text={t('noHouse')} />}
      />
    </section>
  );
}
