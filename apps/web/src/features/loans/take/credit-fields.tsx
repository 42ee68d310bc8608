import { Button, NativeSelect } from '@mantine/core';
import type { Bid, TakenCredit } from '@pelican/shared/contracts/loans';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { useLoanSwitches } from '../../../api/loan-switches.ts';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { transferHash } from '../../../platform/hash-dialogs.ts';
import { loanPath } from '../../../platform/paths.ts';
import { confirm } from '../../../ui/confirm.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { notify } from '../../../ui/notify.ts';
import { Amount } from '../../../ui/numbers.tsx';
import { moneyText, percentRangeText, percentText, rangeText } from '../figures.tsx';
import { useIsUnverifiedForLoans } from '../loan-needs.tsx';
import styles from '../loans.module.css';
import { useLoanAct } from '../use-loan-act.ts';
import type { CreditFigures } from './credit-figures.ts';
import { type CreditField, type CreditForm, type CreditOffer, creditFields } from './use-credit-form.ts';

/** Whom the form asks. */
export interface CreditTarget {
  /** What is not sent twice at a time. */
  scope: string;
  send: (bid: Bid, key: string) => Promise<TakenCredit>;
  /** An own offer cannot be taken. */
  isOwn: boolean;
}

interface CreditFieldsProps {
  offer: CreditOffer;
  form: CreditForm;
  target: CreditTarget;
}

export function CreditFields({ offer, form, target }: CreditFieldsProps) {
  const { t } = useTranslation('loans');
  const { values, coins, figures, isStale } = form;
  const element = useRef<HTMLFormElement>(null);
  const { errors, problem, sending, submit, changed } = useTaking({ offer, form, target }, element);
  const { take } = useLoanSwitches();
  const isUnverified = useIsUnverifiedForLoans();
  const decimalField = (name: CreditField, decimals: number) => ({
    name,
    decimals,
    size: 'md',
    value: values[name],
    error: errors[name],
    onChange: (value: string) => changed({ [name]: value }),
  });
  return (
    <form ref={element} className={styles.form} noValidate onSubmit={submit}>
      <FormAlert problem={problem} />
      <DecimalInput
        {...decimalField('amount', 2)}
        label={t('take.amount', { ticker: offer.fiat_currency })}
        description={rangeText(offer.amount_from, offer.amount_max, offer.fiat_currency)}
        maxLength={50}
      />
      <div className={styles.pair}>
        <DecimalInput
          {...decimalField('days', 0)}
          label={t('field.days')}
          description={`${offer.days_from}–${offer.days_to}`}
          maxLength={3}
        />
        <DecimalInput
          {...decimalField('pay_percent', 2)}
          label={t('field.percent')}
          description={percentRangeText(offer.percent_from, offer.percent_to)}
        />
      </div>
      <NativeSelect
        name="currency"
        label={t('take.coin')}
        size="md"
        data={coins}
        value={values.currency}
        error={errors.currency}
        onChange={(event) => changed({ currency: event.currentTarget.value, amount_crypto: '' })}
      />
      <DecimalInput
        {...decimalField('amount_crypto', form.coinDecimals)}
        label={t('take.pledge', { ticker: values.currency })}
        description={t('take.pledgeHint')}
        placeholder={figures?.proposedPledge ?? ''}
      />
      <DecimalInput
        {...decimalField('volatility_percent', 2)}
        label={t('take.cushion')}
        description={t('take.cushionHint')}
      />
      <p className={styles.panelHead}>
        <span className="muted">{t('take.available')}</span>
        <span>
          <Amount value={form.available ?? null} ticker={values.currency} withTicker />{' '}
          <Link to={transferHash(values.currency, 'main')}>{t('take.transfer')}</Link>
        </span>
      </p>
      <div className={styles.sticky}>
        <Button
          type="submit"
          size="md"
          fullWidth
          loading={sending}
          disabled={take !== true || isUnverified || isStale || target.isOwn}
        >
          {isStale
            ? t('take.waitingForPrice')
            : target.isOwn
              ? t('offer.mine')
              : t(offer.auto_approve ? 'take.submit' : 'take.ask')}
        </Button>
      </div>
    </form>
  );
}

/** Faults are shown once something was to be sent; then one confirmation, with the figures that it is about. */
function useTaking({ offer, form, target }: CreditFieldsProps, element: React.RefObject<HTMLFormElement | null>) {
  const { t } = useTranslation('loans');
  const navigate = useNavigate();
  const [isChecked, setIsChecked] = useState(false);
  const { act, sending, problem, errors, setErrors } = useLoanAct({
    scope: target.scope,
    send: target.send,
    fields: creditFields,
  });
  const take = async (figures: CreditFigures) => {
    const request = form.request();
    const isSure = await confirm({
      title: t('take.confirm', { amount: moneyText(form.values.amount, offer.fiat_currency) }),
      body: <Confirmation offer={offer} form={form} figures={figures} />,
      confirmLabel: t(offer.auto_approve ? 'take.submit' : 'take.ask'),
    });
    if (!isSure) return;
    await act(request, ({ loan }) => {
      notify.success(t(loan.state === 'pending' ? 'take.asked' : 'take.begun'));
      void navigate(loanPath(loan.id));
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsChecked(true);
    setErrors({});
    const first = creditFields.find((name) => form.faults[name]);
    if (first) element.current?.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    else if (form.figures && !sending) void take(form.figures);
  };
  return {
    errors: isChecked ? { ...form.faults, ...errors } : errors,
    problem,
    sending,
    submit,
    changed: (values: Partial<Record<CreditField, string>>) => {
      setErrors({});
      form.change(values);
    },
  };
}

function Confirmation({ offer, form, figures }: Omit<CreditFieldsProps, 'target'> & { figures: CreditFigures }) {
  const { t } = useTranslation('loans');
  const { currency, days, pay_percent } = form.values;
  const money = (value: string) => moneyText(value, offer.fiat_currency);
  return (
    <div className={styles.stack}>
      <p>
        {t('take.confirmPledge', {
          pledge: `${figures.pledge ?? figures.proposedPledge} ${currency}`,
          payout: money(figures.payout),
        })}
      </p>
      <p>
        {t('take.confirmCost', {
          day: money(figures.dayInterest),
          percent: percentText(pay_percent),
          count: Number(days),
          total: money(figures.repayTotal),
        })}
      </p>
      <p>{t('take.confirmRisk', { price: money(figures.levels.liquidation.price) })}</p>
    </div>
  );
}
