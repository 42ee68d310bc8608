/** chat.*: the messages of one room to all connections that subscribe to it, signed in or not. */
import type { chatMethods as declared } from '@pelican/shared/contracts/chat';
import { isSupportLanguage, type SupportLanguage } from '@pelican/shared/contracts/support';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type ChatPush, followChat } from '../../../modules/chat/index.ts';
import type { MethodsOf } from '../calls/call.ts';
import { invalid } from '../calls/params.ts';
import type { Connection } from '../connection/connection.ts';
import { notification } from '../connection/envelope.ts';

/** Who listens to which room, in this process. */
export class ChatRooms {
  private readonly listeners = new Map<Connection, SupportLanguage>();
  private readonly known = new WeakSet<Connection>();

  /** In place of the room before. */
  enter(connection: Connection, room: SupportLanguage): void {
    if (!this.known.has(connection)) connection.onEnd(() => this.leave(connection));
    this.known.add(connection);
    this.listeners.set(connection, room);
  }

  leave(connection: Connection): void {
    this.listeners.delete(connection);
  }

  push(push: ChatPush): void {
    const text = textOf(push);
    for (const [connection, room] of this.listeners) if (room === push.room) connection.send(text);
  }
}

function textOf(push: ChatPush): string {
  if (push.kind === 'deleted') return notification('chat.delete', [push.room, push.id]);
  const { id, userName, message, dateAt, staff } = push.message;
  return notification('chat.update', [push.room, { id, user_name: userName, message, date_at: dateAt, staff }]);
}

/** @param redis any connection; the rooms open one of their own beside it */
export async function openChatRooms(
  redis: Pick<Redis, 'duplicate'>,
  log: Pick<Logger, 'error'>,
): Promise<{ rooms: ChatRooms; stop(): void }> {
  const rooms = new ChatRooms();
  const { stop } = await followChat(redis, {
    onPush: (push) => rooms.push(push),
    onError: (error) => log.error({ err: error }, 'Redis, pushes of the chat'),
  });
  return { rooms, stop };
}

export function chatMethods(rooms: ChatRooms): MethodsOf<typeof declared> {
  return {
    'chat.subscribe': (call) => {
      const [room] = call.params;
      if (typeof room !== 'string' || !isSupportLanguage(room)) throw invalid('expected [language]');
      call.success();
      rooms.enter(call.connection, room);
    },
    'chat.unsubscribe': (call) => {
      rooms.leave(call.connection);
      call.success();
    },
  };
}
