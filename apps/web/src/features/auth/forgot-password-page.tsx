import { Button, TextInput } from '@mantine/core';
import { recoveryCodeRequest, recoveryRequest } from '@pelican/shared/contracts/passwords';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { answerRecoveryCode, startRecovery } from '../../api/auth.ts';
import { CaptchaStatus } from '../../identity/captcha-status.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { useCaptcha } from '../../identity/use-captcha.ts';
import { useLockTime } from '../../identity/use-lock-time.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { problemWith, validateWith } from '../../identity/validate.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { notify } from '../../ui/notify.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';
import type { ResetState } from './reset-password-page.tsx';

addMessages('auth', english);

/** A mail that was asked for: its code counts with the name of the request. */
interface Asked {
  email: string;
  request: string;
}

/** Asks for the mail, with the captcha where one is demanded. @param server what the form says of its last try */
function useSendMail(server: ReturnType<typeof useServerErrors>, onSent: (asked: Asked) => void) {
  const captcha = useCaptcha();
  const [problem, setProblem] = useState<string>();
  const send = useMutation({
    mutationFn: async (address: string) => {
      const { request } = await startRecovery(address, await captcha.take());
      return { email: address, request };
    },
    onMutate: server.clear,
    onSuccess: onSent,
    onError: (error) => setProblem(server.take(error).email),
  });
  return { send, captcha: captcha.state, problem, setProblem };
}

interface EmailStepProps {
  email: string;
  onChange: (email: string) => void;
  onSent: (asked: Asked) => void;
}

function EmailStep({ email, onChange, onSent }: EmailStepProps) {
  const { t } = useTranslation('auth');
  const server = useServerErrors(['email']);
  const { send, captcha, problem, setProblem } = useSendMail(server, onSent);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const errors = validateWith(recoveryRequest)({ email });
    setProblem(errors.email);
    if (!errors.email) send.mutate(recoveryRequest.parse({ email }).email);
    else event.currentTarget.querySelector('input')?.focus();
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormAlert problem={server.problem} />
      <TextInput
        label={t('email')}
        type="email"
        size="md"
        autoComplete="username"
        value={email}
        error={problem}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <CaptchaStatus state={captcha} />
      <Button type="submit" size="md" fullWidth loading={send.isPending}>
        {t('recovery.submit')}
      </Button>
    </form>
  );
}

/** With spaces or hyphens between. */
const codeLettersMax = 20;

interface CodeStepProps {
  asked: Asked;
  onAgain: (asked: Asked) => void;
  onBack: () => void;
}

function CodeStep({ asked, onAgain, onBack }: CodeStepProps) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const server = useServerErrors(['code']);
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string>();
  const check = useMutation({
    mutationFn: answerRecoveryCode,
    onMutate: server.clear,
    onSuccess: ({ token }) => navigate(paths.resetPassword, { state: { token } satisfies ResetState }),
    onError: (error) => {
      setProblem(server.take(error).code);
      setCode('');
    },
  });
  const again = useSendMail(server, (next) => {
    setCode('');
    setProblem(undefined);
    notify.success(t('recovery.sentAgain', { email: next.email }));
    onAgain(next);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(recoveryCodeRequest, { ...asked, code });
    setProblem(found);
    if (found === undefined) check.mutate(recoveryCodeRequest.parse({ ...asked, code }));
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <p role="status">{t('recovery.sent', { email: asked.email })}</p>
      <FormAlert problem={server.problem} />
      <TextInput
        label={t('recovery.code')}
        description={t('recovery.codeHint')}
        size="md"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={codeLettersMax}
        autoFocus
        value={code}
        error={problem}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" fullWidth loading={check.isPending}>
        {t('recovery.check')}
      </Button>
      <CaptchaStatus state={again.captcha} />
      <Button variant="default" fullWidth loading={again.send.isPending} onClick={() => again.send.mutate(asked.email)}>
        {t('recovery.again')}
      </Button>
      <Button variant="subtle" fullWidth onClick={onBack}>
        {t('recovery.other')}
      </Button>
    </form>
  );
}

/** The way to a new password: a mail with a link and a code. What is said is the same for every address. */
export function Component() {
  const { t } = useTranslation('auth');
  const lockTime = useLockTime();
  usePageTitle(t('recovery.title'));
  const [email, setEmail] = useState('');
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <AuthCard title={t('recovery.title')} lead={t('recovery.lead')}>
      {asked === null ? (
        <EmailStep email={email} onChange={setEmail} onSent={setAsked} />
      ) : (
        <CodeStep asked={asked} onAgain={setAsked} onBack={() => setAsked(null)} />
      )}
      <p className="hint">{t('recovery.lockNote', { time: lockTime })}</p>
      <p className={styles.foot}>
        <Link to={paths.signIn}>{t('twoFactor.back')}</Link>
      </p>
    </AuthCard>
  );
}
