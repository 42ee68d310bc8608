import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNoticePushes } from './hooks.ts';
import type { NoticeListener } from './notice-feed.ts';

/**
 * Reads queries again when a notice comes whose kind begins with `kinds`, or when notices may have been missed: what has happened,
 * here or elsewhere, is on the page as soon as its notice is.
 * @param queryKey of what the page shows; it must keep its identity while it does not change
 */
export function useRefreshOnNotices(kinds: string, queryKey: QueryKey): void {
  const client = useQueryClient();
  const onPush = useCallback<NoticeListener>(
    (push) => {
      if (!push || push.message.startsWith(kinds)) void client.invalidateQueries({ queryKey });
    },
    [client, kinds, queryKey],
  );
  useNoticePushes(onPush, true);
}
