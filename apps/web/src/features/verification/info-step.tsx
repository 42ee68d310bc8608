/** Personal details in two steps, which are sent as one form. */
import '@mantine/core/styles/ScrollArea.css';
import '@mantine/core/styles/Combobox.css';
import { Autocomplete, Button, NativeSelect, TextInput } from '@mantine/core';
import { globalInfo, indianInfo, indianStates, type KycStatus } from '@pelican/shared/contracts/kyc';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendInfo, type Variant } from '../../api/kyc.ts';
import { countriesQuery } from '../../api/system.ts';
import { countryChoices } from '../../identity/countries.ts';
import { validateWith } from '../../identity/validate.ts';
import { hintBelow } from '../../ui/hint-below.ts';
import { type FieldErrors, FormErrors, focusFirstError, refusalOf } from './form-errors.tsx';
import styles from './verification.module.css';

export type Info = Readonly<Record<string, string>>;
type Part = 'identity' | 'address';

interface InfoStepProps {
  variant: Variant;
  part: Part;
  /** Details that were sent are asked for again. */
  isAgain: boolean;
  info: Info;
  /** The bank account that was sent, by its last digits: it is typed again. */
  bankAccount: string | undefined;
  /** Suggestions. */
  cities: readonly string[];
  onChange: (info: Info) => void;
  onMove: (step: Part) => void;
  onStatus: (status: KycStatus) => void;
}

const identityFields = ['first_name', 'middle_name', 'last_name', 'gender', 'birth_date', 'full_name'];
const autoComplete: Record<string, string> = {
  first_name: 'given-name',
  middle_name: 'additional-name',
  last_name: 'family-name',
  birth_date: 'bday',
  state: 'address-level1',
  city: 'address-level2',
  street_address: 'address-line1',
  postal_code: 'postal-code',
};

export function InfoStep(props: InfoStepProps) {
  const { variant, part, isAgain, info, bankAccount, cities, onChange, onMove, onStatus } = props;
  const { t, i18n } = useTranslation('verification');
  const { data: countries } = useQuery(countriesQuery);
  const form = useRef<HTMLFormElement>(null);
  const [fields, setFields] = useState<FieldErrors>({});
  const [messages, setMessages] = useState<readonly string[]>([]);
  const isIndia = variant === 'india';
  const values: Info = { ...info, ...(isIndia ? { country: 'IN' } : {}) };

  function show(errors: FieldErrors, texts: readonly string[] = []): void {
    setFields(errors);
    setMessages(texts);
    if (Object.keys(errors).some((name) => identityFields.includes(name)) && part === 'address') onMove('identity');
    focusFirstError(form.current);
  }
  const send = useMutation({
    mutationFn: () => sendInfo(variant, values, isAgain),
    onSuccess: ({ kyc }) => onStatus(kyc),
    onError: (error) => {
      const refusal = refusalOf(error, [...identityFields, ...addressFields(isIndia)]);
      show(refusal.fields, refusal.messages);
    },
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const shown = part === 'identity' ? identityFields : addressFields(isIndia);
    const all = validateWith(isIndia ? indianInfo : globalInfo)(values);
    const errors = Object.fromEntries(Object.entries(all).filter(([name]) => shown.includes(name)));
    show(errors);
    if (Object.keys(errors).length > 0 || send.isPending) return;
    if (part === 'identity') onMove('address');
    else send.mutate();
  }
  const input = (name: string) => ({
    label: t(`field.${name}`),
    size: 'md' as const,
    autoComplete: autoComplete[name] ?? 'off',
    value: values[name] ?? '',
    error: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ ...info, [name]: event.currentTarget.value }),
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      <h2>{t(`step.${part}`)}</h2>
      <FormErrors messages={messages} />
      {part === 'identity' ? (
        <>
          <p className="hint">{t('nameHint')}</p>
          <div className={styles.pair}>
            <TextInput {...input('first_name')} />
            <TextInput {...input('middle_name')} />
          </div>
          <TextInput {...input('last_name')} />
          {isIndia && <TextInput {...input('full_name')} />}
          <div className={styles.pair}>
            <NativeSelect
              {...input('gender')}
              data={[
                { value: '', label: t('choosePlease'), disabled: true },
                ...(['male', 'female', 'other'] as const).map((value) => ({ value, label: t(`gender.${value}`) })),
              ]}
            />
            <TextInput {...input('birth_date')} type="date" />
          </div>
        </>
      ) : (
        <>
          {!isIndia && (
            <NativeSelect
              {...input('country')}
              data={[
                { value: '', label: t('choosePlease'), disabled: true },
                // India has a verification of its own.
                ...countryChoices(countries?.result ?? [], i18n.language, t('restricted')).filter(
                  ({ value }) => value !== 'IN',
                ),
              ]}
            />
          )}
          <div className={styles.pair}>
            {isIndia ? (
              <NativeSelect
                {...input('state')}
                data={[{ value: '', label: t('choosePlease'), disabled: true }, ...indianStates]}
              />
            ) : (
              <TextInput {...input('state')} />
            )}
            {isIndia ? (
              <Autocomplete
                {...input('city')}
                data={[...cities]}
                limit={8}
                comboboxProps={{ withinPortal: false }}
                onChange={(city) => onChange({ ...info, city })}
              />
            ) : (
              <TextInput {...input('city')} />
            )}
          </div>
          <TextInput {...input('street_address')} />
          <div className={styles.pair}>
            <TextInput {...input('house')} />
            <TextInput {...input('apartment')} />
            <TextInput {...input('postal_code')} inputMode={isIndia ? 'numeric' : 'text'} />
          </div>
          {isIndia && (
            <fieldset className={styles.group}>
              <legend>{t('bank')}</legend>
              <TextInput {...input('bank_full_name')} />
              <div className={styles.pair}>
                <TextInput
                  {...input('bank_account_number')}
                  {...(bankAccount ? { description: t('again.bank', { number: bankAccount }) } : {})}
                  {...hintBelow}
                  inputMode="numeric"
                />
                <TextInput {...input('ifsc_code')} />
              </div>
            </fieldset>
          )}
        </>
      )}
      <div className={styles.buttons}>
        {part === 'address' ? (
          <Button size="md" variant="default" onClick={() => onMove('identity')}>
            {t('back')}
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" size="md" loading={send.isPending}>
          {part === 'identity' ? t('next') : t('save')}
        </Button>
      </div>
    </form>
  );
}

function addressFields(isIndia: boolean): string[] {
  const address = ['country', 'state', 'city', 'street_address', 'house', 'apartment', 'postal_code'];
  return isIndia ? [...address, 'bank_full_name', 'bank_account_number', 'ifsc_code'] : address;
}
