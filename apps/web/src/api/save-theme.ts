import { message } from '../platform/i18n.ts';
import type { Theme } from '../platform/preferences.ts';
import { notify } from '../ui/notify.ts';
import { messagesOf } from './api-error.ts';
import { queryClient } from './query-client.ts';
import { changeGeneralSettings, generalSettingsQuery } from './settings.ts';

let saving: Promise<void> = Promise.resolve();

/** Saves the theme of the account. One change after the other, so that the last one holds. */
export function saveTheme(theme: Theme): Promise<void> {
  saving = saving.then(() => save(theme));
  return saving;
}

async function save(theme: Theme): Promise<void> {
  try {
    // An answer of before the change must not arrive after it.
    await queryClient.cancelQueries({ queryKey: generalSettingsQuery.queryKey });
    queryClient.setQueryData(generalSettingsQuery.queryKey, await changeGeneralSettings({ theme }));
  } catch (error) {
    notify.error(messagesOf(error).join(' '), { title: message('theme.failed') });
  }
}
