import type { TicketDetails } from '@pelican/shared/contracts/support';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { supportChatQuery, ticketQuery } from '../queries.ts';
import { useTicketNews } from '../use-ticket-news.ts';

/** The newest chat with support, kept up to date while it is on screen. */
export function useSupportChat() {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(supportChatQuery);
  useTicketNews();
  /** What a call has answered is newer than what is being read. */
  const show = async (ticket: TicketDetails) => {
    await client.cancelQueries({ queryKey: supportChatQuery.queryKey });
    client.setQueryData(supportChatQuery.queryKey, { ticket });
    void client.invalidateQueries({ queryKey: ticketQuery(ticket.id).queryKey });
  };
  const send = useMutation({
    mutationFn: (text: string) => call('POST /v2/support/chat', { body: { text } }),
    onSuccess: show,
  });
  const end = useMutation({
    mutationFn: (id: number) => call('POST /v2/support/status/:id', { params: { id }, body: { status: 'fixed' } }),
    onSuccess: show,
  });
  return { ticket: data?.ticket, error, refetch, send, end };
}
