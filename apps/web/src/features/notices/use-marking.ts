import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { messagesOf } from '../../api/api-error.ts';
import { markAllNoticesRead, markNoticeRead, noticesKey } from '../../api/notices.ts';
import { notify } from '../../ui/notify.ts';

/** Marks one notice as read, or all up to one. */
export function useMarking() {
  const { t } = useTranslation('notices');
  const client = useQueryClient();
  const options = {
    onError: (error: Error) => notify.error(messagesOf(error).join(' '), { title: t('list.markFailed'), keep: false }),
    onSettled: () => client.invalidateQueries({ queryKey: noticesKey }),
  };
  const one = useMutation({ mutationFn: markNoticeRead, ...options });
  const all = useMutation({ mutationFn: markAllNoticesRead, ...options });
  return { one, all };
}
