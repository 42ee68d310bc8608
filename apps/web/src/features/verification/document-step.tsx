import { Button } from '@mantine/core';
import { type DocumentField, type KycStatus, type OwnDocuments, partOf } from '@pelican/shared/contracts/kyc';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { kycDocumentsQuery, sendDocuments, type Variant } from '../../api/kyc.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { DocumentChoice } from './document-choice.tsx';
import { sentTexts, textErrors, textsOf, wantedFiles } from './document-texts.ts';
import { FileField } from './file-field.tsx';
import { type FieldErrors, FormErrors, focusFirstError, refusalOf } from './form-errors.tsx';
import styles from './verification.module.css';

interface DocumentStepProps {
  variant: Variant;
  status: KycStatus;
  onBack: (() => void) | undefined;
  onStatus: (status: KycStatus) => void;
}

const isPicture = (part: KycStatus['resubmit'][number]): part is DocumentField => partOf(part) === 'documents';

/** The documents and the selfie; only those that were asked for, where some were asked for again. */
export function DocumentStep({ status, ...props }: DocumentStepProps) {
  const { t } = useTranslation('verification');
  const again = status.resubmit.filter(isPicture);
  const isDocumentAgain = again.some((field) => field !== 'selfie');
  const sent = useQuery({ ...kycDocumentsQuery(props.variant), enabled: isDocumentAgain });
  if (!isDocumentAgain) return <DocumentForm {...props} again={again} before={undefined} />;
  if (sent.data) return <DocumentForm {...props} again={again} before={sent.data} />;
  if (sent.error) return <ErrorState title={t('notLoaded')} error={sent.error} onRetry={() => void sent.refetch()} />;
  return <Skeleton height={420} />;
}

interface DocumentFormProps extends Omit<DocumentStepProps, 'status'> {
  again: readonly DocumentField[];
  /** The document that was sent, where one is asked for again: its number may be corrected, and another may be sent. */
  before: OwnDocuments | undefined;
}

function DocumentForm({ variant, onBack, onStatus, again, before }: DocumentFormProps) {
  const { t } = useTranslation('verification');
  const form = useRef<HTMLFormElement>(null);
  const isAgain = again.length > 0;
  const hasChoice = !isAgain || before !== undefined;
  const [texts, setTexts] = useState(() => textsOf(before));
  const [files, setFiles] = useState<Partial<Record<DocumentField, File>>>({});
  const [fields, setFields] = useState<FieldErrors>({});
  const [messages, setMessages] = useState<readonly string[]>([]);
  const wanted = wantedFiles({ variant, texts, again, before });

  function show(errors: FieldErrors, general: readonly string[] = []): void {
    setFields(errors);
    setMessages(general);
    focusFirstError(form.current);
  }
  const send = useMutation({
    mutationFn: () => {
      const body = new FormData();
      const sent = hasChoice ? sentTexts(variant, texts) : {};
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
    const errors: Record<string, string> = hasChoice ? { ...textErrors(variant, texts, before) } : {};
    for (const name of wanted) if (!files[name]) errors[name] = fields[name] ?? t('file.missing');
    show(errors);
    if (Object.keys(errors).length === 0 && !send.isPending) send.mutate();
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={onSubmit}>
      <h2>{t('step.documents')}</h2>
      <FormErrors messages={messages} />
      {hasChoice && (
        <DocumentChoice variant={variant} texts={texts} errors={fields} before={before} onChange={setTexts} />
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
