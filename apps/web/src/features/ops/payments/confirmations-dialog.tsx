import { TextInput } from '@mantine/core';
import { confirmationsMax, type MethodDetail } from '@pelican/shared/contracts/payments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { carryValue, useFiguresRead } from '../parts/use-figures-read.ts';

interface ConfirmationsDialogProps {
  network: NonNullable<MethodDetail['network']>;
  onClose: () => void;
}

/** How many blocks make a transaction of the network final. */
export function ConfirmationsDialog({ network: { key, confirmations }, onClose }: ConfirmationsDialogProps) {
  const { t } = useTranslation('ops-payments');
  const { read, meanwhileOf } = useFiguresRead(confirmations);
  const [typed, setTyped] = useState(String(confirmations));
  const [isChecked, setChecked] = useState(false);
  const wanted = Number(typed);
  const isWrong = !/^\d{1,4}$/.test(typed) || wanted < 1 || wanted > confirmationsMax || wanted === read;
  return (
    <DecisionDialog
      title={t('confirmationsTitle', { network: key })}
      confirmLabel={t('change')}
      takesTwo="always"
      isComplete={() => {
        setChecked(true);
        return !isWrong;
      }}
      submit={(reason) =>
        call('POST /v2/ops/payment-networks/:key/confirmations', {
          params: { key },
          body: { confirmations: wanted, before: read, reason },
        })
      }
      doneText={t('confirmationsChanged', { network: key })}
      meanwhile={meanwhileOf(
        (of) => [[t('confirmations'), String(of)]],
        (was, is) => setTyped((now) => carryValue(now, String(was), String(is))),
      )}
      onClose={onClose}
    >
      <p>{t('confirmationsBody')}</p>
      <TextInput
        mt={16}
        data-autofocus
        inputMode="numeric"
        label={t('confirmations')}
        maxLength={4}
        value={typed}
        error={isChecked && isWrong ? t('confirmationsWrong', { most: confirmationsMax, now: read }) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value.trim())}
      />
    </DecisionDialog>
  );
}
