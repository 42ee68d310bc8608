import type { NoticePush } from '@pelican/shared/contracts/notices';
import type { SocketConnection } from './connection.ts';

/** @param push undefined: some may have been missed, after a connection or a sign-in */
export type NoticeListener = (push: NoticePush | undefined) => void;

/** Of polling: a look reads all lists that notices refresh, and 30 s are soon enough. */
const turnsBetweenLooks = 10;

/** The notices that the server writes for the signed-in user. Other kinds of notice.update belong to the venues' screens. */
export class NoticeFeed {
  readonly #connection: SocketConnection;
  readonly #listeners = new Set<NoticeListener>();
  #turns = 0;

  constructor(connection: SocketConnection) {
    this.#connection = connection;
    connection.on('authorized', () => this.#subscribe());
    connection.on('turn', () => {
      if (++this.#turns % turnsBetweenLooks === 0) this.#subscribe();
    });
    connection.onNotification('notice.update', ([push]) => {
      if (push.kind === 'message') this.#emit(push);
    });
  }

  /** Subscribes while anybody listens. */
  listen(listener: NoticeListener): () => void {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) this.#subscribe();
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#connection.send('notice.unsubscribe', []);
    };
  }

  #subscribe(): void {
    if (this.#listeners.size === 0 || this.#connection.auth !== 'ok') return;
    this.#connection.send('notice.subscribe', [], (error) => {
      if (error === null) this.#emit(undefined);
    });
  }

  #emit(push: NoticePush | undefined): void {
    for (const listener of this.#listeners) listener(push);
  }
}
