import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../../api/api-error.ts';
import { sessionsQuery, terminateSession } from '../../../api/security.ts';
import { notify } from '../../../ui/notify.ts';

/** Ends a session, or all `others`. They leave the list at once, and are restored if the call fails. */
export function useTerminate() {
  const { t } = useTranslation('settings-security');
  const client = useQueryClient();
  const { queryKey } = sessionsQuery;
  return useMutation({
    mutationFn: terminateSession,
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(
        queryKey,
        (list) =>
          list && {
            ...list,
            result: list.result.filter((session) => session.isCurrent || (id !== 'others' && session.id !== id)),
          },
      );
      return before;
    },
    onSuccess: (_, id) => notify.success(t(id === 'others' ? 'sessions.othersEnded' : 'sessions.ended')),
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      notify.error(messagesOf(error).join(' '), { title: t('sessions.notEnded') });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
