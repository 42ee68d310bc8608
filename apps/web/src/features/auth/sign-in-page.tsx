import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { loginRequest } from '@pelican/shared/contracts/auth';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { login } from '../../api/auth.ts';
import { systemQuery } from '../../api/system.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import { FormAlert } from './form-alert.tsx';
import english from './locales/en.json';
import { useServerErrors } from './use-server-errors.ts';
import { validateWith } from './validate.ts';

addMessages('auth', english);

/** The guard redirects after sign-in, by the redirect query. */
export function Component() {
  const { t } = useTranslation('auth');
  usePageTitle(t('signIn.title'));
  const { data: system } = useQuery(systemQuery);
  const server = useServerErrors(['email', 'password']);
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '' },
    validate: validateWith(loginRequest, { email: t('errors.email'), password: t('errors.passwordMissing') }),
  });
  const mutation = useMutation({
    mutationFn: (values: { email: string; password: string }) => login(loginRequest.parse(values)),
    onMutate: server.clear,
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
        <FormAlert messages={server.messages} />
        <TextInput
          label={t('email')}
          type="email"
          size="md"
          autoComplete="username"
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
      <details className={styles.foot}>
        <summary>{t('signIn.forgot')}</summary>
        <p>{t('signIn.recovery')}</p>
      </details>
      {system?.demo && <p className={styles.foot}>{t('common:demo.accounts')}</p>}
      <p className={styles.foot}>
        {t('signIn.newHere')} <Link to={paths.signUp}>{t('signUp.submit')}</Link>
      </p>
    </AuthCard>
  );
}
