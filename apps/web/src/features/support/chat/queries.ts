/** The public chat. */
import type { ChatHistory } from '@pelican/shared/contracts/chat';
import type { SupportLanguage } from '@pelican/shared/contracts/support';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Pushes bring new messages; the whole is asked for this often too, in case one got lost. */
const refreshMs = 60_000;

export function chatQuery(room: SupportLanguage) {
  const queryKey = ['chat', room];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<ChatHistory> => {
      const params = { languageCode: room };
      const newest = await call('GET /chat/get_messages/:languageCode', { signal, params, anonymous: true });
      return withNewestPage(client.getQueryData<ChatHistory>(queryKey), newest);
    },
    refetchInterval: refreshMs,
    staleTime: 0,
  });
}

/**
 * The newest page says what there is from its first message on, but for what was pushed after it was read. Earlier messages stay, unless
 * some between them and the page are missing.
 */
export function withNewestPage(known: ChatHistory | undefined, newest: ChatHistory): ChatHistory {
  const [first] = newest.messages;
  const lastKnown = known?.messages.at(-1);
  if (!known || !first || !lastKnown || (newest.next !== null && lastKnown.id < first.id)) return newest;
  const lastId = newest.messages.at(-1)?.id ?? first.id;
  const earlier = known.messages.filter(({ id }) => id < first.id);
  const pushed = known.messages.filter(({ id }) => id > lastId);
  const next = earlier.length > 0 ? known.next : newest.next;
  return { messages: [...earlier, ...newest.messages, ...pushed], next };
}

export function earlierMessages(room: SupportLanguage, before: number) {
  return call('GET /chat/get_messages/:languageCode', {
    params: { languageCode: room },
    query: { before },
    anonymous: true,
  });
}

export function sendChatMessage(room: SupportLanguage, message: string) {
  return call('POST /chat/send_message/:languageCode', { params: { languageCode: room }, body: { message } });
}
