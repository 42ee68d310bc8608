import { useTranslation } from 'react-i18next';
import type { ValueField } from '../parts/value-fields.tsx';
import { marketRates, selfTrades, taxes } from './market-fields.ts';

/** Fees, taxes and what else of a market is no price and no amount. */
export function useRateFields(): ValueField[] {
  const { t } = useTranslation('ops-markets');
  return [
    ...marketRates.map((name) => ({ name, label: t('inPercent', { field: t(`field.${name}`) }) })),
    { name: 'tax', label: t('field.tax'), options: taxes.map((value) => ({ value, label: t(`tax.${value}`) })) },
    {
      name: 'selfTrade',
      label: t('field.selfTrade'),
      options: selfTrades.map((value) => ({ value, label: t(`selfTrade.${value}`) })),
    },
    {
      name: 'isNew',
      label: t('field.isNew'),
      options: (['true', 'false'] as const).map((value) => ({ value, label: t(`isNew.${value}`) })),
    },
  ];
}
