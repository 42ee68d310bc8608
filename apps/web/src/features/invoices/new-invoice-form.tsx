import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Invoice, invoiceDescriptionMax, type NewInvoice, newInvoice } from '@pelican/shared/contracts/invoices';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { invoicesKey, makeInvoice } from '../../api/invoices.ts';
import { marketsQuery } from '../../api/markets.ts';
import { useSubmitOnce } from '../../api/use-submit-once.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { Needs, useIsUnverified } from '../../identity/needs.tsx';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { validateWith } from '../../identity/validate.ts';
import { wireDecimal } from '../../ui/clean-decimal.ts';
import { DecimalInput } from '../../ui/decimal-input.tsx';
import { Section } from '../../ui/settings-section.tsx';
import styles from './invoices.module.css';

const decimalsMax = 8;
const fieldNames = ['ticker', 'amount', 'description', 'hours'];
/** For how long it can be paid. */
const hoursOffered = ['1', '24', '72', '168', '720'] as const;

/** What is asked for, of whom only the link decides. */
export function NewInvoiceForm({ onMade }: { onMade: (invoice: Invoice) => void }) {
  const { t } = useTranslation('invoices');
  const client = useQueryClient();
  const { data: balances } = useQuery(balancesQuery);
  const { data: markets } = useQuery(marketsQuery);
  const isUnverified = useIsUnverified('deposit');
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState('');
  const [amount, setAmount] = useState('');
  const [description, setDescription] = useState('');
  const [hours, setHours] = useState<string>('24');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const server = useServerErrors(fieldNames);
  const { submit, sending } = useSubmitOnce<Invoice>('invoice');

  const tickers = balances?.list.map((balance) => balance.ticker) ?? [];
  const ticker = chosen || (tickers.includes('USDT') ? 'USDT' : (tickers[0] ?? ''));
  const show = (found: Record<string, string>) => {
    setErrors(found);
    const first = fieldNames.find((field) => found[field]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = { ticker, amount: amount === '' ? '' : wireDecimal(amount), description, hours };
    const found = validateWith(newInvoice)(wanted);
    show(found);
    if (Object.keys(found).length > 0) return;
    server.clear();
    const send = (request: NewInvoice, key: string) =>
      makeInvoice(request, key).catch((error: unknown) => {
        show(server.take(error));
        throw error;
      });
    void submit({ request: newInvoice.parse(wanted), send }, (made) => {
      setAmount('');
      setDescription('');
      void client.invalidateQueries({ queryKey: invoicesKey });
      onMade(made);
    });
  };
  return (
    <Section title={t('new.title')} about={t('new.about')}>
      <Needs activity="deposit" />
      <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
        <FormAlert problem={server.problem} />
        <div className={styles.pair}>
          <NativeSelect
            name="ticker"
            label={t('new.asset')}
            size="md"
            data={tickers}
            value={ticker}
            disabled={tickers.length === 0}
            onChange={(event) => setChosen(event.currentTarget.value)}
            error={errors.ticker}
          />
          <DecimalInput
            name="amount"
            label={t('new.amount')}
            size="md"
            decimals={markets?.currencies[ticker]?.precision ?? decimalsMax}
            value={amount}
            onChange={setAmount}
            error={errors.amount}
          />
        </div>
        <TextInput
          name="description"
          label={t('new.description')}
          description={t('new.descriptionHint')}
          size="md"
          maxLength={invoiceDescriptionMax}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          error={errors.description}
        />
        <NativeSelect
          name="hours"
          label={t('new.hours')}
          size="md"
          data={hoursOffered.map((value) => ({ value, label: t(`hours.${value}`) }))}
          value={hours}
          onChange={(event) => setHours(event.currentTarget.value)}
          error={errors.hours}
        />
        <Button type="submit" size="md" loading={sending} disabled={ticker === '' || isUnverified}>
          {t('new.submit')}
        </Button>
      </form>
    </Section>
  );
}
