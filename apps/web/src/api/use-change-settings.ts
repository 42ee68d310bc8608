/** Changes of the account's settings that are also kept in this browser, or shown on several pages. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Theme, usePreferences } from '../platform/preferences.ts';
import { notify } from '../ui/notify.ts';
import { messagesOf } from './api-error.ts';
import { useSession } from './session.ts';
import { changeGeneralSettings, generalSettingsQuery } from './settings.ts';

/** One change after the other, so that the last one holds. @param failed said when one was not saved */
export function useChangeSettings(failed: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeGeneralSettings,
    scope: { id: 'general-settings' },
    // An answer of before the change must not arrive after it.
    onMutate: () => client.cancelQueries({ queryKey: generalSettingsQuery.queryKey }),
    onSuccess: (settings) => client.setQueryData(generalSettingsQuery.queryKey, settings),
    onError: (error) => notify.error(messagesOf(error).join(' '), { title: failed }),
  });
}

/** The theme of this browser, and of the account of who is signed in. */
export function useChooseTheme(): (theme: Theme) => void {
  const { t } = useTranslation();
  const { isSignedIn } = useSession();
  const set = usePreferences((preferences) => preferences.set);
  const { mutate } = useChangeSettings(t('theme.failed'));
  return (theme) => {
    set({ theme });
    if (isSignedIn) mutate({ theme });
  };
}
