import { Button } from '@mantine/core';
import { deviceVerificationRequest, type FactorName, type FactorProof } from '@pelican/shared/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import {
  answerDeviceCode,
  answerSecondFactor,
  type SignInStep,
  sendSignInCode,
  signInPasskeyOptions,
} from '../../api/auth.ts';
import { useSession } from '../../api/session.ts';
import { CodeField } from '../../identity/code-field.tsx';
import { FactorFields } from '../../identity/factor-fields.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { ResendCode } from '../../identity/resend-code.tsx';
import { type CodeSent, useCodeSending } from '../../identity/use-code-sending.ts';
import { useProof } from '../../identity/use-proof.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { problemWith } from '../../identity/validate.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths, safeRedirect, signInPath } from '../../platform/paths.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';
import { LostFactor } from './lost-factor.tsx';
import { keepSignInStep, useSignInStep } from './pending-sign-in.ts';

addMessages('auth', english);

type StepOf<Status extends SignInStep['status']> = Extract<SignInStep, { status: Status }>;

/** Answers a step. The session begins with a right answer; a step that has ended leads back to the password. */
function useStepAnswer<Answer>(send: (answer: Answer) => Promise<void>, onWrong: () => void) {
  const server = useServerErrors([]);
  const [hasEnded, setHasEnded] = useState(false);
  const answer = useMutation({
    mutationFn: send,
    onMutate: server.clear,
    onSuccess: () => keepSignInStep(null),
    onError: (error) => {
      server.take(error);
      setHasEnded(error instanceof ApiError && error.code === 'sign_in_ended');
      onWrong();
    },
  });
  return { answer, problem: server.problem, clear: server.clear, hasEnded };
}

const sentFactors: FactorName[] = ['email_code', 'sms_code'];

/** The code that the sign-in has sent already, if it has. */
function firstSentOf({ to, retry_after }: SignInStep): CodeSent | null {
  return to === undefined ? null : { to, retry_after: retry_after ?? 0 };
}

function SecondFactor({ step }: { step: StepOf<'two_factor'> }) {
  const { t } = useTranslation('auth');
  const draft = useProof(step.factors);
  const { answer, problem, clear, hasEnded } = useStepAnswer(
    ({ factor, code }: FactorProof) => answerSecondFactor({ ticket: step.ticket, factor, code }),
    draft.clear,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft.proof) answer.mutate(draft.proof);
  };
  // What was wrong with one way says nothing of another.
  const choose = (factor: FactorName) => {
    clear();
    draft.choose(factor);
  };
  const wasSent = draft.factor !== undefined && sentFactors.includes(draft.factor) && draft.factors[0] === draft.factor;
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormAlert problem={problem} />
      {!hasEnded && (
        <>
          <FactorFields
            draft={{ ...draft, choose }}
            source={{
              sendCode: (factor) => sendSignInCode(step.ticket, factor),
              passkeyOptions: () => signInPasskeyOptions(step.ticket),
            }}
            firstSent={wasSent ? firstSentOf(step) : null}
            wasRefused={problem.messages.length > 0}
            onReady={(proof) => answer.mutate(proof)}
            autoFocus
          />
          {draft.factor !== 'passkey' && (
            <Button type="submit" size="md" fullWidth loading={answer.isPending}>
              {t('twoFactor.submit')}
            </Button>
          )}
        </>
      )}
    </form>
  );
}

function NewDevice({ step }: { step: StepOf<'device_verification'> }) {
  const { t } = useTranslation('auth');
  const [code, setCode] = useState('');
  const sending = useCodeSending(() => sendSignInCode(step.ticket), firstSentOf(step));
  const { answer, problem, hasEnded } = useStepAnswer(
    (given: string) => answerDeviceCode(step.ticket, given),
    () => setCode(''),
  );
  const [wrong, setWrong] = useState<string>();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemWith(deviceVerificationRequest, { ticket: step.ticket, code });
    setWrong(found);
    if (found === undefined) answer.mutate(code);
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormAlert problem={problem} />
      {!hasEnded && (
        <>
          <ResendCode sending={sending} />
          <CodeField
            value={code}
            onChange={(next) => {
              setCode(next);
              setWrong(undefined);
            }}
            onComplete={(complete) => answer.mutate(complete)}
            error={wrong}
            autoFocus
          />
          <Button type="submit" size="md" fullWidth loading={answer.isPending}>
            {t('twoFactor.submit')}
          </Button>
        </>
      )}
    </form>
  );
}

/** The step after the password: a second factor, or the code for a device that is new to the account. */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('twoFactor.title'));
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { isSignedIn } = useSession();
  const step = useSignInStep();
  const wanted = query.get('redirect');
  const backToSignIn = signInPath(wanted ?? paths.welcome);
  if (isSignedIn) return <Navigate to={safeRedirect(wanted)} replace />;
  if (step === null) return <Navigate to={backToSignIn} replace />;
  const isNewDevice = step.status === 'device_verification';
  return (
    <AuthCard
      title={t(isNewDevice ? 'device.title' : 'twoFactor.title')}
      lead={t(isNewDevice ? 'device.lead' : 'twoFactor.lead')}
    >
      {isNewDevice ? <NewDevice step={step} /> : <SecondFactor step={step} />}
      {!isNewDevice && <LostFactor ticket={step.ticket} />}
      <p className={styles.foot}>
        <Link
          to={backToSignIn}
          onClick={(event) => {
            event.preventDefault();
            keepSignInStep(null);
            void navigate(backToSignIn, { replace: true });
          }}
        >
          {t('twoFactor.back')}
        </Link>
      </p>
    </AuthCard>
  );
}
