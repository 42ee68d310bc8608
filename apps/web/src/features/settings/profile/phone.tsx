import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { securityQuery } from '../../../api/security.ts';
import { generalSettingsQuery } from '../../../api/settings.ts';
import { PhoneVerification } from '../../../identity/phone-verification.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import styles from './profile.module.css';

/** The person's telephone, and the dialog that verifies one. @param phone masked; null without one */
export function Phone({ phone }: { phone: string | null }) {
  const { t } = useTranslation('settings-profile');
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const finish = async (verified: string) => {
    notify.success(t('phone.done', { phone: verified }));
    setIsOpen(false);
    await Promise.all(
      [generalSettingsQuery, securityQuery].map(({ queryKey }) =>
        client.invalidateQueries({ queryKey: [...queryKey] }),
      ),
    );
  };
  return (
    <span className={styles.phone}>
      <span className="tabular">{phone ?? t('phone.none')}</span>
      <Button variant="default" size="xs" onClick={() => setIsOpen(true)}>
        {t(phone ? 'phone.change' : 'phone.add')}
      </Button>
      {isOpen && (
        <Dialog title={t(phone ? 'phone.title' : 'phone.add')} onClose={() => setIsOpen(false)}>
          <PhoneVerification onDone={(verified) => void finish(verified)} onClose={() => setIsOpen(false)} />
        </Dialog>
      )}
    </span>
  );
}
