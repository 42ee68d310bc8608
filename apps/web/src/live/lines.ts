/** The way to the server beneath the connection: a socket, or polling where no socket gets through. Both carry frames of JSON-RPC. */

export interface Line {
  readonly isOpen: boolean;
  /** Nothing is pushed: a subscription brings what there is now. */
  readonly isPolling: boolean;
  send(text: string): void;
  close(): void;
}

export interface LineEvents {
  onOpen(): void;
  onFrame(data: unknown): void;
  /** It could not be opened, or has ended. */
  onClose(): void;
}

export interface PollingEvents extends LineEvents {
  /** It is time to ask again for everything that is wanted. */
  onTurn(): void;
  /** A socket gets through by now. */
  onSocketBack(): void;
}

/** Loads the code of polling, and opens it. */
export type OpenPolling = (events: PollingEvents) => Promise<Line>;

/** Between the turns of polling. */
export const pollMs = 3_000;
/** Some networks swallow the handshake instead of refusing it. */
const openTimeoutMs = 8_000;
/** Sockets in a row that carry nothing: then no socket gets through here, or the server is away. */
const failuresBeforePolling = 3;

/** Opens one line after the other. */
export class Lines {
  readonly #url: () => string;
  readonly #load: OpenPolling | undefined;
  #failedSockets = 0;

  /** @param load without it there are sockets alone */
  constructor(url: () => string, load: OpenPolling | undefined) {
    this.#url = url;
    this.#load = load;
  }

  open(events: PollingEvents): Line {
    return this.#load && this.#failedSockets >= failuresBeforePolling
      ? this.#openPolling(this.#load, events)
      : this.#openSocket(events);
  }

  #openSocket(events: LineEvents): Line {
    const socket = new WebSocket(this.#url());
    const timer = setTimeout(() => socket.close(), openTimeoutMs);
    let isJudged = false;
    const judge = (isGood: boolean) => {
      if (!isJudged) this.#failedSockets = isGood ? 0 : this.#failedSockets + 1;
      isJudged = true;
    };
    socket.addEventListener('open', () => {
      clearTimeout(timer);
      events.onOpen();
    });
    socket.addEventListener('message', ({ data }) => {
      judge(true);
      events.onFrame(data);
    });
    socket.addEventListener('close', () => {
      clearTimeout(timer);
      judge(false);
      events.onClose();
    });
    return {
      isPolling: false,
      get isOpen() {
        return socket.readyState === WebSocket.OPEN;
      },
      send: (text) => socket.send(text),
      close() {
        clearTimeout(timer);
        judge(false);
        socket.close();
      },
    };
  }

  #openPolling(load: OpenPolling, events: PollingEvents): Line {
    let polling: Line | null = null;
    let isClosed = false;
    const fail = () => {
      // The server may be away as a whole: a socket and polling take turns.
      this.#failedSockets = failuresBeforePolling - 1;
      events.onClose();
    };
    const onSocketBack = () => {
      this.#failedSockets = 0;
      events.onSocketBack();
    };
    load({ ...events, onClose: fail, onSocketBack }).then((opened) => {
      if (isClosed) opened.close();
      else polling = opened;
    }, fail);
    return {
      isPolling: true,
      get isOpen() {
        return polling?.isOpen ?? false;
      },
      send: (text) => polling?.send(text),
      close() {
        isClosed = true;
        polling?.close();
      },
    };
  }
}
