import type { NoticePush } from '@pelican/shared/contracts/notices';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useNoticePushes } from '../../../live/index.ts';
import { ticketsKey } from '../queries.ts';

/** Reads tickets again when the server pushes a notice of one: an answer is on the page as soon as its notice is. */
export function useTicketNews(): void {
  const client = useQueryClient();
  const onPush = useCallback(
    (push: NoticePush | undefined) => {
      if (push === undefined || push.message.startsWith('ticket_'))
        void client.invalidateQueries({ queryKey: ticketsKey });
    },
    [client],
  );
  useNoticePushes(onPush, true);
}
