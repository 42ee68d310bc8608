import { Button, NativeSelect } from '@mantine/core';
import { formOfKey, providerFormSchema, providerForms, type StartedDeposit } from '@pelican/shared/contracts/fiat';
import type { FiatPayment, Invoice } from '@pelican/shared/contracts/invoices';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { depositMethodsQuery } from '../../api/deposits.ts';
import { payInvoiceByProvider } from '../../api/invoices.ts';
import { useSubmitOnce } from '../../api/use-submit-once.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { validateWith } from '../../identity/validate.ts';
import { submitHiddenForm } from '../../payments/hidden-form.ts';
import { type ProviderDetails, ProviderFields } from '../../payments/provider-fields.tsx';
import { depositPath } from '../../platform/paths.ts';
import styles from './invoices.module.css';

interface PayByProviderProps {
  invoice: Invoice;
  disabled: boolean;
}

/** Too little is in the wallet: a deposit of as much as the invoice takes, where a provider serves the currency. */
export function PayByProvider({ invoice, disabled }: PayByProviderProps) {
  const { t } = useTranslation('invoices');
  const { id, ticker } = invoice;
  const { data } = useQuery(depositMethodsQuery(ticker));
  const [chosen, setChosen] = useState('');
  const [details, setDetails] = useState<ProviderDetails>({});
  const [errors, setErrors] = useState<Record<string, string>>({});
  const methods = (data?.paymentList ?? []).filter(
    ({ key, type, enabled }) => enabled && formOfKey(key, type) === 'provider',
  );
  const method = methods.find(({ key }) => key === chosen) ?? methods[0];
  const asked = (method && providerForms[method.key]) || [];
  const server = useServerErrors([...asked]);
  const { submit, sending } = useSubmitOnce<StartedDeposit>(`invoice ${id}`);
  const deposit = <Link to={depositPath(ticker)}>{t('provider.deposit', { ticker })}</Link>;
  if (!method)
    return (
      <p>
        {t('provider.none')} {deposit}
      </p>
    );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const given = Object.fromEntries(asked.map((field) => [field, details[field] ?? '']));
    const found = validateWith(providerFormSchema(method.key))({ ...given, amount: invoice.amount });
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    server.clear();
    const send = (request: FiatPayment, key: string) =>
      payInvoiceByProvider(request, key).catch((error: unknown) => {
        setErrors(server.take(error));
        throw error;
      });
    void submit({ request: { invoice: id, paymentMethodId: method.id, ...given }, send }, submitHiddenForm);
  };
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <p>
        {t('provider.about')} {deposit}
      </p>
      <FormAlert problem={server.problem} />
      <NativeSelect
        label={t('provider.method')}
        size="md"
        value={method.key}
        data={methods.map(({ key, name }) => ({ value: key, label: name }))}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <ProviderFields asked={asked} details={details} errors={errors} onChange={setDetails} />
      <Button type="submit" size="md" loading={sending} disabled={disabled}>
        {t('provider.submit')}
      </Button>
    </form>
  );
}
