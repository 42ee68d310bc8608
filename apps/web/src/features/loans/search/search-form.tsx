import '@mantine/core/styles/Chip.css';
import { Button, Chip, NativeSelect } from '@mantine/core';
import type { CurrencyList } from '@pelican/shared/contracts/loans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import styles from './search.module.css';
import { type OfferSearchState, type RangeName, rangeNames, sorts } from './use-offer-search.ts';

const decimals: Record<RangeName, number> = { amount: 2, days: 0, percent: 2, oks: 2 };

interface SearchFormProps {
  state: OfferSearchState;
  currencies: CurrencyList | undefined;
}

/** Money, coins, ranges and order of the offers that are looked for. On a phone all but the money is folded. */
export function SearchForm({ state, currencies }: SearchFormProps) {
  const { t } = useTranslation('loans');
  const { values, change, clear, filterCount } = state;
  const [isOpen, setIsOpen] = useState(false);
  const money = values.fiat_currency || 'USDT';
  const moneys = currencies?.fiat.map(({ ticker }) => ticker) ?? [money];
  return (
    <form className={styles.search} aria-label={t('search.title')} onSubmit={(event) => event.preventDefault()}>
      <div className={styles.bar}>
        <NativeSelect
          label={t('search.money')}
          data={moneys.includes(money) ? moneys : [money, ...moneys]}
          value={money}
          onChange={(event) => change({ fiat_currency: event.currentTarget.value, currency: '' })}
        />
        <NativeSelect
          label={t('search.sort')}
          data={sorts.map((value) => ({ value, label: t(`sort.${value}`) }))}
          value={values.sort || 'percent'}
          onChange={(event) => change({ sort: event.currentTarget.value })}
        />
        <Button
          variant="default"
          className={styles.toggle ?? ''}
          aria-expanded={isOpen}
          aria-controls="loan-filters"
          onClick={() => setIsOpen(!isOpen)}
        >
          {t('search.filter', { number: filterCount })}
        </Button>
      </div>
      <div id="loan-filters" className={styles.filters} data-open={isOpen || undefined}>
        <Coins state={state} money={money} currencies={currencies} />
        <div className={styles.ranges}>
          {rangeNames.map((name) => (
            <Range key={name} name={name} state={state} />
          ))}
        </div>
        <Button variant="subtle" className={styles.clear ?? ''} disabled={filterCount === 0} onClick={clear}>
          {t('search.clear')}
        </Button>
      </div>
    </form>
  );
}

/** Which coins may be pledged: none chosen is any. */
function Coins({ state: { values, change }, money, currencies }: SearchFormProps & { money: string }) {
  const { t } = useTranslation('loans');
  const chosen = values.currency.split(',').filter((ticker) => ticker !== '');
  const coins = currencies?.crypto.filter(({ pairs }) => pairs.some(({ fiat_currency }) => fiat_currency === money));
  return (
    <fieldset className={styles.coins}>
      <legend>{t('search.coins')}</legend>
      <Chip.Group multiple value={chosen} onChange={(next) => change({ currency: next.join(',') })}>
        {(coins?.map(({ ticker }) => ticker) ?? chosen).map((ticker) => (
          <Chip key={ticker} value={ticker} size="sm">
            {ticker}
          </Chip>
        ))}
      </Chip.Group>
    </fieldset>
  );
}

/** A lowest and a highest value. */
function Range({ name, state: { values, errors, change } }: { name: RangeName; state: OfferSearchState }) {
  const { t } = useTranslation('loans');
  const [from, to] = [`${name}_from`, `${name}_to`] as const;
  return (
    <fieldset className={styles.range}>
      <legend>{t(`field.${name}`)}</legend>
      {([from, to] as const).map((field, at) => (
        <DecimalInput
          key={field}
          name={field}
          aria-label={t(at === 0 ? 'form.from' : 'form.to', { field: t(`field.${name}`) })}
          placeholder={t(at === 0 ? 'search.from' : 'search.to')}
          decimals={decimals[name]}
          maxLength={name === 'days' ? 3 : 50}
          value={values[field]}
          error={errors[field]}
          onChange={(value) => change({ [field]: value })}
        />
      ))}
    </fieldset>
  );
}
