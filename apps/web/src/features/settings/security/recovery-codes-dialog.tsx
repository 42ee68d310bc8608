import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { downloadText } from '../../../ui/download-text.ts';
import { IconAlertTriangle, IconDownload } from '../../../ui/icons.ts';
import styles from './security.module.css';

/** The codes for the day on which the second factor is lost. They are shown once: closing takes a tick. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTranslation('settings-security');
  const [isSaved, setIsSaved] = useState(false);
  const text = codes.join('\n');
  return (
    <Dialog title={t('recovery.title')} onClose={onClose} locked>
      <div className={styles.form}>
        <p className={styles.warning}>
          <IconAlertTriangle size={20} aria-hidden />
          {t('recovery.once')}
        </p>
        <ul className={`mono ${styles.codes}`} aria-label={t('recovery.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={styles.tools}>
          <CopyButton text={text} label={t('recovery.copy')} />
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadText('pelican-recovery-codes.txt', `${text}\n`)}
          >
            {t('recovery.download')}
          </Button>
        </div>
        <Checkbox
          label={t('recovery.saved')}
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        <Button disabled={!isSaved} onClick={onClose}>
          {t('recovery.close')}
        </Button>
      </div>
    </Dialog>
  );
}
