import { useMutation, useQueryClient } from '@tanstack/react-query';
import { notify } from '../ui/notify.ts';
import { messagesOf } from './api-error.ts';
import { changeGeneralSettings, generalSettingsQuery } from './settings.ts';

/** One change after the other, so that the last one holds. @param failed title of what is said when one was not saved */
export function useChangeSettings(failed?: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: changeGeneralSettings,
    scope: { id: 'general-settings' },
    // An answer of before the change must not arrive after it.
    onMutate: () => client.cancelQueries({ queryKey: generalSettingsQuery.queryKey }),
    onSuccess: (settings) => client.setQueryData(generalSettingsQuery.queryKey, settings),
    onError: (error) => notify.error(messagesOf(error).join(' '), failed === undefined ? {} : { title: failed }),
  });
}
