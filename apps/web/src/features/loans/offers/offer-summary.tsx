import { useTranslation } from 'react-i18next';
import { Facts } from '../../../ui/facts.tsx';
import { Money, percentRangeText, percentText, rangeText } from '../figures.tsx';
import type { OfferValues } from './use-offer-form.ts';

/** An offer as it was filled in. */
export function OfferSummary({ values }: { values: OfferValues }) {
  const { t } = useTranslation('loans');
  const { fiat_currency: ticker, amount, amount_from, amount_to, days_from, days_to, currency } = values;
  return (
    <Facts
      facts={[
        { label: t('offerField.amount'), value: <Money value={amount === '' ? amount_to : amount} ticker={ticker} /> },
        { label: t('wizard.oneLoan'), value: rangeText(amount_from, amount_to, ticker) },
        { label: t('field.days'), value: days_from === days_to ? days_to : `${days_from}–${days_to}` },
        { label: t('field.percent'), value: percentRangeText(values.percent_from, values.percent_to) },
        { label: t('column.coins'), value: currency.join(', ') },
        ...(values.oks_percent === ''
          ? []
          : [{ label: t('offerField.oks_percent'), value: percentText(values.oks_percent) }]),
        {
          label: t('offerField.auto_approve'),
          value: values.auto_approve
            ? t('offer.autoFrom', { percent: percentText(values.auto_percent || values.percent_to) })
            : t('no'),
        },
        { label: t('offerField.relend'), value: t(values.relend ? 'yes' : 'no') },
        ...(values.expires_days === '' ? [] : [{ label: t('offerField.expires_days'), value: values.expires_days }]),
      ]}
    />
  );
}
