import { toggleRequest } from '@pelican/shared/contracts/security';
import { useTranslation } from 'react-i18next';
import { sendFactorCode, toggleFactor } from '../../../api/security.ts';
import { problemWith } from '../../../identity/validate.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { EnableDialogProps } from './disable-dialog.tsx';
import { EnableByCode } from './enable-by-code.tsx';
import { LockNotice } from './lock-notice.tsx';

const requestOf = (code: string) => ({
  enable: true,
  method: 'email_code' as const,
  factor: 'email_code' as const,
  code,
});

/** Turns on codes by mail as a second factor. */
export function EmailCodeDialog({ onDone, onClose }: EnableDialogProps) {
  const { t } = useTranslation('settings-security');
  return (
    <Dialog title={t('emailCode.title')} onClose={onClose}>
      <LockNotice />
      <EnableByCode
        about={t('emailCode.about')}
        send={() => sendFactorCode('email_code')}
        problemOf={(code) => problemWith(toggleRequest, requestOf(code))}
        enable={(code) => toggleFactor(requestOf(code))}
        done={t('emailCode.done')}
        onDone={onDone}
        onClose={onClose}
      />
    </Dialog>
  );
}
