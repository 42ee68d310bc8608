import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../ui/format-time.ts';
import { Section, SettingRow } from '../../../ui/settings-section.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import type { SecurityProps } from './use-security.ts';

/** When the password was changed last, and the dialog that changes it. */
export function PasswordSection({ security }: SecurityProps) {
  const { t } = useTranslation('settings-security');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section title={t('password.title')}>
      <SettingRow
        label={t('password.label')}
        hint={security ? t('password.changed', { time: formatDateTime(security.passwordChangedAt) }) : t('loading')}
      >
        <Button variant="default" disabled={!security} onClick={() => setIsOpen(true)}>
          {t('password.change')}
        </Button>
      </SettingRow>
      {isOpen && security && <PasswordDialog security={security} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}
