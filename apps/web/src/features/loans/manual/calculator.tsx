import { NativeSelect } from '@mantine/core';
import type { CurrencyList } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import styles from '../loans.module.css';
import { Receipt } from '../take/receipt.tsx';
import { type CreditField, useCreditForm } from '../take/use-credit-form.ts';
import { type MoneyTerms, widestOffer } from '../take/widest-offer.ts';

/** What is filled in at first. */
const example = { amount: '1000', days: '30', pay_percent: '0.1' };

/** What a loan would cost and what could happen to its pledge, by the prices of now. */
export function Calculator({ currencies, money }: { currencies: CurrencyList; money: MoneyTerms }) {
  const { t } = useTranslation('loans');
  const offer = widestOffer(currencies, money);
  const form = useCreditForm(offer, example);
  const { values, faults, change, coins } = form;
  const fieldOf = (name: CreditField, label: string, decimals: number) => (
    <DecimalInput
      name={name}
      label={label}
      size="md"
      decimals={decimals}
      maxLength={50}
      value={values[name]}
      // An empty field is no fault of a calculator.
      error={values[name] === '' ? undefined : faults[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
  return (
    <section>
      <h2 className={styles.listTitle}>{t('loans-manual:calculator')}</h2>
      <div className={styles.split}>
        <div className={styles.panel}>
          {fieldOf('amount', t('take.amount', { ticker: money.ticker }), 2)}
          <div className={styles.pair}>
            {fieldOf('days', t('field.days'), 0)}
            {fieldOf('pay_percent', t('field.percent'), 2)}
          </div>
          <NativeSelect
            label={t('take.coin')}
            size="md"
            data={coins}
            value={values.currency}
            onChange={(event) => change({ currency: event.currentTarget.value })}
          />
          {fieldOf('volatility_percent', t('take.cushion'), 2)}
        </div>
        <Receipt offer={offer} form={form} />
      </div>
    </section>
  );
}
