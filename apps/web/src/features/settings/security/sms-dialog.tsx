import { smsRequest } from '@pelican/shared/contracts/security';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sendFactorCode, toggleSms } from '../../../api/security.ts';
import { PhoneVerification } from '../../../identity/phone-verification.tsx';
import { problemWith } from '../../../identity/validate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { EnableDialogProps } from './disable-dialog.tsx';
import { EnableByCode } from './enable-by-code.tsx';
import { LockNotice } from './lock-notice.tsx';
import { useRefreshSecurity } from './use-security.ts';

const requestOf = (code: string) => ({ enable: true, factor: 'sms_code' as const, code });

/** Turns on codes by text message: first the telephone, where none is verified, then a code that it was sent. */
export function SmsDialog({ phone, onDone, onClose }: EnableDialogProps) {
  const { t } = useTranslation('settings-security');
  const refresh = useRefreshSecurity();
  const [verified, setVerified] = useState(phone);
  const take = (next: string) => {
    setVerified(next);
    void refresh();
  };
  return (
    <Dialog title={t('sms.title')} onClose={onClose}>
      {verified === null ? (
        <PhoneVerification onDone={take} onClose={onClose} />
      ) : (
        <>
          <LockNotice />
          <EnableByCode
            about={t('sms.about', { phone: verified })}
            send={() => sendFactorCode('sms_code')}
            problemOf={(code) => problemWith(smsRequest, requestOf(code))}
            enable={(code) => toggleSms(requestOf(code))}
            done={t('sms.done')}
            onDone={onDone}
            onClose={onClose}
          />
        </>
      )}
    </Dialog>
  );
}
