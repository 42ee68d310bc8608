/** The public chat. */
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Pushes bring new messages; the whole is asked for this often too, in case one got lost. */
const refreshMs = 60_000;

export function chatQuery(room: 'en' | 'hi') {
  return queryOptions({
    queryKey: ['chat', room],
    queryFn: ({ signal }) =>
      call('GET /chat/get_messages/:languageCode', { signal, params: { languageCode: room }, anonymous: true }),
    refetchInterval: refreshMs,
    staleTime: 0,
  });
}

export function earlierMessages(room: 'en' | 'hi', before: number) {
  return call('GET /chat/get_messages/:languageCode', {
    params: { languageCode: room },
    query: { before },
    anonymous: true,
  });
}

export function sendChatMessage(room: 'en' | 'hi', message: string) {
  return call('POST /chat/send_message/:languageCode', { params: { languageCode: room }, body: { message } });
}
