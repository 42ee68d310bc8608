import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { messagesOf } from '../../../api/api-error.ts';
import { sessionsQuery, terminateSession } from '../../../api/security.ts';
import { endSession } from '../../../api/session.ts';
import { paths } from '../../../platform/paths.ts';
import { notify } from '../../../ui/notify.ts';

interface Ended {
  /** Of a session, `others`, or `all` with the one of this page. */
  id: string;
  /** It is the one of this page, which ends with it. */
  isCurrent?: boolean;
}

/** What is said of several that have ended. */
const several = { others: 'sessions.othersEnded', all: 'sessions.allEnded' } as const;

/** Ends a session, all `others`, or `all`. They leave the list at once, and are restored if the call fails. */
export function useTerminate() {
  const { t } = useTranslation('settings-security');
  const client = useQueryClient();
  const { queryKey } = sessionsQuery;
  const navigate = useNavigate();
  const leave = async () => {
    await navigate(paths.welcome, { replace: true });
    endSession();
  };
  return useMutation({
    mutationFn: ({ id }: Ended) => terminateSession(id),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData(queryKey);
      client.setQueryData(
        queryKey,
        (list) =>
          list && {
            ...list,
            result: list.result.filter((session) => session.isCurrent || (!(id in several) && session.id !== id)),
          },
      );
      return before;
    },
    onSuccess: async (_, { id, isCurrent = false }) => {
      notify.success(t(id in several ? several[id as keyof typeof several] : 'sessions.ended'));
      await (isCurrent ? leave() : client.invalidateQueries({ queryKey }));
    },
    onError: (error, _, before) => {
      client.setQueryData(queryKey, before);
      notify.error(messagesOf(error).join(' '), { title: t('sessions.notEnded') });
      return client.invalidateQueries({ queryKey });
    },
  });
}
