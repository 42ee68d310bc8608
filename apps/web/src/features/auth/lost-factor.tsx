import { Button } from '@mantine/core';
import { recoveryWish } from '@pelican/shared/contracts/factor-recovery';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { askFactorRecovery, recoveryPhoneQuery, sendRecoveryPhoneCode } from '../../api/auth.ts';
import { CaptchaStatus } from '../../identity/captcha-status.tsx';
import { CodeField } from '../../identity/code-field.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { ResendCode } from '../../identity/resend-code.tsx';
import { useCaptcha } from '../../identity/use-captcha.ts';
import { useCodeSending } from '../../identity/use-code-sending.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { problemWith } from '../../identity/validate.ts';
import styles from './auth.module.css';

/** The way out for somebody who has lost every second factor: what happens then, before it is asked for. */
export function LostFactor({ ticket }: { ticket: string }) {
  const { t } = useTranslation('auth');
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Removal ticket={ticket} />;
  return (
    <Button variant="subtle" onClick={() => setOpen(true)}>
      {t('lostFactor.open')}
    </Button>
  );
}

function Removal({ ticket }: { ticket: string }) {
  const { t } = useTranslation('auth');
  const captcha = useCaptcha();
  const phone = useQuery(recoveryPhoneQuery(ticket)).data?.phone ?? null;
  const server = useServerErrors(['code']);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const requestOf = () => ({ ticket, ...(code === '' ? {} : { phone_code: code }) });
  const ask = useMutation({
    mutationFn: async () => {
      const solved = await captcha.take();
      return askFactorRecovery({ ...requestOf(), ...(solved === undefined ? {} : { captcha: solved }) });
    },
    onMutate: server.clear,
    onError: (error) => {
      setProblem(server.take(error).code);
      setCode('');
    },
  });
  const submit = () => {
    const found = problemWith(recoveryWish, requestOf());
    setProblem(found && t('codes.missing'));
    if (found === undefined) ask.mutate();
  };
  if (ask.data)
    return (
      <div role="status">
        <p>
          <strong>{t('lostFactor.asked')}</strong>
        </p>
        <p>{t('lostFactor.next', { hours: ask.data.wait_hours })}</p>
      </div>
    );
  return (
    <section className={`${styles.form} ${styles.lost}`} aria-label={t('lostFactor.title')}>
      <h2>{t('lostFactor.title')}</h2>
      <p>{t('lostFactor.body')}</p>
      <ol>
        {Object.values(t('lostFactor.steps', { returnObjects: true }) as Record<string, string>).map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {phone !== null && <PhoneCode ticket={ticket} phone={phone} code={code} onChange={setCode} error={problem} />}
      <FormAlert problem={server.problem} />
      <CaptchaStatus state={captcha.state} />
      <Button variant="default" loading={ask.isPending} onClick={submit}>
        {t('lostFactor.submit')}
      </Button>
    </section>
  );
}

interface PhoneCodeProps {
  ticket: string;
  /** Masked. */
  phone: string;
  code: string;
  onChange: (code: string) => void;
  error: string | undefined;
}

/** The telephone, for those who still have it: it helps operators to decide. */
function PhoneCode({ ticket, phone, code, onChange, error }: PhoneCodeProps) {
  const { t } = useTranslation('auth');
  const sending = useCodeSending(() => sendRecoveryPhoneCode(ticket));
  return (
    <>
      <p>{t('lostFactor.phone', { phone })}</p>
      <ResendCode sending={sending} />
      <CodeField label={t('codes.ofPhone')} value={code} onChange={onChange} error={error} />
    </>
  );
}
