import { Button } from '@mantine/core';
import { phoneRequest } from '@pelican/shared/contracts/security';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendPhoneCode } from '../../api/auth.ts';
import { PhoneField, type PhoneParts, phoneText } from '../../identity/phone-field.tsx';
import { useCodeSending } from '../../identity/use-code-sending.ts';
import { problemWith } from '../../identity/validate.ts';
import styles from './auth.module.css';
import { CodeStep } from './code-step.tsx';
import { keepSignUp, type PendingSignUp } from './pending-sign-up.ts';

interface PhoneStepProps {
  signUp: PendingSignUp;
  isDone: boolean;
  code: string;
  onChange: (code: string) => void;
  error?: string | undefined;
}

/** The telephone's code, and another number where the one that was typed is wrong. */
export function PhoneStep({ signUp, ...step }: PhoneStepProps) {
  const { t } = useTranslation('auth');
  const { verification } = signUp;
  const [parts, setParts] = useState<PhoneParts | null>(null);
  const [problem, setProblem] = useState<string>();
  const typed = parts && phoneText(parts);
  const sending = useCodeSending(async () => {
    const sent = await sendPhoneCode(verification, typed ?? undefined);
    if (typed !== null) keepSignUp({ ...signUp, phone: sent.to, typedPhone: typed });
    setParts(null);
    return sent;
  });
  const send = () => {
    const wrong = typed === null ? undefined : problemWith(phoneRequest, { phone: typed });
    setProblem(wrong);
    if (wrong === undefined) sending.send();
  };
  return (
    <CodeStep
      title={t('phone')}
      label={t('codes.ofPhone')}
      to={signUp.typedPhone ?? signUp.phone ?? ''}
      sending={{ ...sending, send }}
      {...step}
    >
      {parts === null ? (
        <Button
          variant="subtle"
          size="compact-sm"
          className={styles.change ?? ''}
          onClick={() => setParts({ country: signUp.country ?? '', number: '' })}
        >
          {t('codes.otherPhone')}
        </Button>
      ) : (
        <PhoneField
          value={parts}
          onChange={(next) => {
            setParts(next);
            setProblem(undefined);
          }}
          error={problem}
        />
      )}
    </CodeStep>
  );
}
