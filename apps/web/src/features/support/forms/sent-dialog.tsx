import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from '../support.module.css';

/** A form was received. @param number of the case, where it has one */
export function SentDialog({ number, onClose }: { number: number | undefined; onClose: () => void }) {
  const { t } = useTranslation('support');
  return (
    <Dialog title={t('sent.title')} onClose={onClose}>
      <p>{number === undefined ? t('sent.watch') : t('sent.body', { number })}</p>
      <div className={styles.dialogButtons}>
        <Button data-autofocus onClick={onClose}>
          {t('sent.close')}
        </Button>
      </div>
    </Dialog>
  );
}
