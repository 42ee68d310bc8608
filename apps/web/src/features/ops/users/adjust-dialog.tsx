import { NativeSelect, TextInput } from '@mantine/core';
import type { Person } from '@pelican/shared/contracts/operations';
import { type AdjustmentKind, adjustmentKinds } from '@pelican/shared/contracts/wallet';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';

const decimalsMax = 18;

const grouped = (amount: string, ticker: string) => formatUpTo(amount, decimalsMax, groupingOf(ticker));

interface AdjustDialogProps {
  person: Person;
  onDecided: () => void;
  onClose: () => void;
}

/** Takes money out of a main wallet, or moves it between the wallet and the house. */
export function AdjustDialog({ person: { id, email, balances }, onDecided, onClose }: AdjustDialogProps) {
  const { t } = useTranslation('ops');
  const [kind, setKind] = useState<AdjustmentKind>('debit');
  const [ticker, setTicker] = useState(balances[0]?.asset ?? '');
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const [text, setText] = useState('');
  const [isChecked, setChecked] = useState(false);
  const asset = ticker.trim().toUpperCase();
  const wanted = wireDecimal(amount);
  const missing = (value: string) => (value.trim() === '' ? t('adjust.missing') : undefined);
  const faults = {
    ticker: /^[A-Z0-9]{2,12}$/.test(asset) ? undefined : t('adjust.missing'),
    amount: isZeroDecimal(wanted) ? t('adjust.missing') : undefined,
    reference: missing(reference),
    text: missing(text),
  };
  const errorOf = (field: keyof typeof faults) => (isChecked ? faults[field] : undefined);
  const main = balances.find((one) => one.asset === asset);
  return (
    <DecisionDialog
      title={t('adjust.title', { email })}
      confirmLabel={t('adjust.verb')}
      tone="danger"
      takesTwo="always"
      isComplete={() => {
        setChecked(true);
        return Object.values(faults).every((fault) => fault === undefined);
      }}
      submit={(reason) => {
        const body = { kind, ticker: asset, amount: wanted, reference: reference.trim(), text: text.trim(), reason };
        return call('POST /v2/ops/users/:id/adjust', { params: { id }, body });
      }}
      doneText={t('adjust.done', { email })}
      onDecided={onDecided}
      onClose={onClose}
    >
      <p>{t('adjust.body')}</p>
      <NativeSelect
        mt={16}
        data-autofocus
        label={t('adjust.kind')}
        value={kind}
        data={adjustmentKinds.map((value) => ({ value, label: t(`adjust.kinds.${value}`) }))}
        onChange={(event) => setKind(event.currentTarget.value as AdjustmentKind)}
      />
      <TextInput
        mt={16}
        label={t('adjust.asset')}
        maxLength={12}
        value={ticker}
        error={errorOf('ticker')}
        onChange={(event) => setTicker(event.currentTarget.value)}
      />
      <DecimalInput
        mt={16}
        label={t('adjust.amount')}
        description={
          main && t('adjust.inMain', { main: grouped(main.main, asset), held: grouped(main.held, asset), asset })
        }
        decimals={decimalsMax}
        value={amount}
        error={errorOf('amount')}
        onChange={setAmount}
      />
      <TextInput
        mt={16}
        label={t('adjust.reference')}
        description={t('adjust.referenceHint')}
        maxLength={100}
        value={reference}
        error={errorOf('reference')}
        onChange={(event) => setReference(event.currentTarget.value)}
      />
      <TextInput
        mt={16}
        label={t('adjust.text')}
        maxLength={200}
        value={text}
        error={errorOf('text')}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </DecisionDialog>
  );
}
