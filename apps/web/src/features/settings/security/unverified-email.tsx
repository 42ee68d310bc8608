import { Button } from '@mantine/core';
import { verificationRequest } from '@pelican/shared/contracts/sign-up';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmOwnEmail, sendOwnEmailCode } from '../../../api/security.ts';
import { problemWith } from '../../../identity/validate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { EnableByCode } from './enable-by-code.tsx';
import styles from './security.module.css';

/** Says that second factors need a confirmed e-mail address, and confirms it by a code. */
export function UnverifiedEmail() {
  const { t } = useTranslation('settings-security');
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <div className={styles.lock}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <strong>{t('unverified.title')}</strong>
        <p>{t('unverified.text')}</p>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {t('unverified.open')}
        </Button>
      </div>
      {isOpen && (
        <Dialog title={t('unverified.open')} onClose={close}>
          <EnableByCode
            about={t('unverified.about')}
            send={sendOwnEmailCode}
            problemOf={(code) => problemWith(verificationRequest, { email_code: code })}
            enable={async (code) => {
              await confirmOwnEmail(code);
              return {};
            }}
            verb={t('unverified.verb')}
            done={t('unverified.done')}
            onDone={close}
            onClose={close}
          />
        </Dialog>
      )}
    </div>
  );
}
