import { Button, Checkbox, NativeSelect, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { password as passwordSchema } from '@pelican/shared/contracts/auth';
import { registerRequest } from '@pelican/shared/contracts/sign-up';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { judgePassword, login, register } from '../../api/auth.ts';
import { countriesQuery } from '../../api/system.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { notify } from '../../ui/notify.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import { countryChoices } from './countries.ts';
import { FormAlert } from './form-alert.tsx';
import english from './locales/en.json';
import { PasswordRules } from './password-rules.tsx';
import { useServerErrors } from './use-server-errors.ts';
import { validateWith } from './validate.ts';

addMessages('auth', english);
const fieldNames = ['email', 'password', 'country', 'terms', 'referral'];

interface SignUpValues {
  email: string;
  password: string;
  country: string;
  terms: boolean;
  referral: string;
}

/** The form's values as the contract requires; an empty referral code is left out. */
function requestOf({ referral, ...values }: SignUpValues) {
  return referral.trim() === '' ? values : { ...values, referral: referral.trim() };
}

function useSignUp(onFieldErrors: (errors: Record<string, string>) => void) {
  const { t } = useTranslation('auth');
  const server = useServerErrors(fieldNames);
  const mutation = useMutation({
    mutationFn: async (values: SignUpValues) => {
      const request = registerRequest.parse(requestOf(values));
      await register(request);
      await login({ email: request.email, password: request.password });
      return request.email;
    },
    onMutate: server.clear,
    onSuccess: (email) => notify.success(t('signUp.checkMail', { email }), { title: t('signUp.done') }),
    onError: (error) => onFieldErrors(server.take(error)),
  });
  return { mutation, messages: server.messages };
}

/** The server's score of the typed password; asked for when its field is left, since every try costs the server. */
function usePasswordScore(typed: string) {
  const { mutate, variables, data } = useMutation({ mutationFn: judgePassword });
  return {
    score: variables === typed && data ? data.score : null,
    judge: () => {
      if (variables !== typed && passwordSchema.safeParse(typed).success) mutate(typed);
    },
  };
}

/**
 * The links stand in brackets in the message; they open beside the form, so that nothing typed is lost. One element, since
 * the label is a flex box, which would make a column of each part.
 */
function TermsLabel() {
  const { t } = useTranslation('auth');
  const [before, terms, between, privacy, after] = t('terms').split(/[[\]]/);
  return (
    <span>
      {before}
      <Link to={paths.terms} target="_blank">
        {terms}
      </Link>
      {between}
      <Link to={paths.privacy} target="_blank">
        {privacy}
      </Link>
      {after}
    </span>
  );
}

export function Component() {
  const { t, i18n } = useTranslation('auth');
  usePageTitle(t('signUp.title'));
  const [query] = useSearchParams();
  const [typedPassword, setTypedPassword] = useState('');
  const { score, judge } = usePasswordScore(typedPassword);
  const { data: countries } = useQuery(countriesQuery);
  const texts = {
    email: t('errors.email'),
    country: t('errors.country'),
    terms: t('errors.terms'),
    password: t('errors.password'),
  };
  const form = useForm<SignUpValues>({
    mode: 'uncontrolled',
    initialValues: { email: '', password: '', country: '', terms: false, referral: query.get('ref') ?? '' },
    validate: (values) => validateWith(registerRequest, texts)(requestOf(values)),
    onValuesChange: (values) => setTypedPassword(values.password),
  });
  const { mutation, messages } = useSignUp((errors) => {
    form.setErrors(errors);
    focusFirst(errors);
  });
  const focusFirst = (errors: Record<string, unknown>) => {
    const first = fieldNames.find((name) => errors[name]);
    if (first) form.getInputNode(first as keyof SignUpValues)?.focus();
  };
  const choices = countryChoices(countries?.result ?? [], i18n.language, t('signUp.restricted'));
  return (
    <AuthCard title={t('signUp.title')} lead={t('signUp.lead')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit((values) => mutation.mutate(values), focusFirst)}
      >
        <FormAlert messages={messages} />
        <TextInput
          label={t('email')}
          type="email"
          size="md"
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          size="md"
          autoComplete="new-password"
          aria-describedby="password-rules"
          visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
          key={form.key('password')}
          {...form.getInputProps('password')}
          onBlur={judge}
        />
        <PasswordRules id="password-rules" password={typedPassword} score={score} />
        <NativeSelect
          label={t('country')}
          size="md"
          autoComplete="country"
          data={[{ value: '', label: t('chooseCountry'), disabled: true }, ...choices]}
          key={form.key('country')}
          {...form.getInputProps('country')}
        />
        <TextInput
          label={t('referral')}
          size="md"
          autoComplete="off"
          key={form.key('referral')}
          {...form.getInputProps('referral')}
        />
        <Checkbox
          label={<TermsLabel />}
          key={form.key('terms')}
          {...form.getInputProps('terms', { type: 'checkbox' })}
        />
        <Button type="submit" size="md" fullWidth loading={mutation.isPending}>
          {t('signUp.submit')}
        </Button>
      </form>
      <p className={styles.foot}>
        {t('signUp.haveAccount')} <Link to={paths.signIn}>{t('signIn.submit')}</Link>
      </p>
    </AuthCard>
  );
}
