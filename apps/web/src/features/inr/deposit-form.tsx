import { Button, Checkbox, TextInput } from '@mantine/core';
import { type InrRequisites, newInrDeposit } from '@pelican/shared/contracts/inr';
import { fiatDecimals } from '@pelican/shared/contracts/payments';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { inrKey, reportDeposit } from '../../api/inr.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { validateWith } from '../../identity/validate.ts';
import { paths } from '../../platform/paths.ts';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { compareDecimals } from '../../ui/decimal-compare.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { formatUpTo } from '../../ui/format.ts';
import { notify } from '../../ui/notify.ts';
import { Amount } from '../../ui/numbers.tsx';
import styles from './inr.module.css';
import { refusedTitle } from './refused-title.ts';

const rupees = (amount: string) => `₹${formatUpTo(amount, fiatDecimals, 'indian')}`;

/** What is left of the amount after the fee, never below zero. */
function netOf(amount: string, fee: string): string {
  const units = parseBigUnits(amount, fiatDecimals) - parseBigUnits(fee, fiatDecimals);
  return formatBigUnits(units > 0n ? units : 0n, fiatDecimals);
}

/** Reports a transfer that was made: how much, by which id, and that the terms are accepted. */
export function DepositForm({ bankId, requisites }: { bankId: number; requisites: InrRequisites }) {
  const { t } = useTranslation('inr');
  const client = useQueryClient();
  const form = useRef<HTMLFormElement>(null);
  const [amount, setAmount] = useState('');
  const [transactionId, setTransactionId] = useState('');
  const [isAccepted, setIsAccepted] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const server = useServerErrors(['amount', 'transaction_id', 'terms']);
  // The link stands in brackets in the message.
  const [beforeTerms, terms, afterTerms] = t('deposit.terms').split(/[[\]]/);
  const { minAmount, maxAmount, dailyMax, fee } = requisites;
  const request = { bank_id: bankId, amount: wireDecimal(amount), transaction_id: transactionId, terms: isAccepted };

  function problems(): Record<string, string> {
    const found = validateWith(newInrDeposit)(request);
    if (compareDecimals(request.amount, minAmount) < 0) found.amount = t('deposit.min', { min: rupees(minAmount) });
    else if (maxAmount !== '0' && compareDecimals(request.amount, maxAmount) > 0)
      found.amount = t('deposit.max', { max: rupees(maxAmount) });
    return found;
  }
  const show = (found: Record<string, string>) => {
    setErrors(found);
    const first = ['amount', 'transaction_id', 'terms'].find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const report = useMutation({
    mutationFn: () => reportDeposit(newInrDeposit.parse(request)),
    onMutate: server.clear,
    async onSuccess() {
      notify.success(t('deposit.done'));
      setAmount('');
      setTransactionId('');
      setIsAccepted(false);
      await client.invalidateQueries({ queryKey: inrKey });
    },
    onError: (error) => show(server.take(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problems();
    show(found);
    if (Object.keys(found).length === 0 && !report.isPending) report.mutate();
  };
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <FormAlert problem={server.problem} {...refusedTitle(report.error, t)} />
      <DecimalInput
        name="amount"
        label={t('deposit.amount')}
        description={t('deposit.limits', {
          min: rupees(minAmount),
          max: rupees(maxAmount),
          day: rupees(dailyMax),
        })}
        size="md"
        decimals={fiatDecimals}
        value={amount}
        onChange={setAmount}
        error={errors.amount}
      />
      <dl className={styles.sums}>
        <dt>{t('deposit.fee')}</dt>
        <dd>
          <Amount value={fee} decimals={fiatDecimals} ticker="INR" withTicker />
        </dd>
        <dt>{t('deposit.net')}</dt>
        <dd>
          <Amount
            value={amount === '' ? null : netOf(request.amount, fee)}
            decimals={fiatDecimals}
            ticker="INR"
            withTicker
          />
        </dd>
      </dl>
      <TextInput
        name="transaction_id"
        label={t('deposit.transactionId')}
        description={t('deposit.transactionIdHint')}
        size="md"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={transactionId}
        onChange={(event) => setTransactionId(event.currentTarget.value)}
        error={errors.transaction_id}
      />
      <Checkbox
        name="terms"
        checked={isAccepted}
        onChange={(event) => setIsAccepted(event.currentTarget.checked)}
        error={errors.terms}
        label={
          <span>
            {beforeTerms}
            <Link to={paths.terms} target="_blank">
              {terms}
            </Link>
            {afterTerms}
          </span>
        }
      />
      <Button type="submit" size="md" loading={report.isPending}>
        {t('deposit.submit')}
      </Button>
    </form>
  );
}
