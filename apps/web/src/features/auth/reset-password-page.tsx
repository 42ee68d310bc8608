import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FactorName } from '@pelican/shared/contracts/auth';
import { resetRequest } from '@pelican/shared/contracts/passwords';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError, messagesOf } from '../../api/api-error.ts';
import { recoveryFactorsQuery, recoveryPasskeyOptions, resetPassword, sendRecoveryFactorCode } from '../../api/auth.ts';
import { FactorFields } from '../../identity/factor-fields.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { NewPasswordFields } from '../../identity/new-password-fields.tsx';
import { useLockTime } from '../../identity/use-lock-time.ts';
import { useProof } from '../../identity/use-proof.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { validateWith } from '../../identity/validate.ts';
import { withNotice } from '../../platform/carried-notice.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';

addMessages('auth', english);

/** What the page before passes in the state of the navigation, not in the address. */
export interface ResetState {
  token: string;
}

/** The token leaves the address, where histories and screens would keep it. */
function useToken(): string {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const token = query.get('token');
  useEffect(() => {
    if (token !== null) void navigate(paths.resetPassword, { replace: true, state: { token } satisfies ResetState });
  }, [token, navigate]);
  return token ?? (state as ResetState | null)?.token ?? '';
}

/** @param factors of which one is due; none for an account without a second factor */
function NewPassword({ token, factors }: ResetState & { factors: readonly FactorName[] }) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const server = useServerErrors(['password', 'password_confirmation']);
  const [problem, setProblem] = useState<string>();
  const draft = useProof(factors);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', password_confirmation: '' },
    validate: (values) => validateWith(resetRequest)({ token, ...values }),
  });
  const reset = useMutation({
    mutationFn: (values: { password: string; password_confirmation: string }) =>
      resetPassword({ token, ...values, ...draft.proof }),
    onMutate: server.clear,
    onSuccess: ({ withdrawalsLockedUntil }) => {
      const until = formatDateTime(withdrawalsLockedUntil);
      const notice = { kind: 'warning', text: t('reset.doneText', { until }), title: t('reset.done') } as const;
      void navigate(paths.signIn, { replace: true, state: withNotice(notice) });
    },
    onError: (error) => {
      const errors = server.take(error);
      form.setErrors(errors);
      // One that was right counts again with the next password.
      if (error instanceof ApiError && error.code === 'factor_wrong') draft.clear();
    },
  });
  // An error of one factor says nothing about another one.
  const choose = (factor: FactorName) => {
    server.clear();
    setProblem(undefined);
    draft.choose(factor);
  };
  // Without its factor the password would be refused, after a hash of it was made.
  const submit = (values: typeof form.values) => {
    const isMissing = factors.length > 0 && draft.proof === null;
    setProblem(isMissing ? t('reset.factorMissing') : undefined);
    if (!isMissing) reset.mutate(values);
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) =>
        form.getInputNode(errors.password ? 'password' : 'password_confirmation')?.focus(),
      )}
    >
      <FormAlert problem={server.problem} />
      <NewPasswordFields
        password={form.getInputProps('password')}
        confirmation={form.getInputProps('password_confirmation')}
      />
      {factors.length > 0 && (
        <>
          <p className="muted">{t('reset.factorLead')}</p>
          <FactorFields
            draft={{ ...draft, choose }}
            source={{
              sendCode: (factor) => sendRecoveryFactorCode(token, factor),
              passkeyOptions: () => recoveryPasskeyOptions(token),
            }}
            error={draft.proof ? undefined : problem}
          />
        </>
      )}
      <Button type="submit" size="md" fullWidth loading={reset.isPending}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}

/** What the recovery needs is asked first: a link that has ended says so before somebody thinks of a password. */
function Recovery({ token }: ResetState) {
  const { t } = useTranslation('auth');
  const { data, error, refetch } = useQuery(recoveryFactorsQuery(token));
  if (data) return <NewPassword token={token} factors={data.factors} />;
  if (!error)
    return (
      <p role="status" className="muted">
        {t('reset.loading')}
      </p>
    );
  const hasEnded = error instanceof ApiError && error.code === 'link_ended';
  return (
    <div className={styles.form}>
      <FormAlert problem={{ messages: hasEnded ? [t('reset.ended')] : messagesOf(error), untilMs: null }} />
      {!hasEnded && (
        <Button variant="default" fullWidth onClick={() => void refetch()}>
          {t('reset.retry')}
        </Button>
      )}
    </div>
  );
}

/** Where the link of the mail leads, and its code. */
export function Component() {
  const { t } = useTranslation('auth');
  const lockTime = useLockTime();
  usePageTitle(t('reset.title'));
  const token = useToken();
  return (
    <AuthCard title={t('reset.title')} lead={t('recovery.lockNote', { time: lockTime })}>
      {token === '' ? (
        <FormAlert problem={{ messages: [t('reset.noToken')], untilMs: null }} />
      ) : (
        <Recovery token={token} />
      )}
      <p className={styles.foot}>
        <Link to={paths.forgotPassword}>{t('reset.again')}</Link>
      </p>
    </AuthCard>
  );
}
