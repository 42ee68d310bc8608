import { newOrder, type OfferView } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { useLoanSwitches } from '../../../api/loan-switches.ts';
import { createOffer } from '../../../api/loans.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { moneyText } from '../figures.tsx';
import { useIsUnverifiedForLoans } from '../loan-needs.tsx';
import styles from '../loans.module.css';
import { useLoanAct } from '../use-loan-act.ts';
import { OfferForm } from './offer-form.tsx';
import { OfferWizard } from './offer-wizard.tsx';
import { offerFields, orderOf, useOfferForm } from './use-offer-form.ts';

interface NewOfferProps {
  onMade?: (offer: OfferView) => void;
  /** Part by part, on a page of its own. */
  isWizard?: boolean;
}

/** Makes an offer: its whole amount leaves the main wallet, so it is asked about once. */
export function NewOffer({ onMade, isWizard = false }: NewOfferProps) {
  const { t } = useTranslation('loans');
  const form = useOfferForm();
  const { create } = useLoanSwitches();
  const isUnverified = useIsUnverifiedForLoans();
  const { act, sending, problem, errors } = useLoanAct({ scope: 'new offer', send: createOffer, fields: offerFields });
  const { values } = form;
  const Form = isWizard ? OfferWizard : OfferForm;
  const make = async () => {
    const order = newOrder.parse(orderOf(values));
    const isSure = await confirm({
      title: t('offerForm.confirm', { amount: moneyText(order.amount ?? order.amount_to, order.fiat_currency) }),
      body: (
        <div className={styles.stack}>
          <p>{t('offerForm.confirmText')}</p>
          <p>{t('risk')}</p>
        </div>
      ),
      confirmLabel: t('offerForm.submit'),
    });
    if (!isSure) return;
    await act(order, ({ id, amount_fiat, fiat_ticker, order: offer }) => {
      notify.success(t('offerForm.made', { id, amount: moneyText(amount_fiat, fiat_ticker) }));
      form.reset();
      onMade?.(offer);
    });
  };
  return (
    <Form
      title={t('offerForm.title')}
      form={form}
      server={{ problem, errors }}
      sending={sending}
      submitLabel={t('offerForm.submit')}
      disabled={create !== true || isUnverified}
      onSubmit={() => void make()}
    />
  );
}
