import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useRefreshOnNotices } from '../../live/index.ts';
import { live } from '../../live/instance.ts';
import { ticketsKey } from './queries.ts';

const listeners = new Set<() => void>();
live.connection.onNotification('support.update', () => {
  for (const listener of listeners) listener();
});

/** Reads tickets again as soon as one of them changes, here or elsewhere. The pushes come with the subscription to notices. */
export function useTicketNews(): void {
  const client = useQueryClient();
  useRefreshOnNotices('ticket_', ticketsKey);
  useEffect(() => {
    const listener = () => void client.invalidateQueries({ queryKey: ticketsKey });
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, [client]);
}
