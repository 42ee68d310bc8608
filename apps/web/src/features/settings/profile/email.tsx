import { Button } from '@mantine/core';
import { verificationRequest } from '@pelican/shared/contracts/sign-up';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmOwnEmail, sendOwnEmailCode } from '../../../api/security.ts';
import { generalSettingsQuery } from '../../../api/settings.ts';
import { CodeField } from '../../../identity/code-field.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { ResendCode } from '../../../identity/resend-code.tsx';
import { useCodeSending } from '../../../identity/use-code-sending.ts';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { problemWith } from '../../../identity/validate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { StatusChip } from '../../../ui/status-chip.tsx';
import styles from './profile.module.css';

/** The code that shows that the address is the person's own. */
function Confirmation({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { t } = useTranslation('settings-profile');
  const server = useServerErrors(['email_code']);
  const sending = useCodeSending(sendOwnEmailCode);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const confirm = useMutation({
    mutationFn: confirmOwnEmail,
    onMutate: server.clear,
    onSuccess: onDone,
    onError: (error) => {
      setProblem(server.take(error).email_code);
      setCode('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(verificationRequest, { email_code: code });
    setProblem(found && t('emailCode.missing'));
    if (found === undefined) confirm.mutate(code);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p>{t('emailCode.why')}</p>
      <FormAlert problem={server.problem} />
      <ResendCode sending={sending} />
      <CodeField
        label={t('emailCode.label')}
        value={code}
        onChange={(next) => {
          setCode(next);
          setProblem(undefined);
        }}
        onComplete={(complete) => confirm.mutate(complete)}
        error={problem}
      />
      <div className={styles.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('common:dialog.cancel')}
        </Button>
        <Button type="submit" loading={confirm.isPending}>
          {t('emailCode.confirm')}
        </Button>
      </div>
    </form>
  );
}

/** The person's address, and the dialog that confirms it where the sign-up has left that for later. */
export function Email({ email, isConfirmed }: { email: string; isConfirmed: boolean }) {
  const { t } = useTranslation('settings-profile');
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const finish = async () => {
    notify.success(t('emailCode.done'));
    setIsOpen(false);
    await client.invalidateQueries({ queryKey: generalSettingsQuery.queryKey });
  };
  if (isConfirmed) return email;
  return (
    <span className={styles.phone}>
      <span>{email}</span>
      <StatusChip tone="attention" label={t('emailCode.open')} />
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {t('emailCode.title')}
      </Button>
      {isOpen && (
        <Dialog title={t('emailCode.title')} onClose={() => setIsOpen(false)}>
          <Confirmation onDone={() => void finish()} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </span>
  );
}
