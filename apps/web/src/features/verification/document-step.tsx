import { Button, NativeSelect, TextInput } from '@mantine/core';
import {
  type DocumentField,
  type GlobalKind,
  globalDocumentTexts,
  globalKinds,
  indianDocumentTexts,
  type KycStatus,
  neededFiles,
  type PanType,
  panTypes,
} from '@pelican/shared/contracts/kyc';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendDocuments, type Variant } from '../../api/kyc.ts';
import { countryChoices } from './country-choices.ts';
import { FileField } from './file-field.tsx';
import { errorsBy, type FieldErrors, FormErrors, focusFirstError, refusalOf } from './form-errors.tsx';
import styles from './verification.module.css';

interface DocumentStepProps {
  variant: Variant;
  status: KycStatus;
  onBack: (() => void) | undefined;
  onStatus: (status: KycStatus) => void;
}

/** The documents and the selfie; only those that were asked for, where some were asked for again. */
export function DocumentStep({ variant, status, onBack, onStatus }: DocumentStepProps) {
  const { t } = useTranslation('verification');
  const form = useRef<HTMLFormElement>(null);
  const isIndia = variant === 'india';
  const again = status.resubmit.filter((part): part is DocumentField => part !== 'info' && part !== 'video');
  const isAgain = again.length > 0;
  const [kind, setKind] = useState<GlobalKind>('passport');
  const [panType, setPanType] = useState<PanType>('card');
  const [texts, setTexts] = useState<Record<string, string>>({});
  const [files, setFiles] = useState<Partial<Record<DocumentField, File>>>({});
  const [fields, setFields] = useState<FieldErrors>({});
  const [messages, setMessages] = useState<readonly string[]>([]);
  const wanted = isAgain ? again : neededFiles(isIndia ? { panType } : { kind });

  function show(errors: FieldErrors, general: readonly string[] = []): void {
    setFields(errors);
    setMessages(general);
    focusFirstError(form.current);
  }
  const send = useMutation({
    mutationFn: () => {
      const body = new FormData();
      const sent: Record<string, string> = isAgain ? {} : isIndia ? { ...texts, panType } : { ...texts, type: kind };
      for (const [name, value] of Object.entries(sent)) body.append(name, value);
      for (const name of wanted) {
        const file: File | undefined = files[name];
        if (file) body.append(name, file);
      }
      return sendDocuments(variant, body, isAgain);
    },
    onSuccess: ({ kyc }) => onStatus(kyc),
    onError: (error) => {
      const refusal = refusalOf(error, [...wanted, 'number', 'adhaarNumber', 'type', 'panType', 'issuing_country']);
      show(refusal.fields, refusal.messages);
    },
  });
  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const errors: Record<string, string> = isAgain ? {} : { ...textErrors(isIndia, texts) };
    for (const name of wanted) if (!files[name]) errors[name] = fields[name] ?? t('file.missing');
    show(errors);
    if (Object.keys(errors).length === 0 && !send.isPending) send.mutate();
  }
  const text = (name: string, label: string) => ({
    label,
    size: 'md' as const,
    autoComplete: 'off',
    value: texts[name] ?? '',
    error: fields[name],
    onChange: (event: { currentTarget: { value: string } }) => {
      const { value } = event.currentTarget;
      setTexts((typed) => ({ ...typed, [name]: value }));
    },
  });
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      <h2>{t('step.documents')}</h2>
      <FormErrors messages={messages} />
      {!isAgain && isIndia && (
        <>
          <TextInput {...text('adhaarNumber', t('field.adhaarNumber'))} inputMode="numeric" />
          <div className={styles.pair}>
            <TextInput {...text('number', t('field.pan'))} />
            <NativeSelect
              label={t('field.panType')}
              size="md"
              value={panType}
              data={panTypes.map((value) => ({ value, label: t(`panType.${value}`) }))}
              onChange={(event) => setPanType(event.currentTarget.value as PanType)}
            />
          </div>
        </>
      )}
      {!isAgain && !isIndia && (
        <div className={styles.pair}>
          <NativeSelect
            label={t('field.type')}
            size="md"
            value={kind}
            data={globalKinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
            onChange={(event) => setKind(event.currentTarget.value as GlobalKind)}
          />
          <TextInput {...text('number', t('field.number'))} />
          <NativeSelect
            {...text('issuing_country', t('field.issuing_country'))}
            data={[{ value: '', label: t('choosePlease'), disabled: true }, ...countryChoices(status.countryList)]}
          />
        </div>
      )}
      {wanted.map((name) => (
        <FileField
          key={name}
          field={name}
          file={files[name]}
          error={fields[name]}
          onChange={(file, problem) => {
            setFiles(({ [name]: _, ...others }) => (file ? { ...others, [name]: file } : others));
            setFields(({ [name]: _, ...others }) => (problem ? { ...others, [name]: problem } : others));
          }}
        />
      ))}
      <div className={styles.buttons}>
        {onBack ? (
          <Button size="md" variant="default" onClick={onBack}>
            {t('back')}
          </Button>
        ) : (
          <span />
        )}
        <Button type="submit" size="md" loading={send.isPending}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}

function textErrors(isIndia: boolean, texts: Record<string, string>): FieldErrors {
  const given = isIndia ? { number: '', adhaarNumber: '', ...texts } : { number: '', issuing_country: '', ...texts };
  return errorsBy(isIndia ? indianDocumentTexts : globalDocumentTexts, given);
}
