import { NativeSelect } from '@mantine/core';
import { languages } from '@pelican/shared/contracts/system';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { generalSettingsQuery } from '../../api/settings.ts';
import { useChangeSettings } from '../../api/use-change-settings.ts';
import { SettingRow } from '../../ui/settings-section.tsx';

/** In which language mails, text messages and notifications are. */
export function LanguageChoice() {
  const { t } = useTranslation('settings');
  const id = useId();
  const { data } = useQuery(generalSettingsQuery);
  const { mutate, isPending, variables } = useChangeSettings(t('language.failed'));
  return (
    <SettingRow label={t('language.label')} labelId={id} hint={t('language.hint')}>
      <NativeSelect
        aria-labelledby={id}
        disabled={!data}
        value={(isPending ? variables.locale : data?.locale) ?? 'en'}
        onChange={(event) => mutate({ locale: event.currentTarget.value })}
      >
        {languages.map(({ code, name }) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </NativeSelect>
    </SettingRow>
  );
}
