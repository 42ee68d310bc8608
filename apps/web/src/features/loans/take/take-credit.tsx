import type { OfferView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { ApiError } from '../../../api/api-error.ts';
import { offerQuery, takeCredit } from '../../../api/loans.ts';
import { useSession } from '../../../api/session.ts';
import { loansPath, signInPath } from '../../../platform/paths.ts';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { percentRangeText, percentText, rangeText } from '../figures.tsx';
import { LoanNeeds } from '../loan-needs.tsx';
import styles from '../loans.module.css';
import { takePath } from '../search/offer-columns.tsx';
import { CreditFields, type CreditTarget } from './credit-fields.tsx';
import { Receipt } from './receipt.tsx';
import { useCreditForm } from './use-credit-form.ts';

/** Takes a part of an offer: the form, and beside it what the loan would cost and what could happen to the pledge. */
export function TakeCredit({ offerId }: { offerId: number }) {
  const { t } = useTranslation('loans');
  const { data, error, refetch } = useQuery(offerQuery(offerId));
  const toOffers = <Link to={`${loansPath}?tab=borrow`}>{t('take.back')}</Link>;
  if (error instanceof ApiError && error.code === 'offer_not_found')
    return <EmptyState text={t('take.gone')} action={toOffers} />;
  if (error && !data) return <ErrorState title={t('take.failed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={`${loansPath}?tab=borrow`}>
        {t('take.back')}
      </Link>
      <header>
        <h1>{t('take.title', { name: data.username })}</h1>
        <p className="muted">
          {t('take.terms', {
            percent: percentRangeText(data.percent_from, data.percent_to),
            amount: rangeText(data.amount_from, data.amount_max, data.fiat_currency),
            days: data.days.replace('-', '–'),
          })}
        </p>
        <p className="muted">
          {data.auto_approve ? t('take.atOnce', { percent: percentText(data.auto_percent) }) : t('take.waits')}
        </p>
      </header>
      <LoanNeeds side="take" />
      <Taking offer={data} />
    </div>
  );
}

function Taking({ offer }: { offer: OfferView }) {
  const { t } = useTranslation('loans');
  const { isSignedIn } = useSession();
  const form = useCreditForm(offer);
  const target: CreditTarget = {
    scope: `take ${offer.id}`,
    // The bid has the version that is shown: terms that have changed since are refused (docs/decisions/0235).
    send: (bid, key) => takeCredit({ id: offer.id, bid }, key),
    isOwn: offer.is_mine,
  };
  return (
    <div className={styles.split}>
      <section className={styles.panel} aria-labelledby="take-form">
        <h2 id="take-form">{t('take.form')}</h2>
        {isSignedIn ? (
          <CreditFields offer={offer} form={form} target={target} />
        ) : (
          <Link className={styles.button} to={signInPath(takePath(offer.id))}>
            {t('offer.signIn')}
          </Link>
        )}
      </section>
      <Receipt offer={offer} form={form} />
    </div>
  );
}
