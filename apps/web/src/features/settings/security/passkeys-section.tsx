/** Passkeys in the security settings: the list, the removal of one, and adding one. */
import { Button } from '@mantine/core';
import type { PasskeyView } from '@pelican/shared/contracts/auth';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { removePasskey } from '../../../api/security.ts';
import { hasPasskeys } from '../../../identity/passkeys.ts';
import { useLockTime } from '../../../identity/use-lock-time.ts';
import { confirm } from '../../../ui/confirm.ts';
import { formatMoment } from '../../../ui/format-time.ts';
import { notify } from '../../../ui/notify.ts';
import { Section, SettingRow } from '../../../ui/settings-section.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx';
import { type SecurityProps, useRefreshSecurity } from './use-security.ts';

function PasskeyRow({ passkey }: { passkey: PasskeyView }) {
  const { t } = useTranslation('settings-security');
  const refresh = useRefreshSecurity();
  const remove = useMutation({
    mutationFn: () => removePasskey(passkey.id),
    onSuccess: refresh,
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: t('passkeys.notRemoved') }),
  });
  const lockTime = useLockTime();
  const ask = async () => {
    const yes = await confirm({
      title: t('passkeys.removeAsk', { name: passkey.name }),
      body: t('passkeys.removeText', { time: lockTime }),
      confirmLabel: t('passkeys.remove'),
      tone: 'danger',
    });
    if (yes) remove.mutate();
  };
  const used = passkey.lastUsedAt === null ? t('passkeys.unused') : formatMoment(passkey.lastUsedAt);
  const hint = t(passkey.isBackedUp ? 'passkeys.factsBackedUp' : 'passkeys.facts', {
    created: formatMoment(passkey.createdAt),
    used,
  });
  return (
    <SettingRow label={passkey.name} hint={hint}>
      <Button
        variant="default"
        loading={remove.isPending}
        aria-label={t('passkeys.removeNamed', { name: passkey.name })}
        onClick={() => void ask()}
      >
        {t('passkeys.remove')}
      </Button>
    </SettingRow>
  );
}

export function PasskeysSection({ security }: SecurityProps) {
  const { t } = useTranslation('settings-security');
  const [isAdding, setIsAdding] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>();
  const canAdd = hasPasskeys();
  const passkeys = security?.passkeys ?? [];
  return (
    <Section
      title={t('passkeys.title')}
      about={t('passkeys.about')}
      action={
        canAdd && (
          <Button variant="default" disabled={!security} onClick={() => setIsAdding(true)}>
            {t('passkeys.add')}
          </Button>
        )
      }
    >
      {passkeys.map((passkey) => (
        <PasskeyRow key={passkey.id} passkey={passkey} />
      ))}
      {!canAdd && <p className="hint">{t('passkeys.unknown')}</p>}
      {isAdding && (
        <PasskeyDialog
          onDone={(recoveryCodes) => {
            setIsAdding(false);
            setCodes(recoveryCodes);
          }}
          onClose={() => setIsAdding(false)}
        />
      )}
      {codes && <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Section>
  );
}
