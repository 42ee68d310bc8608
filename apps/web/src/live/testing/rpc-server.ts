import { type WebSocket as ServerSocket, WebSocketServer } from 'ws';

export interface Received {
  socket: ServerSocket;
  id: number;
  method: string;
  params: unknown[];
}

/** A real JSON-RPC socket server for tests: the test sets its answers and waits for its requests. */
export class RpcServer {
  readonly received: Received[] = [];
  connections = 0;
  /** A promise is answered when it is kept. */
  answer: (request: Received) => unknown = () => ({ status: 'success' });
  readonly #server: WebSocketServer;
  readonly #waiting = new Set<() => void>();

  constructor(server: WebSocketServer) {
    this.#server = server;
    server.on('connection', (socket) => {
      this.connections++;
      socket.on('message', (data) => this.#receive(socket, String(data)));
      this.#wake();
    });
  }

  static async start(): Promise<RpcServer> {
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await new Promise((resolve) => server.once('listening', resolve));
    return new RpcServer(server);
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as { port: number }).port}`;
  }

  #receive(socket: ServerSocket, text: string): void {
    const request = { socket, ...(JSON.parse(text) as Omit<Received, 'socket'>) };
    this.received.push(request);
    const result = this.answer(request);
    if (result instanceof Promise) void result.then((late) => reply(request, late));
    else reply(request, result);
    this.#wake();
  }

  push(method: string, params: unknown[]): void {
    for (const client of this.#server.clients) client.send(JSON.stringify({ method, params, id: null }));
  }

  dropAll(): void {
    for (const client of this.#server.clients) client.terminate();
  }

  of(method: string): Received[] {
    return this.received.filter((request) => request.method === method);
  }

  /** Resolves when the condition holds, checked at each frame and each 10 ms. @throws Error after 5 s */
  async until(condition: () => boolean): Promise<void> {
    const deadline = Date.now() + 5000;
    while (!condition()) {
      if (Date.now() > deadline) throw new Error(`condition not met: ${condition}`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(done, 10);
        const waiting = this.#waiting;
        function done() {
          clearTimeout(timer);
          waiting.delete(done);
          resolve();
        }
        waiting.add(done);
      });
    }
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }

  stop(): Promise<void> {
    this.dropAll();
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
    });
  }
}

/** What `answer` returns to refuse a request. */
export class Refusal {
  readonly code: number;

  constructor(code: number) {
    this.code = code;
  }
}

function reply({ socket, id }: Received, result: unknown): void {
  if (result instanceof Refusal) {
    socket.send(JSON.stringify({ error: { code: result.code, message: 'refused' }, result: null, id }));
  } else if (result !== undefined) {
    socket.send(JSON.stringify({ error: null, result, id }));
  }
}
