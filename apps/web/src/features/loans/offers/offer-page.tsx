/** /p2p-loans/admin/loan-details/{loanId}: an own offer with its requests and loans. */
import type { OfferView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { requestsOfOfferQuery } from '../../../api/loans.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { lenderPath } from '../../../platform/paths.ts';
import { Facts } from '../../../ui/facts.tsx';
import { formatDateTime } from '../../../ui/format-time.ts';
import { percentRangeText, percentText, rangeText } from '../figures.tsx';
import styles from '../loans.module.css';
import { LoanTable } from '../own/loan-table.tsx';
import { useOffset } from '../use-offset.ts';
import { OfferActions } from './offer-actions.tsx';
import { OfferMoney } from './offer-money.tsx';
import { OwnOfferPage } from './own-offer-page.tsx';
import { OfferStateChip } from './own-offers.tsx';

export function Component() {
  return <OwnOfferPage>{(offer) => <OfferPage offer={offer} />}</OwnOfferPage>;
}

function OfferPage({ offer }: { offer: OfferView }) {
  const { t } = useTranslation('loans');
  usePageTitle(t('offer.number', { id: offer.id }));
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={lenderPath}>
        {t('lender.back')}
      </Link>
      <header className={styles.panelHead}>
        <h1>{t('offer.number', { id: offer.id })}</h1>
        <OfferStateChip state={offer.state} />
      </header>
      <OfferActions offer={offer} />
      <div className={styles.halves}>
        <Terms offer={offer} />
        <OfferMoney offer={offer} />
      </div>
      <Requests offerId={offer.id} name="waiting" state="pending" />
      <Requests offerId={offer.id} name="ofOffer" state="" />
    </div>
  );
}

function Terms({ offer }: { offer: OfferView }) {
  const { t } = useTranslation('loans');
  const yesOrNo = (value: boolean) => t(value ? 'yes' : 'no');
  return (
    <section className={styles.panel} aria-labelledby="offer-terms">
      <h2 id="offer-terms">{t('offer.terms')}</h2>
      <Facts
        facts={[
          { label: t('column.amount'), value: rangeText(offer.amount_from, offer.amount_to, offer.fiat_currency) },
          { label: t('field.percent'), value: percentRangeText(offer.percent_from, offer.percent_to) },
          { label: t('field.days'), value: offer.days.replace('-', '–') },
          { label: t('column.coins'), value: offer.currency.replaceAll(',', ', ') },
          { label: t('column.pledgeFrom'), value: percentText(offer.oks_percent) },
          {
            label: t('offerField.auto_approve'),
            value: offer.auto_approve ? t('offer.autoFrom', { percent: percentText(offer.auto_percent) }) : t('no'),
          },
          { label: t('offerField.relend'), value: yesOrNo(offer.relend) },
          { label: t('column.made'), value: formatDateTime(offer.date) },
          { label: t('column.expires'), value: formatDateTime(offer.expires_at) },
        ]}
      />
    </section>
  );
}

/** @param state of the requests and loans; '' for all */
function Requests({ offerId, name, state }: { offerId: number; name: 'waiting' | 'ofOffer'; state: 'pending' | '' }) {
  const { t } = useTranslation('loans');
  const { page, onPage } = useOffset(name);
  const query = useQuery(requestsOfOfferQuery({ id: offerId, state, ...page }));
  return (
    <section>
      <h2 className={styles.listTitle}>{t(`list.${name}`)}</h2>
      <LoanTable
        caption={t(`list.${name}`)}
        empty={t(`empty.${name}`)}
        query={query}
        page={page}
        onPage={onPage}
        withDecisions={state === 'pending'}
      />
    </section>
  );
}
