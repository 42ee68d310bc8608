import { Button, FileButton } from '@mantine/core';
import { type DocumentField, imageBytesMax } from '@pelican/shared/contracts/kyc';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconId, IconUser } from '../../ui/icons.ts';
import { useObjectAddress } from '../../ui/use-object-address.ts';
import { preparePhoto } from './prepare-photo.ts';
import styles from './verification.module.css';

interface FileFieldProps {
  field: DocumentField;
  file: File | undefined;
  error: string | undefined;
  /** @param problem of the file, which is not kept then */
  onChange: (file: File | undefined, problem: string | undefined) => void;
}

/** A photo with its preview. On a phone the camera is offered. */
export function FileField({ field, file, error, onChange }: FileFieldProps) {
  const { t } = useTranslation('verification');
  const id = useId();
  const isSelfie = field === 'selfie';
  const name = t(`file.${field}`);
  const [isPreparing, setPreparing] = useState(false);
  async function choose(chosen: File | null): Promise<void> {
    if (!chosen) return;
    const types = isSelfie ? ['image/jpeg', 'image/png'] : ['image/jpeg'];
    if (!types.includes(chosen.type))
      return onChange(undefined, t('file.type', { types: isSelfie ? 'JPEG, PNG' : 'JPEG' }));
    setPreparing(true);
    const photo = await preparePhoto(chosen, imageBytesMax);
    setPreparing(false);
    if (!photo) onChange(undefined, t('file.unreadable'));
    else if (photo.size > imageBytesMax) onChange(undefined, t('file.tooBig', { size: 2 }));
    else onChange(photo, undefined);
  }
  return (
    <fieldset className={styles.file} data-invalid={error ? true : undefined} aria-describedby={error ? id : undefined}>
      <div>
        <strong>{name}</strong>
        <p className="hint">{t(isSelfie ? 'file.selfieHint' : 'file.hint')}</p>
        <FileButton
          onChange={(chosen) => void choose(chosen)}
          accept={isSelfie ? 'image/jpeg,image/png' : 'image/jpeg'}
          inputProps={{ 'aria-label': name, ...(isSelfie ? { capture: 'user' } : {}) }}
        >
          {(props) => (
            <Button
              {...props}
              mt={8}
              variant="default"
              loading={isPreparing}
              aria-label={t(file ? 'file.changeFor' : 'file.chooseFor', { name })}
            >
              {t(file ? 'file.change' : 'file.choose')}
            </Button>
          )}
        </FileButton>
      </div>
      <div className={styles.picture}>
        {file ? (
          <Preview file={file} label={t('file.preview', { name })} />
        ) : isSelfie ? (
          <IconUser size={24} aria-hidden />
        ) : (
          <IconId size={24} aria-hidden />
        )}
      </div>
      {error && (
        <p id={id} role="alert" className={styles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function Preview({ file, label }: { file: File; label: string }) {
  const address = useObjectAddress(file);
  return address ? <img src={address} alt={label} /> : null;
}
