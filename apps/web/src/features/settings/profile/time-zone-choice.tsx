import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { changeGeneralSettings, generalSettingsQuery } from '../../../api/settings.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import { notify } from '../../../ui/notify.ts';
import { SettingRow } from '../../../ui/settings-section.tsx';

const zones = Intl.supportedValuesOf('timeZone');
const deviceZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** In which zone times are shown: the account's choice, which this browser keeps too. */
export function TimeZoneChoice() {
  const { t } = useTranslation('settings-profile');
  const id = useId();
  const client = useQueryClient();
  const timeZone = usePreferences((preferences) => preferences.timeZone);
  const set = usePreferences((preferences) => preferences.set);
  const save = useMutation({
    mutationFn: (zone: string | null) => changeGeneralSettings({ time_zone: zone }),
    onMutate: (zone) => {
      set({ timeZone: zone });
      return timeZone;
    },
    onSuccess: (settings) => client.setQueryData(generalSettingsQuery.queryKey, settings),
    onError: (error, _, before) => {
      set({ timeZone: before ?? null });
      notify.error(messagesOf(error).join(' '), { title: t('timeZone.failed') });
    },
  });
  return (
    <SettingRow label={t('timeZone.label')} labelId={id} hint={t('timeZone.hint')}>
      <NativeSelect
        aria-labelledby={id}
        data={[
          { value: '', label: t('timeZone.device', { zone: deviceZone }) },
          ...zones.map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
        ]}
        value={timeZone ?? ''}
        onChange={(event) => save.mutate(event.currentTarget.value || null)}
      />
    </SettingRow>
  );
}
