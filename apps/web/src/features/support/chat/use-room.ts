import type { ChatHistory, ChatMessage } from '@pelican/shared/contracts/chat';
import type { SupportLanguage } from '@pelican/shared/contracts/support';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { live, startLive } from '../../../live/instance.ts';
import { ChatFeed } from './chat-feed.ts';
import { chatQuery, earlierMessages } from './queries.ts';

const feed = new ChatFeed(live.connection);

/** Each message once, the oldest first, however they came. */
export function joined(known: readonly ChatMessage[], more: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map([...known, ...more].map((message) => [message.id, message]));
  return [...byId.values()].sort((a, b) => a.id - b.id);
}

/** The messages of a room, kept up to date while it is on screen. */
export function useRoom(room: SupportLanguage) {
  const client = useQueryClient();
  const query = chatQuery(room);
  const { data, error, refetch } = useQuery(query);

  useEffect(() => {
    const { queryKey } = chatQuery(room);
    const change = (work: (history: ChatHistory) => ChatHistory) =>
      client.setQueryData<ChatHistory>(queryKey, (history) => history && work(history));
    startLive();
    return feed.listen(room, {
      onMessage: (message) => change((history) => ({ ...history, messages: joined(history.messages, [message]) })),
      onDeleted: (id) =>
        change((history) => ({ ...history, messages: history.messages.filter((message) => message.id !== id) })),
      onGap: () => void client.invalidateQueries({ queryKey }),
    });
  }, [client, room]);

  return {
    history: data,
    error,
    refetch,
    add: (message: ChatMessage) =>
      client.setQueryData<ChatHistory>(
        query.queryKey,
        (history) => history && { ...history, messages: joined(history.messages, [message]) },
      ),
    async loadEarlier() {
      if (!data?.next) return;
      const { messages, next } = await earlierMessages(room, data.next);
      client.setQueryData<ChatHistory>(
        query.queryKey,
        (history) => history && { messages: joined(messages, history.messages), next },
      );
    },
  };
}
