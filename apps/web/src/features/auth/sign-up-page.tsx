import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useMemo, useRef, useState } from 'react';
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
import { afterFirstPage } from '../../ui/after-first-page.ts';
import styles from './auth.module.css';
import { AuthCard } from './auth-card.tsx';
import english from './locales/en.json';
import { TermsLabel } from './terms-label.tsx';
import { type SignUpField, signUpFields, useSignUp, valuesOf } from './use-sign-up.ts';

addMessages('auth', english);

/** What is wrong with the fields, which keep their own values; it goes with the next change of the field. */
function useFieldErrors() {
  const [errors, setErrors] = useState<Record<string, string>>({});
  const clear = (name: string) => {
    if (errors[name] !== undefined) setErrors(({ [name]: _, ...others }) => others);
  };
  const field = (name: SignUpField) => ({ name, error: errors[name], onChange: () => clear(name) });
  return { setErrors, field };
}

/** What the form is held against is here before it is needed; where it is not, it is asked for again when the form is sent. */
function useRulesAhead(): void {
  useEffect(() => {
    afterFirstPage()
      .then(() => import('./sign-up-rules.ts'))
      .catch(() => undefined);
  }, []);
}

export function Component() {
  const { t, i18n } = useTranslation('auth');
  usePageTitle(t('signUp.title'));
  useRulesAhead();
  const [query] = useSearchParams();
  const { data: countries } = useQuery(countriesQuery);
  const form = useRef<HTMLFormElement>(null);
  const { setErrors, field } = useFieldErrors();
  const [phone, setPhone] = useState({ country: '', number: '' });
  const [country, setCountry] = useState('');
  const { mutation, problem, captcha } = useSignUp((errors) => {
    setErrors(errors);
    const first = signUpFields.find((name) => errors[name]);
    const input = first && form.current?.elements.namedItem(first);
    if (input instanceof HTMLElement) input.focus();
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setErrors({});
    mutation.mutate(valuesOf(new FormData(event.currentTarget), phone.country || country));
  };
  const restricted = t('signUp.restricted');
  // Elements that stay the same while the form is filled in.
  const choices = useMemo(
    () =>
      countryChoices(countries?.result ?? [], i18n.language, restricted).map(({ value, label, disabled }) => (
        <option key={value} value={value} disabled={disabled}>
          {label}
        </option>
      )),
    [countries, i18n.language, restricted],
  );
  return (
    <AuthCard title={t('signUp.title')} lead={t('signUp.lead')}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit}>
        <FormAlert problem={problem} />
        <TextInput
          label={t('email')}
          type="email"
          size="md"
          autoComplete="email"
          {...field('email')}
        />
        <NativeSelect
          label={t('country')}
          size="md"
          autoComplete="country"
          defaultValue=""
          {...field('country')}
          onChange={(event) => {
            setCountry(event.currentTarget.value);
            field('country').onChange();
          }}
        >
          <option value="" disabled>
            {t('chooseCountry')}
          </option>
          {choices}
        </NativeSelect>
        <PhoneField
          {...field('phone')}
          // The code of the country of residence, until another one is chosen.
          value={{ ...phone, country: phone.country || country }}
          onChange={(next) => {
            setPhone(next);
            field('phone').onChange();
          }}
        />
        <NewPasswordFields password={field('password')} confirmation={field('password_confirmation')} isFirst />
        <TextInput
          label={t('referral')}
          size="md"
          autoComplete="off"
          defaultValue={query.get('ref') ?? ''}
          {...field('referral')}
        />
        <Checkbox label={<TermsLabel />} {...field('terms')} />
        <Checkbox label={t('updates')} {...field('updates')} />
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
