import { Checkbox, NativeSelect } from '@mantine/core';
import { offerDays } from '@pelican/shared/contracts/loans';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { transferHash } from '../../../platform/hash-dialogs.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { rangeText } from '../figures.tsx';
import styles from '../loans.module.css';
import type { OfferField, OfferForm } from './use-offer-form.ts';

export interface OfferFieldsProps {
  form: OfferForm;
  /** Those that are shown: faults of fields, or what the server had against them. */
  errors: Record<string, string>;
  /** The money of an offer stays what it is. */
  isEdit: boolean;
}

type TextField = Exclude<OfferField, 'currency' | 'fiat_currency'>;

const decimals: Record<TextField, number> = {
  amount: 2,
  amount_from: 2,
  amount_to: 2,
  days_from: 0,
  days_to: 0,
  percent_from: 2,
  percent_to: 2,
  oks_percent: 2,
  auto_percent: 2,
  expires_days: 0,
};

/** One decimal field, by its name. */
function useFieldOf({ form: { values, change }, errors }: OfferFieldsProps) {
  const { t } = useTranslation('loans');
  return (name: TextField, description?: string) => (
    <DecimalInput
      name={name}
      label={t(`offerField.${name}`)}
      {...(description === undefined ? {} : { description })}
      size="md"
      decimals={decimals[name]}
      maxLength={name.startsWith('days') ? 3 : 50}
      value={values[name]}
      error={errors[name]}
      onChange={(value) => change({ [name]: value })}
    />
  );
}

/** How much is offered, and how much of it one borrower can take. */
function AmountFields(props: OfferFieldsProps) {
  const { t } = useTranslation('loans');
  const { values, change, currencies, wallet } = props.form;
  const fieldOf = useFieldOf(props);
  const money = currencies?.fiat.find(({ ticker }) => ticker === values.fiat_currency);
  return (
    <>
      {!props.isEdit && (
        <NativeSelect
          name="fiat_currency"
          label={t('offerField.fiat_currency')}
          size="md"
          data={currencies?.fiat.map(({ ticker }) => ticker) ?? [values.fiat_currency]}
          value={values.fiat_currency}
          error={props.errors.fiat_currency}
          onChange={(event) => change({ fiat_currency: event.currentTarget.value, currency: [] })}
        />
      )}
      {fieldOf('amount', t('offerForm.amountHint'))}
      <p className={styles.panelHead}>
        <span className="muted">{t('take.available')}</span>
        <span>
          <Amount value={wallet ?? null} ticker={values.fiat_currency} withTicker />{' '}
          <Link to={transferHash(values.fiat_currency, 'main')}>{t('take.transfer')}</Link>
        </span>
      </p>
      <p className="hint">
        {money && t('offerForm.limits', { range: rangeText(money.amount_min, money.amount_max, money.ticker) })}
      </p>
      <div className={styles.pair}>
        {fieldOf('amount_from')}
        {fieldOf('amount_to')}
      </div>
    </>
  );
}

/** For how long, and at which interest. */
function TermFields(props: OfferFieldsProps) {
  const fieldOf = useFieldOf(props);
  const { currencies, values } = props.form;
  const money = currencies?.fiat.find(({ ticker }) => ticker === values.fiat_currency);
  const days = money && `${money.days_min}–${money.days_max}`;
  const percents = money && `${money.percent_min}–${money.percent_max}`;
  return (
    <>
      <div className={styles.pair}>
        {fieldOf('days_from', days)}
        {fieldOf('days_to', days)}
      </div>
      <div className={styles.pair}>
        {fieldOf('percent_from', percents)}
        {fieldOf('percent_to', percents)}
      </div>
    </>
  );
}

/** Against which coins, and how much of them. */
function PledgeFields(props: OfferFieldsProps) {
  const { t } = useTranslation('loans');
  const fieldOf = useFieldOf(props);
  return (
    <>
      <Coins form={props.form} error={props.errors.currency} />
      {fieldOf('oks_percent', t('offerForm.pledgeHint'))}
    </>
  );
}

/** Who says yes, and what becomes of money that comes back. */
function ApprovalFields(props: OfferFieldsProps) {
  const { t } = useTranslation('loans');
  const { values, change } = props.form;
  const fieldOf = useFieldOf(props);
  return (
    <>
      <Checkbox
        label={t('offerField.auto_approve')}
        description={t('offerForm.autoHint')}
        checked={values.auto_approve}
        onChange={(event) => change({ auto_approve: event.currentTarget.checked })}
      />
      {values.auto_approve && fieldOf('auto_percent', t('offerForm.autoPercentHint'))}
      <Checkbox
        label={t('offerField.relend')}
        description={t('offerForm.relendHint')}
        checked={values.relend}
        onChange={(event) => change({ relend: event.currentTarget.checked })}
      />
      {fieldOf(
        'expires_days',
        props.isEdit ? t('offerForm.expiresEditHint') : t('offerForm.expiresHint', { days: offerDays }),
      )}
    </>
  );
}

/** The parts of an offer, in the order in which they are asked for, each with its fields. */
export const offerParts = [
  { name: 'amount', fields: ['fiat_currency', 'amount', 'amount_from', 'amount_to'], Fields: AmountFields },
  { name: 'terms', fields: ['days_from', 'days_to', 'percent_from', 'percent_to'], Fields: TermFields },
  { name: 'pledges', fields: ['currency', 'oks_percent'], Fields: PledgeFields },
  { name: 'approval', fields: ['auto_percent', 'expires_days'], Fields: ApprovalFields },
] as const satisfies { name: string; fields: OfferField[]; Fields: ComponentType<OfferFieldsProps> }[];

/** Coins that are accepted as a pledge, with what may be lent on each. */
function Coins({ form: { values, change, coins }, error }: { form: OfferForm; error: string | undefined }) {
  const { t } = useTranslation('loans');
  return (
    <Checkbox.Group
      label={t('offerField.currency')}
      value={values.currency}
      error={error}
      onChange={(currency) => change({ currency })}
    >
      <div className={styles.checks}>
        {coins.map(({ ticker, pairs }) => (
          <Checkbox
            key={ticker}
            name="currency"
            value={ticker}
            label={t('offerForm.coin', {
              ticker,
              share: pairs.find(({ fiat_currency }) => fiat_currency === values.fiat_currency)?.ltv,
            })}
          />
        ))}
      </div>
    </Checkbox.Group>
  );
}
