import { Input, NativeSelect } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { countryName } from '../ui/display-names.ts';
import { callingCodeOf, countriesWithPhones, phoneCountry } from './calling-codes.ts';
import styles from './identity.module.css';
import './messages.ts';

export interface PhoneParts {
  /** ISO 3166 alpha-2 of the country whose code stands before the number. */
  country: string;
  number: string;
}

/** The number with the code of its country: +91 98765 43210; '' without a number. */
export function phoneText({ country, number }: PhoneParts): string {
  const typed = number.trim();
  if (typed === '' || typed.startsWith('+')) return typed;
  return `+${callingCodeOf(phoneCountry(country))} ${typed.replace(/^0+/, '')}`;
}

interface PhoneFieldProps {
  value: PhoneParts;
  onChange: (next: PhoneParts) => void;
  error?: string | undefined;
  description?: string;
  /** Of the number. */
  name?: string;
}

/** The country's code from a list, and the number. */
export function PhoneField({ value, onChange, error, description, name }: PhoneFieldProps) {
  const { t, i18n } = useTranslation('identity');
  const country = phoneCountry(value.country);
  // Elements that stay the same: what is typed beside them costs a long list nothing.
  const codes = useMemo(() => {
    const { compare } = new Intl.Collator(i18n.language, { numeric: true });
    return countriesWithPhones()
      .map((code) => ({ value: code, label: `+${callingCodeOf(code)} ${countryName(code, i18n.language)}` }))
      .sort((a, b) => Number(b.value === 'IN') - Number(a.value === 'IN') || compare(a.label, b.label))
      .map(({ value: code, label }) => (
        <option key={code} value={code}>
          {label}
        </option>
      ));
  }, [i18n.language]);
  return (
    <Input.Wrapper label={t('phone.number')} {...(description ? { description } : {})} error={error}>
      <div className={styles.phone}>
        <NativeSelect
          aria-label={t('phone.country')}
          size="md"
          autoComplete="tel-country-code"
          className={styles.callingCode ?? ''}
          // Closed it has room for the code alone; the names are for the list.
          leftSection={<span aria-hidden>+{callingCodeOf(country)}</span>}
          value={country}
          onChange={(event) => onChange({ ...value, country: event.currentTarget.value })}
        >
          {codes}
        </NativeSelect>
        {/* The input alone, which the wrapper around both names and describes. */}
        <Input
          {...(name === undefined ? {} : { name })}
          type="tel"
          size="md"
          autoComplete="tel-national"
          maxLength={24}
          error={Boolean(error)}
          value={value.number}
          onChange={(event) => onChange({ ...value, number: event.currentTarget.value })}
        />
      </div>
    </Input.Wrapper>
  );
}
