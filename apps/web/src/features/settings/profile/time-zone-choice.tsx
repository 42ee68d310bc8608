import { NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { changeGeneralSettings, generalSettingsQuery } from '../../../api/settings.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import { notify } from '../../../ui/notify.ts';
import { SettingRow } from '../../../ui/settings-section.tsx';

/** Names of IANA that replaced those by which some browsers still list a zone. */
const namesOfToday: Record<string, string> = {
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Europe/Kiev': 'Europe/Kyiv',
};

const labelOf = (zone: string) => (namesOfToday[zone] ?? zone).replaceAll('_', ' ');

const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])]
  .map((zone) => ({ value: zone, label: labelOf(zone) }))
  .toSorted((a, b) => a.label.localeCompare(b.label));

/** The name by which this browser lists the zone: what was chosen elsewhere may be another name of it. */
function listedName(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

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
        data={[{ value: '', label: t('timeZone.device', { zone: labelOf(deviceZone) }) }, ...zones]}
        value={timeZone === null ? '' : listedName(timeZone)}
        onChange={(event) => save.mutate(event.currentTarget.value || null)}
      />
    </SettingRow>
  );
}
