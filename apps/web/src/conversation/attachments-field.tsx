import { ActionIcon, Button, FileButton } from '@mantine/core';
import { type AttachmentLimits, attachmentsMax, formatsOf, ticketAttachments } from '@pelican/shared/contracts/support';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconPaperclip, IconX } from '../ui/icons.ts';
import styles from './attachments-field.module.css';
import './messages.ts';

interface AttachmentsFieldProps {
  /** Those of a ticket unless given. */
  limits?: AttachmentLimits;
  defaultValue?: readonly File[];
  onChange?: (files: File[]) => void;
  /** What the server has against them. */
  error?: ReactNode;
}

/** What stands against a file. */
function problemOf({ type, size }: File, limits: AttachmentLimits): 'type' | 'size' | undefined {
  if (!formatsOf(limits).some(({ mediaType }) => mediaType === type)) return 'type';
  return size > limits.bytesMax ? 'size' : undefined;
}

/** Files to send with a text: chosen one by one or several at once, and taken away again. */
export function AttachmentsField({
  limits = ticketAttachments,
  defaultValue = [],
  onChange,
  error,
}: AttachmentsFieldProps) {
  const { t } = useTranslation('conversation');
  const [files, setFiles] = useState(defaultValue);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const labels = formatsOf(limits).map(({ label }) => label);
  const size = Math.ceil(limits.bytesMax / 1_000_000);
  const takesDocuments = limits.kinds.includes('pdf');
  const resetChooser = useRef<() => void>(null);
  function keep(next: File[], refused?: string): void {
    setFiles(next);
    setProblem(refused);
    onChange?.(next);
  }
  function add(chosen: File[]): void {
    // The same file, chosen again after it was taken away, is news to the browser only so.
    resetChooser.current?.();
    const refusals = { type: t('attach.type', { types: labels.join(', ') }), size: t('attach.tooBig', { size }) };
    const first = chosen.map((file) => problemOf(file, limits)).find((found) => found !== undefined);
    const next = [...files, ...chosen.filter((file) => !problemOf(file, limits))];
    const tooMany = next.length > attachmentsMax ? t('attach.tooMany', { max: attachmentsMax }) : undefined;
    keep(next.slice(0, attachmentsMax), first ? refusals[first] : tooMany);
  }
  const shown = problem ?? error;
  const label = t(takesDocuments ? 'attach.documentsLabel' : 'attach.label');
  return (
    <fieldset className={styles.files} aria-describedby={`${id}-about`}>
      <legend>{label}</legend>
      <p id={`${id}-about`} className="hint">
        {t(takesDocuments ? 'attach.aboutDocuments' : 'attach.about', { max: attachmentsMax })}
      </p>
      {files.length > 0 && (
        <ul>
          {files.map((file, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name, and none moves
            <li key={at}>
              <IconPaperclip size={16} aria-hidden />
              <span>{file.name}</span>
              <ActionIcon
                variant="subtle"
                size={36}
                aria-label={t('attach.remove', { name: file.name })}
                onClick={() => keep(files.filter((_, other) => other !== at))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <FileButton
        multiple
        resetRef={resetChooser}
        accept={formatsOf(limits)
          .map(({ mediaType }) => mediaType)
          .join(',')}
        onChange={add}
        inputProps={{ 'aria-label': label }}
      >
        {(props) => (
          <Button {...props} variant="default" disabled={files.length >= attachmentsMax}>
            {t(takesDocuments ? 'attach.chooseFiles' : 'attach.choose')}
          </Button>
        )}
      </FileButton>
      {shown && (
        <p role="alert" className={styles.fileError}>
          {shown}
        </p>
      )}
    </fieldset>
  );
}
