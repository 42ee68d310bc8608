import { Button, Checkbox } from '@mantine/core';
import type { CreatedCode } from '@pelican/shared/contracts/codes';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Need } from '../../identity/needs.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Amount } from '../../ui/numbers.tsx';
import styles from './codes.module.css';

/** The code, shown this once; closing takes a tick. Of a repeat there is nothing left to show but what to do. */
export function NewCodeDialog({ created, onClose }: { created: CreatedCode; onClose: () => void }) {
  const { t } = useTranslation('codes');
  const [isStored, setIsStored] = useState(false);
  const { code, amount, currency, repeated } = created;
  const share = () => {
    // Closing the sheet of the system is no failure.
    navigator.share({ title: t('title'), text: code }).catch(() => undefined);
  };
  if (repeated)
    return (
      <Dialog title={t('new.repeatedTitle')} onClose={onClose}>
        <div className={styles.form}>
          <p>{t('new.repeated', { code })}</p>
          <Button onClick={onClose}>{t('new.close')}</Button>
        </div>
      </Dialog>
    );
  return (
    <Dialog title={t('new.title')} onClose={onClose} locked>
      <div className={styles.form}>
        <Need text={t('new.once')} />
        <p className={styles.available}>
          <span>{t('confirm.amount')}</span>
          <strong>
            <Amount value={amount} ticker={currency} withTicker />
          </strong>
        </p>
        <p className={styles.code}>
          <code className="mono">{code}</code>
          <CopyButton text={code} label={t('new.copy')} />
        </p>
        <Checkbox
          label={t('new.stored')}
          checked={isStored}
          onChange={(event) => setIsStored(event.currentTarget.checked)}
        />
        <div className={styles.buttons}>
          {'share' in navigator && (
            <Button variant="default" onClick={share}>
              {t('new.share')}
            </Button>
          )}
          <Button disabled={!isStored} onClick={onClose}>
            {t('new.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
