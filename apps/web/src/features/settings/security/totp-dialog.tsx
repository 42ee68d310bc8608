import { Button } from '@mantine/core';
import { type GeneratedTotp, toggleRequest } from '@pelican/shared/contracts/security';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { generateTotp, toggleFactor } from '../../../api/security.ts';
import { CodeField } from '../../../identity/code-field.tsx';
import { FormAlert } from '../../../identity/form-alert.tsx';
import { useServerErrors } from '../../../identity/use-server-errors.ts';
import { problemWith } from '../../../identity/validate.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import type { EnableDialogProps } from './disable-dialog.tsx';
import { LockNotice } from './lock-notice.tsx';
import styles from './security.module.css';
import { useFactorAdded } from './use-security.ts';

const groupLength = 4;

/** ABCDEFGH as ABCD EFGH, to be read off and typed. */
function grouped(secret: string): string {
  return secret.match(new RegExp(`.{1,${groupLength}}`, 'g'))?.join(' ') ?? secret;
}

/** The QR code for the app, and the same as text. */
function Secret({ generated }: { generated: GeneratedTotp | undefined }) {
  const { t } = useTranslation('settings-security');
  return (
    <div className={styles.qr}>
      {generated ? (
        <img src={generated.twoFactorQrUrl} alt={t('totp.qr')} width={192} height={192} />
      ) : (
        <Skeleton width={192} height={192} />
      )}
      <div className={styles.secret}>
        <code className="mono">{generated ? grouped(generated.twoFactorSecret) : <Skeleton width={220} />}</code>
        {generated && <CopyButton text={generated.twoFactorSecret} label={t('totp.copy')} />}
      </div>
    </div>
  );
}

const requestOf = (code: string) => ({ enable: true, method: 'totp' as const, factor: 'totp' as const, code });

/** Sets up an authenticator app: its secret, and a code that shows that the app has it. */
export function TotpDialog({ onDone, onClose }: EnableDialogProps) {
  const { t } = useTranslation('settings-security');
  const say = useFactorAdded();
  const server = useServerErrors(['code']);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const generate = useMutation({ mutationFn: generateTotp });
  const isAsked = useRef(false);
  useEffect(() => {
    // Each call makes another secret: once, also where effects run twice.
    if (isAsked.current) return;
    isAsked.current = true;
    generate.mutate();
  }, [generate]);
  const enable = useMutation({
    mutationFn: (given: string) => toggleFactor(requestOf(given)),
    onMutate: server.clear,
    onSuccess: async (added) => {
      onDone(added.recoveryCodes);
      await say(t('totp.done'), added);
    },
    onError: (error) => {
      setProblem(server.take(error).code);
      setCode('');
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(toggleRequest, requestOf(code));
    setProblem(found && t('codeMissing'));
    if (found === undefined) enable.mutate(code);
  };
  return (
    <Dialog title={t('totp.title')} onClose={onClose}>
      {generate.isError ? (
        <ErrorState title={t('totp.notGenerated')} error={generate.error} onRetry={() => generate.mutate()} />
      ) : (
        <form className={styles.form} noValidate onSubmit={submit}>
          <p>{t('totp.scan')}</p>
          <Secret generated={generate.data} />
          <p>{t('totp.then')}</p>
          <FormAlert problem={server.problem} />
          <CodeField
            value={code}
            error={problem}
            {...(enable.isError ? { description: t('identity:factor.totpClock') } : {})}
            disabled={!generate.data}
            onChange={(next) => {
              setCode(next);
              setProblem(undefined);
            }}
          />
          <LockNotice />
          <div className={styles.buttons}>
            <Button variant="default" onClick={onClose}>
              {t('cancel')}
            </Button>
            <Button type="submit" loading={enable.isPending} disabled={!generate.data}>
              {t('method.enable')}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
