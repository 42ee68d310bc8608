import { Button } from '@mantine/core';
import { verificationRequest } from '@pelican/shared/contracts/sign-up';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmOwnEmail, sendOwnEmailCode } from '../../api/security.ts';
import { generalSettingsQuery } from '../../api/settings.ts';
import { CodeField } from '../../identity/code-field.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { ResendCode } from '../../identity/resend-code.tsx';
import { useCodeSending } from '../../identity/use-code-sending.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { problemWith } from '../../identity/validate.ts';
import styles from './verification.module.css';

/** Before the first step: documents are taken from an address that is somebody's own. */
export function EmailStep({ email }: { email: string }) {
  const { t } = useTranslation('verification');
  const client = useQueryClient();
  const sending = useCodeSending(sendOwnEmailCode);
  const server = useServerErrors(['email_code']);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirm = useMutation({
    mutationFn: confirmOwnEmail,
    onMutate: server.clear,
    onSuccess: () => client.invalidateQueries({ queryKey: generalSettingsQuery.queryKey }),
    onError: (error) => {
      setProblem(server.take(error).email_code);
      setCode('');
    },
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const found = problemWith(verificationRequest, { email_code: code });
    setProblem(found);
    if (found === undefined && !confirm.isPending) confirm.mutate(code);
  }
  return (
    <form className={styles.form} noValidate onSubmit={onSubmit}>
      <h2>{t('email.title')}</h2>
      <p>{t('email.why', { email })}</p>
      <FormAlert problem={server.problem} />
      <ResendCode sending={sending} />
      <CodeField value={code} onChange={setCode} onComplete={(given) => confirm.mutate(given)} error={problem} />
      <div className={styles.buttons}>
        <span />
        <Button type="submit" size="md" loading={confirm.isPending}>
          {t('email.confirm')}
        </Button>
      </div>
    </form>
  );
}
