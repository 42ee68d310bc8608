import { Button } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { FactorName } from '@pelican/shared/contracts/auth';
import { resetRequest } from '@pelican/shared/contracts/passwords';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import { resetPassword } from '../../api/auth.ts';
import { FactorFields } from '../../identity/factor-fields.tsx';
import { FormAlert } from '../../identity/form-alert.tsx';
import { NewPasswordFields } from '../../identity/new-password-fields.tsx';
import { useProof } from '../../identity/use-proof.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { validateWith } from '../../identity/validate.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import { notify } from '../../ui/notify.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';

addMessages('auth', english);

/** What the page is told by the one before, out of the address. */
export interface ResetState {
  token: string;
  /** Of which one is demanded; none without a second factor, undefined while it is not known. */
  factors?: readonly FactorName[];
}

/** Somebody who is not signed in can be sent no code and has no passkey asked: the others of the account remain. */
const answerable: readonly FactorName[] = ['totp', 'recovery_code'];

/** The token leaves the address, where histories and screens would keep it. */
function useResetState(): ResetState {
  const { state } = useLocation();
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const token = query.get('token');
  useEffect(() => {
    if (token !== null) void navigate(paths.resetPassword, { replace: true, state: { token } satisfies ResetState });
  }, [token, navigate]);
  return token === null ? ((state as ResetState | null) ?? { token: '' }) : { token };
}

function NewPassword({ token, factors = [] }: ResetState) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const server = useServerErrors(['password', 'password_confirmation']);
  const [isFactorDue, setIsFactorDue] = useState(factors.length > 0);
  const draft = useProof(answerable);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '', password_confirmation: '' },
    validate: (values) => validateWith(resetRequest)({ token, ...values }),
  });
  const reset = useMutation({
    mutationFn: (values: { password: string; password_confirmation: string }) =>
      resetPassword({ token, ...values, ...(isFactorDue && draft.proof ? draft.proof : {}) }),
    onMutate: server.clear,
    onSuccess: ({ withdrawalsLockedUntil }) => {
      const until = formatDateTime(withdrawalsLockedUntil);
      notify.warning(t('reset.doneText', { until }), { title: t('reset.done') });
      void navigate(paths.signIn, { replace: true });
    },
    onError: (error) => {
      form.setErrors(server.take(error));
      draft.clear();
      if (error instanceof ApiError && error.code === 'factor_needed') setIsFactorDue(true);
    },
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={form.onSubmit(
        (values) => reset.mutate(values),
        (errors) => form.getInputNode(errors.password ? 'password' : 'password_confirmation')?.focus(),
      )}
    >
      <FormAlert problem={server.problem} />
      <NewPasswordFields form={form} />
      {isFactorDue && (
        <>
          <p className="muted">{t('reset.factorLead')}</p>
          <FactorFields draft={draft} source={noSource} />
        </>
      )}
      <Button type="submit" size="md" fullWidth loading={reset.isPending}>
        {t('reset.submit')}
      </Button>
    </form>
  );
}

/** For factors of which nothing is sent. */
const noSource = {
  sendCode: () => Promise.reject(new Error('no code can be sent here')),
  passkeyOptions: () => Promise.reject(new Error('no passkey can be asked here')),
};

/** Where the link of the mail leads, and its code. */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('reset.title'));
  const state = useResetState();
  return (
    <AuthCard title={t('reset.title')} lead={t('recovery.lockNote')}>
      {state.token === '' ? (
        <FormAlert problem={{ messages: [t('reset.noToken')], untilMs: null }} />
      ) : (
        <NewPassword {...state} />
      )}
      <p className={styles.foot}>
        <Link to={paths.forgotPassword}>{t('reset.again')}</Link>
      </p>
    </AuthCard>
  );
}
