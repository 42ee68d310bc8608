import { Button, Checkbox } from '@mantine/core';
import type { CreatedApiKey } from '@pelican/shared/contracts/api-keys';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import styles from './api-keys.module.css';

/** The new key with what is shown this once; closing takes a tick. */
export function NewKeyDialog({ created, onClose }: { created: CreatedApiKey; onClose: () => void }) {
  const { t } = useTranslation('settings-api-keys');
  const [isSaved, setIsSaved] = useState(false);
  const facts = [
    { name: t('new.key'), value: created.apiKey },
    { name: t('new.secret'), value: created.apiSecret },
    { name: t('new.socketToken'), value: created.websocketToken },
  ];
  return (
    <Dialog title={t('new.title', { name: created.name })} onClose={onClose} locked>
      <div className={styles.form}>
        <p className={styles.notice}>
          <IconAlertTriangle size={20} aria-hidden />
          {t('new.once')}
        </p>
        <dl className={styles.facts}>
          {facts.map(({ name, value }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <code className="mono">{value}</code>
                <CopyButton text={value} label={t('new.copy', { what: name })} />
              </dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label={t('new.saved')}
          checked={isSaved}
          onChange={(event) => setIsSaved(event.currentTarget.checked)}
        />
        <Button disabled={!isSaved} onClick={onClose}>
          {t('new.close')}
        </Button>
      </div>
    </Dialog>
  );
}
