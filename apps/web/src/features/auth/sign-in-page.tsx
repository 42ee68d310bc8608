import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { loginRequest } from '@pelican/shared/contracts/auth';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../../api/api-error.ts';
import { login, type SignInStep } from '../../api/auth.ts';
import { systemQuery } from '../../api/system.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { takeCaptcha } from '../../identity/use-captcha.ts';
import { useServerErrors } from '../../identity/use-server-errors.ts';
import { validateWith } from '../../identity/validate.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths, twoFactorPath } from '../../platform/paths.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { keepSignInStep } from './pending-sign-in.ts';

addMessages('auth', english);

interface Credentials {
  email: string;
  password: string;
}

/** Signs in; after wrong passwords the server demands a captcha, which is solved then. */
function useLogin(): (credentials: Credentials) => Promise<SignInStep | null> {
  const client = useQueryClient();
  return async (credentials) => {
    const request = loginRequest.parse(credentials);
    try {
      return await login(request);
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'captcha_failed') throw error;
      const captcha = await takeCaptcha(client);
      if (captcha === undefined) throw error;
      return login({ ...request, captcha });
    }
  };
}

/** The guard redirects after sign-in, by the redirect query. */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('signIn.title'));
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const { data: system } = useQuery(systemQuery);
  const server = useServerErrors(['email', 'password']);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: validateWith(loginRequest),
  });
  const goOn = (step: SignInStep | null) => {
    if (step === null) return;
    keepSignInStep(step);
    void navigate(twoFactorPath(query.get('redirect')));
  };
  const mutation = useMutation({
    mutationFn: useLogin(),
    onMutate: server.clear,
    onSuccess: goOn,
    onError: (error) => {
      form.setErrors(server.take(error));
      form.getInputNode('password')?.focus();
    },
  });
  return (
    <AuthCard title={t('signIn.title')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit(
          (values) => mutation.mutate(values),
          (errors) => form.getInputNode(errors.email ? 'email' : 'password')?.focus(),
        )}
      >
        {!navigator.cookieEnabled && <p role="status">{t('signIn.noCookies')}</p>}
        <FormAlert problem={server.problem} />
        <TextInput
          label={t('email')}
          type="email"
          size="md"
          autoComplete="username webauthn"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          size="md"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
        />
        <Button type="submit" size="md" fullWidth loading={mutation.isPending}>
          {t('signIn.submit')}
        </Button>
      </form>
      <PasskeySignIn />
      <p className={styles.foot}>
        <Link to={paths.forgotPassword}>{t('signIn.forgot')}</Link>
      </p>
      {system?.demo && <p className={styles.foot}>{t('common:demo.accounts')}</p>}
      <p className={styles.foot}>
        {t('signIn.newHere')} <Link to={paths.signUp}>{t('signUp.submit')}</Link>
      </p>
    </AuthCard>
  );
}
