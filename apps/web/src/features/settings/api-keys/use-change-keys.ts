import type { ApiKeyView } from '@pelican/shared/contracts/api-keys';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, messagesOf } from '../../../api/api-error.ts';
import { apiKeysQuery, deleteApiKey, disableApiKey } from '../../../api/api-keys.ts';
import { notify } from '../../../ui/notify.ts';

export interface ChangeKeys {
  /** Turning a key on takes a factor: `EnableKeyDialog`. */
  disable: (id: string) => void;
  remove: (id: string) => void;
}

/** The key is gone anyway. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 400 || error.status === 404);
}

/** Changes of the list show at once, and are taken back if the call fails. */
export function useChangeKeys(): ChangeKeys {
  const { t } = useTranslation('settings-api-keys');
  const client = useQueryClient();
  const { queryKey } = apiKeysQuery;
  async function show(change: (keys: ApiKeyView[]) => ApiKeyView[]) {
    await client.cancelQueries({ queryKey });
    const before = client.getQueryData(queryKey);
    client.setQueryData(queryKey, (list) => list && { ...list, result: change(list.result) });
    return before;
  }
  const refresh = () => client.invalidateQueries({ queryKey });
  const disable = useMutation({
    mutationFn: disableApiKey,
    onMutate: (id) =>
      show((keys) => keys.map((key) => (key.id === id ? { ...key, isEnabled: false, status: 'disabled' } : key))),
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      notify.error(messagesOf(error).join(' '), { title: t('notChanged') });
    },
    onSettled: refresh,
  });
  const remove = useMutation({
    mutationFn: deleteApiKey,
    onMutate: (id) => show((keys) => keys.filter((key) => key.id !== id)),
    onSuccess: () => notify.success(t('delete.done')),
    onError: (error, _, before) => {
      if (isGone(error)) return;
      client.setQueryData(queryKey, before);
      notify.error(messagesOf(error).join(' '), { title: t('delete.failed') });
    },
    onSettled: refresh,
  });
  return { disable: disable.mutate, remove: remove.mutate };
}
