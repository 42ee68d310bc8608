import { NativeSelect, TextInput } from '@mantine/core';
import { globalKinds, type OwnDocuments, panTypes } from '@pelican/shared/contracts/kyc';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Variant } from '../../api/kyc.ts';
import { countriesQuery } from '../../api/system.ts';
import { countryChoices } from '../../identity/countries.ts';
import { hintBelow } from '../../ui/hint-below.ts';
import type { DocumentTexts } from './document-texts.ts';
import type { FieldErrors } from './form-errors.tsx';
import styles from './verification.module.css';

interface DocumentChoiceProps {
  variant: Variant;
  texts: DocumentTexts;
  errors: FieldErrors;
  /** What was sent before, where it is asked for again: what is left empty stays. */
  before: OwnDocuments | undefined;
  onChange: (texts: DocumentTexts) => void;
}

/** Which document it is, and its number. */
export function DocumentChoice({ variant, texts, errors, before, onChange }: DocumentChoiceProps) {
  const { t, i18n } = useTranslation('verification');
  const { data: countries } = useQuery(countriesQuery);
  const text = (name: keyof DocumentTexts, label: string) => ({
    label,
    size: 'md' as const,
    ...hintBelow,
    autoComplete: 'off',
    value: texts[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...texts, [name]: event.currentTarget.value }),
  });
  const sent = (number: string | null | undefined) => (number ? { description: t('again.number', { number }) } : {});
  const isSameKind = before?.type === texts.type;
  const hint = before && <p className="hint">{t('again.choice')}</p>;
  if (variant === 'india')
    return (
      <>
        {hint}
        <TextInput
          {...text('adhaarNumber', t('field.adhaarNumber'))}
          {...sent(before?.adhaarNumber)}
          inputMode="numeric"
        />
        <div className={styles.pair}>
          <TextInput {...text('number', t('field.pan'))} {...sent(before?.number)} />
          <NativeSelect
            {...text('panType', t('field.panType'))}
            data={panTypes.map((value) => ({ value, label: t(`panType.${value}`) }))}
          />
        </div>
      </>
    );
  return (
    <>
      {hint}
      <div className={styles.pair}>
        <NativeSelect
          {...text('type', t('field.type'))}
          data={globalKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
        />
        <TextInput {...text('number', t('field.number'))} {...sent(isSameKind ? before?.number : null)} />
        <NativeSelect
          {...text('issuing_country', t('field.issuing_country'))}
          data={[
            { value: '', label: t(before ? 'again.country' : 'choosePlease'), disabled: !before },
            ...countryChoices(countries?.result ?? [], i18n.language),
          ]}
        />
      </div>
    </>
  );
}
