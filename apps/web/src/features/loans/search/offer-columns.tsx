import type { OfferView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useLoanSwitches } from '../../../api/loan-switches.ts';
import { useSession } from '../../../api/session.ts';
import { loansPath, offerPath, signInPath } from '../../../platform/paths.ts';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import type { Column } from '../../../ui/data-table.tsx';
import { shortLabel } from '../../../ui/format.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { percentRangeText, percentText, rangeText } from '../figures.tsx';
import styles from '../loans.module.css';
import searchStyles from './search.module.css';

/** Where an offer is taken. */
export function takePath(id: number): string {
  return `${loansPath}?tab=borrow&take=${id}`;
}

/** Coins with what may be lent on each, in percent of its value. */
function Pledges({ offer }: { offer: OfferView }) {
  const { t } = useTranslation('loans');
  return (
    <span className={searchStyles.coinList}>
      {Object.entries(offer.lvt).map(([ticker, share]) => (
        <span key={ticker} className={searchStyles.coin} title={t('offer.lentAtMost', { ticker, share })}>
          <CoinIcon ticker={ticker} size={16} />
          {ticker} {percentText(share)}
        </span>
      ))}
    </span>
  );
}

/** What can be done with an offer: nothing more than to look at it where it is one's own. */
function Take({ offer }: { offer: OfferView }) {
  const { t } = useTranslation('loans');
  const { isSignedIn } = useSession();
  const { take } = useLoanSwitches();
  if (offer.is_mine) return <Link to={offerPath(offer.id)}>{t('offer.mine')}</Link>;
  if (take === false) return <span className="muted">{t('offer.blocked')}</span>;
  const to = takePath(offer.id);
  return (
    <Link
      className={styles.button}
      to={isSignedIn ? to : signInPath(to)}
      aria-label={t(isSignedIn ? 'offer.takeNamed' : 'offer.signInNamed', { name: offer.username })}
    >
      {t(isSignedIn ? 'offer.take' : 'offer.signIn')}
    </Link>
  );
}

export function useOfferColumns(): Column<OfferView>[] {
  const { t } = useTranslation('loans');
  return [
    {
      key: 'lender',
      header: t('column.lender'),
      card: 'headline',
      render: ({ username, auto_approve }) => (
        <span className={searchStyles.two}>
          <strong title={username}>{shortLabel(username)}</strong>
          {auto_approve && <StatusChip tone="done" label={t('offer.atOnce')} />}
        </span>
      ),
    },
    {
      key: 'percent',
      header: t('field.percent'),
      numeric: true,
      card: 'headline',
      render: ({ percent_from, percent_to }) => <strong>{percentRangeText(percent_from, percent_to)}</strong>,
    },
    {
      key: 'amount',
      header: t('column.amount'),
      numeric: true,
      render: ({ amount_from, amount_max, fiat_currency }) => rangeText(amount_from, amount_max, fiat_currency),
    },
    {
      key: 'days',
      header: t('field.days'),
      numeric: true,
      card: 'half',
      render: ({ days_from, days_to }) => (days_from === days_to ? days_to : `${days_from}–${days_to}`),
    },
    {
      key: 'oks',
      header: t('column.pledgeFrom'),
      numeric: true,
      card: 'half',
      render: ({ oks_percent }) => percentText(oks_percent),
    },
    { key: 'coins', header: t('column.coins'), render: (offer) => <Pledges offer={offer} /> },
    {
      key: 'take',
      header: t('offer.take'),
      quietHeader: true,
      numeric: true,
      card: 'action',
      render: (offer) => <Take offer={offer} />,
    },
  ];
}
