import { Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { generalSettingsQuery } from '../../api/settings.ts';
import { useChangeSettings } from '../../api/use-change-settings.ts';

/** Consent to news of the exchange, as at sign-up: given and withdrawn at any time. */
export function UpdatesChoice() {
  const { t } = useTranslation('settings');
  const { data } = useQuery(generalSettingsQuery);
  const { mutate, isPending, variables } = useChangeSettings(t('updates.failed'));
  return (
    <Switch
      label={t('updates.label')}
      description={t('updates.hint')}
      disabled={!data}
      checked={(isPending ? variables.updates : data?.updates) ?? false}
      onChange={(event) => mutate({ updates: event.currentTarget.checked })}
    />
  );
}
