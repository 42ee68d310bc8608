import { NativeSelect, TextInput } from '@mantine/core';
import {
  type GlobalKind,
  globalDocumentTexts,
  globalKinds,
  indianDocumentTexts,
  type OwnDocuments,
  type PanType,
  panTypes,
} from '@pelican/shared/contracts/kyc';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Variant } from '../../api/kyc.ts';
import { countriesQuery } from '../../api/system.ts';
import { countryChoices } from '../../identity/countries.ts';
import { errorsBy, type FieldErrors } from './form-errors.tsx';
import styles from './verification.module.css';

export interface DocumentTexts {
  type: GlobalKind;
  panType: PanType;
  number: string;
  adhaarNumber: string;
  issuing_country: string;
}

export const noTexts: DocumentTexts = {
  type: 'passport',
  panType: 'card',
  number: '',
  adhaarNumber: '',
  issuing_country: '',
};

/** What was sent before stands below, so that fields of a line stand in one. */
const fieldOrder = ['label', 'input', 'description', 'error'] as const;

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
    inputWrapperOrder: [...fieldOrder],
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

/** The texts that are sent: those that were filled in. */
export function sentTexts(variant: Variant, texts: DocumentTexts): Record<string, string> {
  const { type, panType, number, adhaarNumber, issuing_country } = texts;
  const sent = variant === 'india' ? { panType, number, adhaarNumber } : { type, number, issuing_country };
  return Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== ''));
}

/** @param before what was sent, which what is left empty stays */
export function textErrors(variant: Variant, texts: DocumentTexts, before: OwnDocuments | undefined): FieldErrors {
  const isIndia = variant === 'india';
  const wanted = isIndia ? { number: '', adhaarNumber: '' } : { number: '', issuing_country: '' };
  const stays = before && (isIndia || before.type === texts.type);
  const required = stays ? {} : before ? { number: '' } : wanted;
  const schema = isIndia ? indianDocumentTexts : globalDocumentTexts;
  return errorsBy(schema, { ...required, ...sentTexts(variant, texts) });
}
