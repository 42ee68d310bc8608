import type { OfferView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { activeOffersQuery, ownOffersQuery } from '../../../api/loans.ts';
import { offerPath } from '../../../platform/paths.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../../ui/status-chip.tsx';
import { twoColumn } from '../../../ui/two-column.tsx';
import { Money, percentRangeText, rangeText } from '../figures.tsx';
import styles from '../loans.module.css';
import { TitledTable } from '../own/paged-table.tsx';
import { useOffset } from '../use-offset.ts';

const tones: Record<OfferView['state'], ChipTone> = { open: 'progress', finishing: 'waiting', closed: 'done' };

export function OfferStateChip({ state }: Pick<OfferView, 'state'>) {
  const { t } = useTranslation('loans');
  return <StatusChip tone={tones[state]} label={t(`offerState.${state}`)} />;
}

/** Own offers with what they bring. @param onlyActive those that are open or have loans that run */
export function OwnOffers({ onlyActive = false }: { onlyActive?: boolean }) {
  const { t } = useTranslation('loans');
  const name = onlyActive ? 'activeOffers' : 'offers';
  const { page, onPage } = useOffset(name);
  const columns = useOwnOfferColumns();
  const query = onlyActive ? activeOffersQuery(page) : ownOffersQuery(page);
  return (
    <TitledTable
      caption={t(`list.${name}`)}
      columns={columns}
      // The second answers with statistics besides.
      query={useQuery(query as ReturnType<typeof activeOffersQuery>)}
      empty={<EmptyState text={t(`empty.${name}`)} />}
      page={page}
      onPage={onPage}
    />
  );
}

function useOwnOfferColumns(): Column<OfferView>[] {
  const { t } = useTranslation('loans');
  return [
    {
      key: 'offer',
      header: t('column.offer'),
      card: 'headline',
      render: ({ id, amount_from, amount_to, fiat_currency }) => (
        <span className={styles.two}>
          <Link to={offerPath(id)}>{t('offer.number', { id })}</Link>
          <span className="hint">{rangeText(amount_from, amount_to, fiat_currency)}</span>
        </span>
      ),
    },
    {
      key: 'state',
      header: t('column.state'),
      card: 'corner',
      render: ({ state }) => <OfferStateChip state={state} />,
    },
    twoColumn(
      'terms',
      t('column.terms'),
      ({ percent_from, percent_to }) => percentRangeText(percent_from, percent_to),
      ({ days }) => t('offer.days', { days: days.replace('-', '–') }),
    ),
    twoColumn(
      'money',
      t('column.freeAndLent'),
      ({ free_amount, fiat_currency }) => <Money value={free_amount} ticker={fiat_currency} />,
      ({ lent = '0', fiat_currency }) => <Money value={lent} ticker={fiat_currency} />,
    ),
    twoColumn(
      'interest',
      t('column.dailyAndEstimated'),
      ({ daily_charged, fiat_currency }) => <Money value={daily_charged} ticker={fiat_currency} />,
      ({ estimated, fiat_currency }) => <Money value={estimated} ticker={fiat_currency} />,
    ),
    {
      key: 'requests',
      header: t('column.requests'),
      numeric: true,
      card: 'half',
      render: ({ id, requests = 0 }) =>
        requests > 0 ? <Link to={offerPath(id)}>{t('offer.waiting', { count: requests })}</Link> : '0',
    },
    {
      key: 'expires',
      header: t('column.expires'),
      card: 'half',
      render: ({ expires_at }) => <Moment seconds={expires_at} />,
    },
  ];
}
