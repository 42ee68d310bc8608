import { Button, NativeSelect, TextInput } from '@mantine/core';
import type { LoanSettings } from '@pelican/shared/contracts/loans';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { Amount } from '../../../ui/numbers.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { Facts } from '../parts/facts.tsx';
import styles from './loans.module.css';
import './messages.ts';

const moneyDecimals = 2;

interface CompensationProps {
  moneys: readonly string[];
  holdings: LoanSettings['holdings'];
}

/** What there is to compensate sides of loans with, and more of it from outside. */
export function Compensation({ moneys, holdings }: CompensationProps) {
  const { t } = useTranslation('ops-loans');
  const [isOpen, setOpen] = useState(false);
  const heldOf = (money: string) =>
    holdings.find(({ account, asset }) => account === 'p2p_compensation' && asset === money)?.balance ?? '0';
  return (
    <section aria-labelledby="compensation">
      <h2 id="compensation">{t('compensation.title')}</h2>
      <p className="hint">{t('compensation.about')}</p>
      <Facts
        rows={moneys.map((money) => [money, <Amount key={money} value={heldOf(money)} ticker={money} withTicker />])}
      />
      <Button mt={12} variant="default" onClick={() => setOpen(true)}>
        {t('compensation.open')}
      </Button>
      {isOpen && <TopUpDialog moneys={moneys} onClose={() => setOpen(false)} />}
    </section>
  );
}

function TopUpDialog({ moneys, onClose }: { moneys: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('ops-loans');
  const [ticker, setTicker] = useState(moneys[0] ?? '');
  const [amount, setAmount] = useState('');
  const [reference, setReference] = useState('');
  const [isChecked, setChecked] = useState(false);
  const wanted = wireDecimal(amount);
  const faults = {
    amount: isZeroDecimal(wanted) ? t('dispute.amountMissing') : undefined,
    reference: reference.trim() === '' ? t('compensation.referenceMissing') : undefined,
  };
  const errorOf = (field: keyof typeof faults) => (isChecked ? faults[field] : undefined);
  return (
    <DecisionDialog
      title={t('compensation.dialogTitle')}
      confirmLabel={t('compensation.open')}
      takesTwo="always"
      isComplete={() => {
        setChecked(true);
        return Object.values(faults).every((fault) => fault === undefined);
      }}
      submit={(reason) => {
        const body = { ticker, amount: wanted, reference: reference.trim(), reason };
        return call('POST /v2/ops/p2p/compensation', { body });
      }}
      doneText={t('compensation.done')}
      onClose={onClose}
    >
      <div className={styles.fields}>
        <NativeSelect
          data-autofocus
          label={t('compensation.money')}
          value={ticker}
          data={[...moneys]}
          onChange={(event) => setTicker(event.currentTarget.value)}
        />
        <DecimalInput
          label={t('compensation.amount')}
          decimals={moneyDecimals}
          value={amount}
          error={errorOf('amount')}
          onChange={setAmount}
        />
        <TextInput
          label={t('compensation.reference')}
          description={t('compensation.referenceHint')}
          autoComplete="off"
          maxLength={100}
          value={reference}
          error={errorOf('reference')}
          onChange={(event) => setReference(event.currentTarget.value)}
        />
      </div>
    </DecisionDialog>
  );
}
