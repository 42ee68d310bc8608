import { NativeSelect } from '@mantine/core';
import type { CurrencyList } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import styles from '../loans.module.css';
import { Receipt } from '../take/receipt.tsx';
import { type CreditField, type CreditOffer, useCreditForm } from '../take/use-credit-form.ts';

type MoneyTerms = CurrencyList['fiat'][number];

/** The widest offer that the settings allow: the calculator asks for no more than the coins do. */
function widestOffer({ crypto, limits }: CurrencyList, money: MoneyTerms): CreditOffer {
  const pairs = crypto.flatMap(({ ticker, pairs: all }) => {
    const pair = all.find(({ fiat_currency }) => fiat_currency === money.ticker);
    return pair ? [[ticker, pair.ltv] as const] : [];
  });
  return {
    fiat_currency: money.ticker,
    currency: pairs.map(([ticker]) => ticker).join(','),
    lvt: Object.fromEntries(pairs),
    oks_percent: limits.oks_min,
    amount_from: money.amount_min,
    amount_max: money.amount_max,
    days_from: limits.days_min,
    days_to: limits.days_max,
    percent_from: limits.percent_min,
    percent_to: limits.percent_max,
    auto_approve: false,
    auto_percent: limits.percent_max,
  };
}

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
