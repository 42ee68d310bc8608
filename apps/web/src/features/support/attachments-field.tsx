import { ActionIcon, Button, FileButton } from '@mantine/core';
import { attachmentBytesMax, attachmentsMax, attachmentTypes } from '@pelican/shared/contracts/support';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconPaperclip, IconX } from '../../ui/icons.ts';
import styles from './support.module.css';

interface AttachmentsFieldProps {
  defaultValue?: readonly File[];
  onChange?: (files: File[]) => void;
  /** What the server has against them. */
  error?: ReactNode;
}

function isTaken({ type, size }: File): 'type' | 'size' | true {
  if (!(attachmentTypes as readonly string[]).includes(type)) return 'type';
  return size > attachmentBytesMax ? 'size' : true;
}

/** Pictures to send with a text: chosen one by one or several at once, and taken away again. */
export function AttachmentsField({ defaultValue = [], onChange, error }: AttachmentsFieldProps) {
  const { t } = useTranslation('support');
  const [files, setFiles] = useState(defaultValue);
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const resetChooser = useRef<() => void>(null);
  function keep(next: File[], refused?: string): void {
    setFiles(next);
    setProblem(refused);
    onChange?.(next);
  }
  function add(chosen: File[]): void {
    // The same file, chosen again after it was taken away, is news to the browser only so.
    resetChooser.current?.();
    const refusals = {
      type: t('files.type', { types: 'JPEG, PNG' }),
      size: t('files.tooBig', { size: Math.ceil(attachmentBytesMax / 1_000_000) }),
    };
    const verdicts = chosen.map(isTaken).filter((verdict) => verdict !== true);
    const next = [...files, ...chosen.filter((file) => isTaken(file) === true)];
    const [first] = verdicts;
    const tooMany = next.length > attachmentsMax ? t('files.tooMany', { max: attachmentsMax }) : undefined;
    keep(next.slice(0, attachmentsMax), first ? refusals[first] : tooMany);
  }
  const shown = problem ?? error;
  return (
    <fieldset className={styles.files} aria-describedby={`${id}-about`}>
      <legend>{t('files.label')}</legend>
      <p id={`${id}-about`} className="hint">
        {t('files.about', { max: attachmentsMax })}
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
                aria-label={t('files.remove', { name: file.name })}
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
        accept={attachmentTypes.join(',')}
        onChange={add}
        inputProps={{ 'aria-label': t('files.label') }}
      >
        {(props) => (
          <Button {...props} variant="default" disabled={files.length >= attachmentsMax}>
            {t('files.choose')}
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
