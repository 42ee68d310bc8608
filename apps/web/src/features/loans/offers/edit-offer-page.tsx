/** /p2p-loans/admin/edit/{loanId}: an own offer that is open. */
import { type CurrencyList, editedOrder, type OfferView } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { editOffer, loanCurrenciesQuery } from '../../../api/loans.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { offerPath } from '../../../platform/paths.ts';
import { Facts } from '../../../ui/facts.tsx';
import { notify } from '../../../ui/notify.ts';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { moneyText } from '../figures.tsx';
import styles from '../loans.module.css';
import { useLoanAct } from '../use-loan-act.ts';
import { OfferWizard } from './offer-wizard.tsx';
import { OwnOfferPage } from './own-offer-page.tsx';
import { askedOf, offerFields, orderOf, useOfferForm, valuesOfOffer } from './use-offer-form.ts';

export function Component() {
  return <OwnOfferPage>{(offer) => <EditPage offer={offer} />}</OwnOfferPage>;
}

function EditPage({ offer }: { offer: OfferView }) {
  const { t } = useTranslation('loans');
  usePageTitle(t('edit.title', { id: offer.id }));
  const { data: currencies } = useQuery(loanCurrenciesQuery);
  // What is typed stays while the offer is read again; another version of it is refused by the server.
  const [read] = useState(offer);
  if (!currencies) return <PageSkeleton />;
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={offerPath(offer.id)}>
        {t('edit.back')}
      </Link>
      <h1>{t('edit.title', { id: offer.id })}</h1>
      {offer.state === 'open' ? <Edit offer={read} currencies={currencies} /> : <EmptyState text={t('edit.closed')} />}
    </div>
  );
}

function Edit({ offer, currencies }: { offer: OfferView; currencies: CurrencyList }) {
  const { t } = useTranslation('loans');
  const navigate = useNavigate();
  const [initial] = useState(() => valuesOfOffer(offer, currencies));
  const form = useOfferForm({ offer, values: initial });
  const { act, sending, problem, errors } = useLoanAct({
    scope: `edit offer ${offer.id}`,
    send: editOffer,
    fields: offerFields,
  });
  const save = () => {
    const { fiat_currency: _, ...order } = orderOf(askedOf(form.values, initial));
    const edit = editedOrder.parse({ ...order, version: offer.version });
    return act({ id: offer.id, edit }, () => {
      notify.success(t('edit.saved'));
      void navigate(offerPath(offer.id));
    });
  };
  return (
    <OfferWizard
      title={t('edit.form')}
      form={form}
      isEdit
      server={{ problem, errors }}
      sending={sending}
      submitLabel={t('edit.submit')}
      disabled={false}
      onSubmit={() => void save()}
    >
      <Facts
        facts={[
          { label: t('offer.free'), value: moneyText(offer.free_amount, offer.fiat_currency) },
          { label: t('offer.reserved'), value: moneyText(offer.reserved, offer.fiat_currency) },
          { label: t('offer.lent'), value: moneyText(offer.lent, offer.fiat_currency) },
        ]}
      />
      <p className="hint">{t('edit.hint')}</p>
    </OfferWizard>
  );
}
