import { Button } from '@mantine/core';
import { providerFormSchema, providerForms, type StartedDeposit } from '@pelican/shared/contracts/fiat';
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { depositFeeQuery, startDeposit, type WantedDeposit } from '../../api/fiat.ts';
import { useSubmitOnce } from '../../api/use-submit-once.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { validateWith } from '../../identity/validate.ts';
import { submitHiddenForm } from '../../payments/hidden-form.ts';
import { type ProviderDetails, ProviderFields } from '../../payments/provider-fields.tsx';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { compareDecimals } from '../../ui/decimal-compare.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Amount } from '../../ui/numbers.tsx';
import { Section } from '../../ui/settings-section.tsx';
import styles from './fiat.module.css';

const decimals = 2;

interface ProviderFormProps {
  ticker: string;
  method: PaymentMethod;
}

/** The amount and what the method asks beside it, by its key; then the browser goes to the provider. */
export function ProviderForm({ ticker, method }: ProviderFormProps) {
  const { t } = useTranslation('fiat');
  const { key, name: methodName, minAmount: min, maxAmount: max } = method;
  const asked = providerForms[key] ?? [];
  const form = useRef<HTMLFormElement>(null);
  const [amount, setAmount] = useState('');
  const [details, setDetails] = useState<ProviderDetails>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const server = useServerErrors(['amount', ...asked]);
  const { submit, sending } = useSubmitOnce<StartedDeposit>(`deposit ${ticker} ${key}`);
  const wanted = wireDecimal(amount);
  const { data: cost } = useQuery(depositFeeQuery(ticker, key, wanted));
  const isPriced = /[1-9]/.test(wanted);

  const values = { amount: wanted, ...Object.fromEntries(asked.map((field) => [field, details[field] ?? ''])) };
  function problems(): Record<string, string> {
    const found = validateWith(providerFormSchema(key))(values);
    if (compareDecimals(wanted, min) < 0) found.amount = t('form.min', { min });
    else if (max !== '0' && compareDecimals(wanted, max) > 0) found.amount = t('form.max', { max });
    return found;
  }
  const show = (found: Record<string, string>) => {
    setErrors(found);
    const first = ['amount', ...asked].find((field) => found[field]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const found = problems();
    show(found);
    if (Object.keys(found).length > 0) return;
    server.clear();
    const send = (request: WantedDeposit, idempotencyKey: string) =>
      startDeposit(request, idempotencyKey).catch((error: unknown) => {
        show(server.take(error));
        throw error;
      });
    void submit({ request: { ticker, paymentKey: key, form: values }, send }, submitHiddenForm);
  };
  return (
    <Section title={t('form.title', { method: methodName })} about={method.description}>
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
        <FormAlert problem={server.problem} />
        <DecimalInput
          name="amount"
          label={t('form.amount')}
          description={t(max === '0' ? 'form.from' : 'form.limits', { min, max, ticker })}
          size="md"
          decimals={decimals}
          value={amount}
          onChange={setAmount}
          error={errors.amount}
        />
        <ProviderFields asked={asked} details={details} errors={errors} onChange={setDetails} />
        <dl className={styles.sums}>
          <dt>{t('form.fee')}</dt>
          <dd>
            <Amount value={isPriced ? (cost?.fee ?? null) : null} decimals={decimals} ticker={ticker} withTicker />
          </dd>
          <dt>{t('form.net')}</dt>
          <dd>
            <Amount value={isPriced ? (cost?.net ?? null) : null} decimals={decimals} ticker={ticker} withTicker />
          </dd>
        </dl>
        <Button type="submit" size="md" loading={sending}>
          {t('form.submit')}
        </Button>
      </form>
    </Section>
  );
}
