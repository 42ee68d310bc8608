import { NativeSelect } from '@mantine/core';
import type { CurrencyList } from '@pelican/shared/contracts/loans';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import styles from '../loans.module.css';
import { Receipt } from '../take/receipt.tsx';
import { type CreditField, useCreditForm } from '../take/use-credit-form.ts';
import { type MoneyTerms, widestOffer } from '../take/widest-offer.ts';

const exampleTimes = 20n;

/** What a loan would cost and what could happen to its pledge, by the prices of now. */
export function Calculator({ currencies }: { currencies: CurrencyList }) {
  const { t } = useTranslation('loans');
  const [ticker, setTicker] = useState<string>();
  const money = currencies.fiat.find((one) => one.ticker === ticker) ?? currencies.fiat[0];
  if (!money) return null;
  return (
    <section>
      <h2 className={styles.listTitle}>{t('loans-manual:calculator')}</h2>
      {currencies.fiat.length > 1 && (
        <NativeSelect
          mb={16}
          maw={240}
          size="md"
          label={t('search.money')}
          data={currencies.fiat.map((one) => one.ticker)}
          value={money.ticker}
          onChange={(event) => setTicker(event.currentTarget.value)}
        />
      )}
      <Figures key={money.ticker} currencies={currencies} money={money} />
    </section>
  );
}

/** The example is as many times what the money's least loan is. */
function exampleOf({ amount_min }: MoneyTerms) {
  return { amount: formatBigUnits(parseBigUnits(amount_min, 2) * exampleTimes, 2), days: '30', pay_percent: '0.1' };
}

function Figures({ currencies, money }: { currencies: CurrencyList; money: MoneyTerms }) {
  const { t } = useTranslation('loans');
  const offer = widestOffer(currencies, money);
  const form = useCreditForm(offer, exampleOf(money));
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
  );
}
