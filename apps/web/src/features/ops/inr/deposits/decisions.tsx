import type { InrDepositDetail } from '@pelican/shared/contracts/inr';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../api/call.ts';
import { wireDecimal } from '../../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../../ui/decimal-input.tsx';
import { DecisionDialog } from '../../parts/decision-dialog.tsx';

interface DecisionProps {
  deposit: InrDepositDetail;
  onDone: () => void;
  onClose: () => void;
}

/** Credits what has arrived, which the operator types as the statement of the bank has it. */
export function CreditDialog({ deposit: { id, amount: reported }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-inr-deposits');
  const [amount, setAmount] = useState(reported);
  const [isChecked, setIsChecked] = useState(false);
  const wanted = wireDecimal(amount);
  const isMissing = isZeroDecimal(wanted);
  return (
    <DecisionDialog
      title={t('approveTitle', { id })}
      confirmLabel={t('approve')}
      reasonIs="optional"
      isComplete={() => {
        setIsChecked(true);
        return !isMissing;
      }}
      submit={(reason) =>
        call('POST /v2/ops/inr-deposits/:id/approve', {
          params: { id },
          body: { amount: wanted, ...(reason === '' ? {} : { reason }) },
        })
      }
      doneText={t('approved', { id })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('approveBody')}</p>
      <DecimalInput
        mt={16}
        data-autofocus
        label={t('amount')}
        decimals={2}
        value={amount}
        onChange={setAmount}
        error={isChecked && isMissing ? t('amountInvalid') : undefined}
      />
    </DecisionDialog>
  );
}

export function RefuseDialog({ deposit: { id }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-inr-deposits');
  return (
    <DecisionDialog
      title={t('rejectTitle', { id })}
      confirmLabel={t('reject')}
      tone="danger"
      reasons={t('usualReasons', { returnObjects: true }) as string[]}
      submit={(reason) => call('POST /v2/ops/inr-deposits/:id/reject', { params: { id }, body: { reason } })}
      doneText={t('rejected', { id })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('rejectBody')}</p>
    </DecisionDialog>
  );
}
