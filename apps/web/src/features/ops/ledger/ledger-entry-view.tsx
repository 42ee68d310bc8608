import type { LedgerEntryDetail } from '@pelican/shared/contracts/operations';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ledgerEntryQuery } from '../../../api/ledger-desk.ts';
import { paths } from '../../../platform/paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import styles from '../parts/detail.module.css';
import { Facts } from '../parts/facts.tsx';
import { DetailState } from '../parts/list-screen.tsx';
import { useOperator } from '../parts/use-operator.ts';
import { WholeMoment } from '../parts/whole-moment.tsx';

type Leg = LedgerEntryDetail['legs'][number];

/** An entry with its legs and their sum. */
export function LedgerEntryView({ id }: { id: number }) {
  const { t } = useTranslation('ops');
  return (
    <DetailState query={useQuery(ledgerEntryQuery(id))} title={t('list.detailNotLoaded')}>
      {(entry) => <Loaded entry={entry} />}
    </DetailState>
  );
}

function Loaded({ entry }: { entry: LedgerEntryDetail }) {
  const { t } = useTranslation('ops-ledger');
  const { id, kind, reference, key, time, legs, sums } = entry;
  const sameReference = `${paths.operators}/ledger?reference=${encodeURIComponent(reference)}`;
  return (
    <article aria-label={t('entry', { id })}>
      <div className={styles.head}>
        <h2>{t('entry', { id })}</h2>
      </div>
      <Facts
        rows={[
          [t('kind'), kind],
          [
            t('reference'),
            <Link key="reference" to={sameReference}>
              {reference}
            </Link>,
          ],
          [
            t('key'),
            <span key="key" className="mono">
              {key}
            </span>,
          ],
          [t('time'), <WholeMoment key="time" seconds={time} />],
          ...sums.map(({ ticker, sum }) => [t('sum', { ticker }), sum] as const),
        ]}
      />
      <Legs legs={legs} />
    </article>
  );
}

function Legs({ legs }: { legs: readonly Leg[] }) {
  const { t } = useTranslation('ops-ledger');
  const columns: Column<Leg>[] = [
    {
      key: 'account',
      header: t('column.account'),
      card: 'headline',
      render: ({ account, object }) => (object === null ? account : `${account} · ${t('object', { id: object })}`),
    },
    { key: 'owner', header: t('column.owner'), render: (leg) => <Owner leg={leg} /> },
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      render: ({ amount, ticker }) => <Amount value={amount} ticker={ticker} withTicker />,
    },
  ];
  return (
    <section className={styles.part} aria-label={t('legs')}>
      <h3>{t('legs')}</h3>
      <DataTable
        caption={t('legs')}
        compact
        columns={columns}
        rows={legs}
        rowKey={(leg) => [leg.account, leg.user?.id, leg.object, leg.shard, leg.ticker].join(' ')}
        empty={<EmptyState text={t('detached')} />}
      />
    </section>
  );
}

function Owner({ leg: { owner, user } }: { leg: Leg }) {
  const { t } = useTranslation('ops-ledger');
  const { may } = useOperator();
  if (!user) return t(`owner.${owner}`);
  return may('users') ? <Link to={`${paths.operators}/users/${user.id}`}>{user.email}</Link> : user.email;
}
