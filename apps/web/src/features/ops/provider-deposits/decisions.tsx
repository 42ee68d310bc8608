import type { ProviderDepositDetail } from '@pelican/shared/contracts/fiat';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { wireDecimal } from '../../../ui/clean-decimal.ts';
import { isZeroDecimal } from '../../../ui/decimal-compare.ts';
import { DecimalInput } from '../../../ui/decimal-input.tsx';
import { DecisionDialog } from '../parts/decision-dialog.tsx';

interface DecisionProps {
  deposit: ProviderDepositDetail;
  onDone: () => void;
  onClose: () => void;
}

const decimals = 8;

/** Credits what has arrived, which the operator types as the statement of the provider has it; two decide. */
export function CreditDialog({ deposit: { id, paid, ticker }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-provider-deposits');
  // Of another currency it says nothing about what is credited.
  const [amount, setAmount] = useState(paid?.ticker === ticker ? paid.amount : '');
  const [isChecked, setIsChecked] = useState(false);
  const wanted = wireDecimal(amount);
  const isMissing = isZeroDecimal(wanted);
  return (
    <DecisionDialog
      title={t('approveTitle', { id })}
      confirmLabel={t('approve')}
      reasonIs="optional"
      takesTwo="always"
      isComplete={() => {
        setIsChecked(true);
        return !isMissing;
      }}
      submit={(reason) =>
        call('POST /v2/ops/provider-deposits/:id/approve', {
          params: { id },
          body: { amount: wanted, ...(reason === '' ? {} : { reason }) },
        })
      }
      doneText={t('approved', { id })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('approveBody', { ticker })}</p>
      <DecimalInput
        mt={16}
        data-autofocus
        label={t('amount')}
        decimals={decimals}
        value={amount}
        onChange={setAmount}
        error={isChecked && isMissing ? t('amountInvalid') : undefined}
      />
    </DecisionDialog>
  );
}

export function EndDialog({ deposit: { id }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-provider-deposits');
  return (
    <DecisionDialog
      title={t('rejectTitle', { id })}
      confirmLabel={t('reject')}
      tone="danger"
      reasons={t('usualReasons', { returnObjects: true }) as string[]}
      submit={(reason) => call('POST /v2/ops/provider-deposits/:id/reject', { params: { id }, body: { reason } })}
      doneText={t('rejected', { id })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('rejectBody')}</p>
    </DecisionDialog>
  );
}
