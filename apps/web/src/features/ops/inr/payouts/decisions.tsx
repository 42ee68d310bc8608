import { TextInput } from '@mantine/core';
import { type InrPayoutDetail, transactionId } from '@pelican/shared/contracts/inr';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { DecisionDialog } from '../../parts/decision-dialog.tsx';

interface DecisionProps {
  payout: InrPayoutDetail;
  onDone: () => void;
  onClose: () => void;
}

/** The transfer that has paid it, as the operator reads it in the statement of the bank. */
export function PayDialog({ payout: { id }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-inr-payouts');
  const [typed, setTyped] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const isWrong = !transactionId.safeParse(typed).success;
  return (
    <DecisionDialog
      title={t('payTitle', { id })}
      confirmLabel={t('pay')}
      reasonIs="optional"
      takesTwo="sometimes"
      isComplete={() => {
        setIsChecked(true);
        return !isWrong;
      }}
      submit={(reason) =>
        call('POST /v2/ops/inr-payouts/:id/pay', {
          params: { id },
          body: { utr: typed, ...(reason === '' ? {} : { reason }) },
        })
      }
      doneText={t('paid', { id })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('payBody')}</p>
      <TextInput
        mt={16}
        data-autofocus
        label={t('utr')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={isChecked && isWrong ? t('utrInvalid') : undefined}
      />
    </DecisionDialog>
  );
}

export function FailDialog({ payout: { id }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-inr-payouts');
  return (
    <DecisionDialog
      title={t('failTitle', { id })}
      confirmLabel={t('fail')}
      tone="danger"
      takesTwo="sometimes"
      reasons={t('usualReasons', { returnObjects: true }) as string[]}
      submit={(reason) => call('POST /v2/ops/inr-payouts/:id/fail', { params: { id }, body: { reason } })}
      doneText={t('failed', { id })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('failBody')}</p>
    </DecisionDialog>
  );
}
