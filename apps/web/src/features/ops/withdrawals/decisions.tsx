import { TextInput } from '@mantine/core';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import {
  type WithdrawalDetail,
  type WithdrawalFailure,
  type WithdrawalRefusal,
  withdrawalFailures,
  withdrawalRefusals,
} from '@pelican/shared/contracts/withdrawals';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { useCode } from './code-select.tsx';

export interface DecisionProps {
  withdrawal: WithdrawalDetail;
  onDone: () => void;
  onClose: () => void;
}

/** An optional remark of the operator. */
const withRemark = (reason: string) => (reason === '' ? {} : { reason });

export function ApproveDialog({ withdrawal, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-withdrawals');
  const { id, email, amount, ticker, two_persons: takesTwo } = withdrawal;
  return (
    <DecisionDialog
      title={t('approveTitle', { amount, ticker, email })}
      confirmLabel={t('approve')}
      reasonIs={takesTwo ? 'required' : 'optional'}
      takesTwo={takesTwo ? 'always' : undefined}
      submit={(reason) => call('POST /v2/ops/withdrawals/:id/approve', { params: { id }, body: withRemark(reason) })}
      doneText={t('approved', { email })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('approveBody')}</p>
    </DecisionDialog>
  );
}

export function RejectDialog({ withdrawal: { id, email, amount, ticker }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-withdrawals');
  const { code, isChosen, field } = useCode<WithdrawalRefusal>(withdrawalRefusals);
  return (
    <DecisionDialog
      title={t('rejectTitle', { amount, ticker, email })}
      confirmLabel={t('reject')}
      tone="danger"
      reasonIs="optional"
      isComplete={isChosen}
      submit={(reason) =>
        call('POST /v2/ops/withdrawals/:id/reject', {
          params: { id },
          body: { code: code as WithdrawalRefusal, ...withRemark(reason) },
        })
      }
      doneText={t('rejected', { email })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('rejectBody')}</p>
      {field}
    </DecisionDialog>
  );
}

export function RetryDialog({ withdrawal: { id, email, amount, ticker }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-withdrawals');
  return (
    <DecisionDialog
      title={t('retryTitle', { amount, ticker, email })}
      confirmLabel={t('retry')}
      takesTwo="always"
      submit={(reason) => call('POST /v2/ops/withdrawals/:id/retry', { params: { id }, body: { reason } })}
      doneText={t('retried', { email })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('retryBody')}</p>
    </DecisionDialog>
  );
}

export function SettledDialog({ withdrawal: { id, email, amount, ticker }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-withdrawals');
  return (
    <DecisionDialog
      title={t('settledTitle', { amount, ticker, email })}
      confirmLabel={t('settled')}
      takesTwo="always"
      submit={(reason) => call('POST /v2/ops/withdrawals/:id/settled', { params: { id }, body: { reason } })}
      doneText={t('settledDone', { email })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('settledBody')}</p>
    </DecisionDialog>
  );
}

export function FailDialog({ withdrawal: { id, email, amount, ticker }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-withdrawals');
  const { code, isChosen, field } = useCode<WithdrawalFailure>(withdrawalFailures);
  return (
    <DecisionDialog
      title={t('failTitle', { amount, ticker, email })}
      confirmLabel={t('fail')}
      tone="danger"
      takesTwo="always"
      isComplete={isChosen}
      submit={(reason) =>
        call('POST /v2/ops/withdrawals/:id/fail', {
          params: { id },
          body: { code: code as WithdrawalFailure, reason },
        })
      }
      doneText={t('failed', { email })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('failBody')}</p>
      {field}
    </DecisionDialog>
  );
}

const transactionName = /^[\w.:-]{1,100}$/;

export function PaidByHandDialog({ withdrawal, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-withdrawals');
  const { id, email, amount, net, ticker, status } = withdrawal;
  const [transaction, setTransaction] = useState('');
  const [wasTried, setTried] = useState(false);
  const isMissing = !transactionName.test(transaction.trim());
  return (
    <DecisionDialog
      title={t('paid_by_handTitle', { amount, ticker, email })}
      confirmLabel={t('paid_by_hand')}
      tone="danger"
      takesTwo="always"
      isComplete={() => {
        setTried(true);
        return !isMissing;
      }}
      submit={(reason) =>
        call('POST /v2/ops/withdrawals/:id/paid-by-hand', {
          params: { id },
          body: { transaction: transaction.trim(), reason },
        })
      }
      doneText={t('paid_by_handDone', { email })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{status === paymentStatus.successful ? t('paid_by_handUndone') : t('paid_by_handBody', { net, ticker })}</p>
      <TextInput
        mt={16}
        required
        label={t('transaction')}
        description={withdrawal.provider_payout === null ? undefined : t('transactionOfProvider')}
        maxLength={100}
        value={transaction}
        error={wasTried && isMissing ? t('transactionMissing') : undefined}
        onChange={(event) => setTransaction(event.currentTarget.value)}
      />
    </DecisionDialog>
  );
}
