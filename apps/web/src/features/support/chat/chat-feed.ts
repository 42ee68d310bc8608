import type { ChatMessage } from '@pelican/shared/contracts/chat';
import type { SupportLanguage } from '@pelican/shared/contracts/support';
import type { SocketConnection } from '../../../live/connection.ts';

export interface ChatListener {
  onMessage(message: ChatMessage): void;
  onDeleted(id: number): void;
  /** Messages may have been missed until now. */
  onGap(): void;
}

/** The messages of one room of the public chat, while somebody listens. */
export class ChatFeed {
  readonly #connection: SocketConnection;
  #room: SupportLanguage | undefined;
  #listener: ChatListener | undefined;

  constructor(connection: SocketConnection) {
    this.#connection = connection;
    connection.on('open', () => this.#subscribe());
    connection.on('turn', () => this.#subscribe());
    connection.onNotification('chat.update', ([room, { id, user_name: userName, message, date_at: dateAt, staff }]) => {
      if (room === this.#room) this.#listener?.onMessage({ id, userName, message, dateAt, staff });
    });
    connection.onNotification('chat.delete', ([room, id]) => {
      if (room === this.#room) this.#listener?.onDeleted(id);
    });
  }

  /** In place of the listener before. @returns ends it */
  listen(room: SupportLanguage, listener: ChatListener): () => void {
    this.#room = room;
    this.#listener = listener;
    this.#subscribe();
    return () => {
      if (this.#listener !== listener) return;
      this.#room = undefined;
      this.#listener = undefined;
      this.#connection.send('chat.unsubscribe', []);
    };
  }

  #subscribe(): void {
    if (this.#room === undefined) return;
    this.#connection.send('chat.subscribe', [this.#room], (error) => {
      if (error === null) this.#listener?.onGap();
    });
  }
}
