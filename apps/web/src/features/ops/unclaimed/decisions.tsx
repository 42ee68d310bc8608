import { TextInput } from '@mantine/core';
import type { UnclaimedTransfer } from '@pelican/shared/contracts/deposits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';

interface DecisionProps {
  transfer: UnclaimedTransfer;
  onDone: () => void;
  onClose: () => void;
}

/** Makes it a deposit of the user that the operator names. */
export function AssignDialog({ transfer: { id, amount, ticker }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-unclaimed');
  const [email, setEmail] = useState('');
  const [isChecked, setIsChecked] = useState(false);
  const wanted = email.trim();
  const isMissing = !/^\S+@\S+$/.test(wanted);
  return (
    <DecisionDialog
      title={t('assignTitle', { amount, ticker })}
      confirmLabel={t('assign')}
      reasons={t('assignReasons', { returnObjects: true }) as string[]}
      takesTwo="always"
      isComplete={() => {
        setIsChecked(true);
        return !isMissing;
      }}
      submit={(reason) =>
        call('POST /v2/ops/unclaimed-transfers/:id/assign', { params: { id }, body: { email: wanted, reason } })
      }
      doneText={t('assigned', { email: wanted })}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('assignBody')}</p>
      <TextInput
        mt={16}
        data-autofocus
        type="email"
        maxLength={254}
        label={t('email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={isChecked && isMissing ? t('emailInvalid') : undefined}
      />
    </DecisionDialog>
  );
}

/** Writes down that it was sent back: the operator has done it with the keys of the network. */
export function ReturnDialog({ transfer: { id, amount, ticker }, onDone, onClose }: DecisionProps) {
  const { t } = useTranslation('ops-unclaimed');
  return (
    <DecisionDialog
      title={t('returnTitle', { amount, ticker })}
      confirmLabel={t('return')}
      tone="danger"
      takesTwo="always"
      submit={(reason) => call('POST /v2/ops/unclaimed-transfers/:id/return', { params: { id }, body: { reason } })}
      doneText={t('returned')}
      onDone={onDone}
      onClose={onClose}
    >
      <p>{t('returnBody')}</p>
    </DecisionDialog>
  );
}
