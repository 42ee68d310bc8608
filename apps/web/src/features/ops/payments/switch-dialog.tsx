import { TextInput } from '@mantine/core';
import type { MethodTerms, PaymentAction } from '@pelican/shared/contracts/payments';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../api/call.ts';
import { DecisionDialog } from '../parts/decision-dialog.tsx';
import { MomentField } from '../parts/moment-field.tsx';

interface SwitchDialogProps {
  level: MethodTerms['levels'][number];
  action: PaymentAction;
  onClose: () => void;
}

/** Closes at once, with what users read; opens with another operator. */
export function SwitchDialog({ level: { scope, object, enabled }, action, onClose }: SwitchDialogProps) {
  const { t } = useTranslation('ops-payments');
  const [text, setText] = useState('');
  const [expected, setExpected] = useState<number | null>(null);
  const way = t(`way.${action}`);
  return (
    <DecisionDialog
      title={t(enabled ? 'closeTitle' : 'openTitle', { way, object })}
      confirmLabel={t(enabled ? 'closeNow' : 'open')}
      tone={enabled ? 'danger' : 'primary'}
      {...(enabled ? { reasons: t('closeReasons', { returnObjects: true }) as string[] } : {})}
      takesTwo={enabled ? undefined : 'always'}
      submit={(reason) =>
        call('POST /v2/ops/payments/switch', {
          body: { scope, object, action, enabled: !enabled, text: text.trim(), expected, reason },
        })
      }
      doneText={t(enabled ? 'closed' : 'opened', { way, object })}
      onClose={onClose}
    >
      <p>{t(enabled ? 'closeBody' : 'openBody')}</p>
      {enabled && (
        <>
          <TextInput
            mt={16}
            data-autofocus
            label={t('publicText')}
            description={t('publicTextHint')}
            maxLength={200}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <MomentField
            mt={16}
            label={t('expectedTime')}
            description={t('expectedHint')}
            value={expected}
            onChange={setExpected}
          />
        </>
      )}
    </DecisionDialog>
  );
}
