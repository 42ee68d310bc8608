import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { countriesQuery } from '../../api/system.ts';
import { CaptchaStatus } from '../../identity/captcha-status.tsx';
import { countryChoices } from '../../identity/countries.ts';
import { FormAlert } from '../../identity/form-alert.tsx';
import { NewPasswordFields } from '../../identity/new-password-fields.tsx';
import { PhoneField } from '../../identity/phone-field.tsx';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';
import { TermsLabel } from './terms-label.tsx';
import { type SignUpValues, signUpFields, useSignUp } from './use-sign-up.ts';

addMessages('auth', english);

/** The form, what it has against its values, and where the focus goes then. */
function useSignUpForm(referral: string) {
  const phoneField = useRef<HTMLInputElement>(null);
  const form = useForm<SignUpValues>({
    mode: 'uncontrolled',
    initialValues: {
      email: '',
      phone: { country: '', number: '' },
      password: '',
      password_confirmation: '',
      country: '',
      referral,
      terms: false,
      updates: false,
    },
  });
  const focusFirst = (errors: Record<string, unknown>) => {
    const first = signUpFields.find((name) => errors[name]);
    if (first === 'phone') phoneField.current?.focus();
    else if (first) form.getInputNode(first)?.focus();
  };
  return { form, focusFirst, phoneField };
}

export function Component() {
  const { t, i18n } = useTranslation('auth');
  usePageTitle(t('signUp.title'));
  const [query] = useSearchParams();
  const { data: countries } = useQuery(countriesQuery);
  const { form, focusFirst, phoneField } = useSignUpForm(query.get('ref') ?? '');
  const [phone, setPhone] = useState({ country: '', number: '' });
  const [country, setCountry] = useState('');
  form.watch('country', ({ value }) => setCountry(value));
  const { mutation, problem, captcha } = useSignUp((errors) => {
    form.setErrors(errors);
    focusFirst(errors);
  });
  const choices = countryChoices(countries?.result ?? [], i18n.language, t('signUp.restricted'));
  return (
    <AuthCard title={t('signUp.title')} lead={t('signUp.lead')}>
      <form
        className={styles.form}
        noValidate
        onSubmit={form.onSubmit((values) => mutation.mutate(values), focusFirst)}
      >
        <FormAlert problem={problem} />
        <TextInput
          label={t('email')}
          type="email"
          size="md"
          autoComplete="email"
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label={t('country')}
          size="md"
          autoComplete="country"
          data={[{ value: '', label: t('chooseCountry'), disabled: true }, ...choices]}
          key={form.key('country')}
          {...form.getInputProps('country')}
        />
        <PhoneField
          ref={phoneField}
          // The code of the country of residence, until another one is chosen.
          value={{ ...phone, country: phone.country || country }}
          onChange={(next) => {
            setPhone(next);
            form.setFieldValue('phone', next);
            form.clearFieldError('phone');
          }}
          error={form.errors.phone as string | undefined}
        />
        <NewPasswordFields form={form} isFirst />
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
        <Checkbox
          label={t('updates')}
          key={form.key('updates')}
          {...form.getInputProps('updates', { type: 'checkbox' })}
        />
        <CaptchaStatus state={captcha} />
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
