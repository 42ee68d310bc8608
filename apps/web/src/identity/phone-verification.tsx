import { Button } from '@mantine/core';
import { phoneCodeRequest, phoneRequest } from '@pelican/shared/contracts/security';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmPhoneNumber, sendPhoneNumberCode } from '../api/security.ts';
import { generalSettingsQuery } from '../api/settings.ts';
import { CodeField } from './code-field.tsx';
import { FormAlert } from './form-alert.tsx';
import styles from './identity.module.css';
import './messages.ts';
import { PhoneField, type PhoneParts, phoneText } from './phone-field.tsx';
import { ResendCode } from './resend-code.tsx';
import { type CodeSent, useCodeSending } from './use-code-sending.ts';
import { useLockTime } from './use-lock-time.ts';
import { useServerErrors } from './use-server-errors.ts';
import { problemWith } from './validate.ts';

interface PhoneVerificationProps {
  /** @param phone masked */
  onDone: (phone: string) => void;
  onClose: () => void;
  /** The verb that does not verify one. Default: "Cancel". */
  closeLabel?: string;
}

/** Makes a telephone the person's own: its number, then the code that it was sent. */
export function PhoneVerification(props: PhoneVerificationProps) {
  const [sent, setSent] = useState<{ phone: string; first: CodeSent } | null>(null);
  if (sent === null) return <NumberStep {...props} onSent={(phone, first) => setSent({ phone, first })} />;
  return <CodeStep {...props} {...sent} />;
}

interface NumberStepProps extends PhoneVerificationProps {
  onSent: (phone: string, first: CodeSent) => void;
}

function NumberStep({ onSent, onClose, closeLabel }: NumberStepProps) {
  const { t } = useTranslation('identity');
  const { data: settings } = useQuery(generalSettingsQuery);
  const lockTime = useLockTime();
  const server = useServerErrors(['phone']);
  const [typed, setTyped] = useState<PhoneParts>({ country: '', number: '' });
  const [problem, setProblem] = useState<string>();
  const phone = { ...typed, country: typed.country || (settings?.country ?? '') };
  const send = useMutation({
    mutationFn: sendPhoneNumberCode,
    onMutate: server.clear,
    onSuccess: (first, number) => onSent(number, first),
    onError: (error) => setProblem(server.take(error).phone),
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const text = phoneText(phone);
    const found = problemWith(phoneRequest, { phone: text });
    setProblem(found && text === '' ? t('phone.missing') : found);
    if (found === undefined) send.mutate(phoneRequest.parse({ phone: text }).phone);
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{t('phone.why')}</p>
      <p className="hint">{t('phone.locks', { time: lockTime })}</p>
      <FormAlert problem={server.problem} />
      <PhoneField
        value={phone}
        onChange={(next) => {
          setTyped(next);
          setProblem(undefined);
        }}
        error={problem}
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {closeLabel ?? t('stepUp.cancel')}
        </Button>
        <Button type="submit" loading={send.isPending}>
          {t('code.get')}
        </Button>
      </div>
    </form>
  );
}

interface CodeStepProps extends PhoneVerificationProps {
  phone: string;
  first: CodeSent;
}

function CodeStep({ phone, first, onDone, onClose, closeLabel }: CodeStepProps) {
  const { t } = useTranslation('identity');
  const server = useServerErrors(['code']);
  const sending = useCodeSending(() => sendPhoneNumberCode(phone), first);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const check = useMutation({
    mutationFn: confirmPhoneNumber,
    onMutate: server.clear,
    onSuccess: ({ phone: masked }) => onDone(masked),
    onError: (error) => {
      setProblem(server.take(error).code);
      setCode('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(phoneCodeRequest, { code });
    setProblem(found);
    if (found === undefined) check.mutate(code);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormAlert problem={server.problem} />
      <ResendCode sending={sending} />
      <CodeField
        value={code}
        onChange={setCode}
        onComplete={(given) => check.mutate(given)}
        error={problem}
        autoFocus
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {closeLabel ?? t('stepUp.cancel')}
        </Button>
        <Button type="submit" loading={check.isPending}>
          {t('stepUp.submit')}
        </Button>
      </div>
    </form>
  );
}
