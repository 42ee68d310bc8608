import { Button } from '@mantine/core';
import { guardFactorsOf } from '@pelican/shared/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { renewRecoveryCodes } from '../../../api/security.ts';
import { useLockTime } from '../../../identity/use-lock-time.ts';
import { confirm } from '../../../ui/confirm.ts';
import { notify } from '../../../ui/notify.ts';
import { Section, SettingRow } from '../../../ui/settings-section.tsx';
import { StatusChip } from '../../../ui/status-chip.tsx';
import { DisableDialog, type Method } from './disable-dialog.tsx';
import { EmailCodeDialog } from './email-code-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { SmsDialog } from './sms-dialog.tsx';
import { TotpDialog } from './totp-dialog.tsx';
import { type SecurityProps, useRefreshSecurity } from './use-security.ts';

type OpenDialog = { enable: Method } | { disable: Method } | { codes: readonly string[] } | null;

interface MethodRowProps {
  method: Method;
  isOn: boolean | undefined;
  hint: string;
  onOpen: (dialog: OpenDialog) => void;
}

/** A second factor: whether it is on, and the button that changes that. */
function MethodRow({ method, isOn, hint, onOpen }: MethodRowProps) {
  const { t } = useTranslation('settings-security');
  const name = t(`method.${method}.label`);
  return (
    <SettingRow
      label={
        <>
          {name}
          {isOn !== undefined && <StatusChip tone={isOn ? 'done' : 'waiting'} label={t(isOn ? 'on' : 'off')} />}
        </>
      }
      hint={hint}
    >
      <Button
        variant={isOn === false && method === 'totp' ? 'filled' : 'default'}
        disabled={isOn === undefined}
        aria-label={t(isOn ? 'method.disableNamed' : 'method.enableNamed', { name })}
        onClick={() => onOpen(isOn ? { disable: method } : { enable: method })}
      >
        {t(isOn ? 'method.disable' : 'method.enable')}
      </Button>
    </SettingRow>
  );
}

function RecoveryCodesRow({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const { t } = useTranslation('settings-security');
  const refresh = useRefreshSecurity();
  const renew = useMutation({
    mutationFn: renewRecoveryCodes,
    onSuccess: async ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      await refresh();
    },
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('recovery.failed') }),
  });
  const lockTime = useLockTime();
  const ask = async () => {
    const question = {
      title: t('recovery.ask'),
      body: t('recovery.askText', { time: lockTime }),
      confirmLabel: t('recovery.renew'),
    };
    if (await confirm(question)) renew.mutate();
  };
  return (
    <SettingRow label={t('recovery.label')} hint={t('recovery.left', { count: left })}>
      <Button variant="default" loading={renew.isPending} onClick={() => void ask()}>
        {t('recovery.renew')}
      </Button>
    </SettingRow>
  );
}

const enableDialogs = { totp: TotpDialog, sms: SmsDialog, email_code: EmailCodeDialog };

export function TwoFactorSection({ security }: SecurityProps) {
  const { t } = useTranslation('settings-security');
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  const afterEnabling = (codes: readonly string[] | undefined) => setDialog(codes ? { codes } : null);
  let shown: ReactNode = null;
  if (dialog && security) {
    if ('codes' in dialog) shown = <RecoveryCodesDialog codes={dialog.codes} onClose={close} />;
    else if ('disable' in dialog)
      shown = <DisableDialog method={dialog.disable} factors={guardFactorsOf(security.factors)} onClose={close} />;
    else {
      const EnableDialog = enableDialogs[dialog.enable];
      shown = <EnableDialog phone={security.phone} onDone={afterEnabling} onClose={close} />;
    }
  }
  return (
    <Section title={t('twoFactor.title')} about={t('twoFactor.about')}>
      <MethodRow method="totp" isOn={security?.totpEnabled} hint={t('method.totp.hint')} onOpen={setDialog} />
      <MethodRow
        method="sms"
        isOn={security?.smsEnabled}
        hint={security?.phone ? t('method.sms.to', { phone: security.phone }) : t('method.sms.hint')}
        onOpen={setDialog}
      />
      {security?.emailCodeAllowed !== false && (
        <MethodRow
          method="email_code"
          isOn={security?.emailCodeEnabled}
          hint={t('method.email_code.hint')}
          onOpen={setDialog}
        />
      )}
      {security?.twoFactorEnabled && (
        <RecoveryCodesRow left={security.recoveryCodesLeft} onCodes={(codes) => setDialog({ codes })} />
      )}
      {shown}
    </Section>
  );
}
