import './messages.ts';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { generalSettingsQuery } from '../../api/settings.ts';
import { paths } from '../../platform/paths.ts';
import { Dialog } from '../../ui/dialog.tsx';
import styles from './verification.module.css';

/** What stands between the person and what they wanted to do. */
export function KycDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('verification');
  const { data: me } = useQuery(generalSettingsQuery);
  const state = me?.kyc_status === 'pending' ? 'pending' : 'needed';
  return (
    <Dialog title={t(`dialog.${state}.title`)} onClose={onClose}>
      <div className={styles.form}>
        <p>{t(`dialog.${state}.body`)}</p>
        <div className={styles.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {t('dialog.later')}
          </Button>
          <Button component={Link} to={paths.kyc}>
            {t(state === 'pending' ? 'dialog.see' : 'dialog.go')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
