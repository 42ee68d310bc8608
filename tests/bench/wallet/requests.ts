/** Requests over kept connections, as many at once as there are connections, for a time. */
import { Agent, request } from 'node:http';

export interface Load {
  port: number;
  connections: number;
  ms: number;
}

export interface WantedRequest {
  path: string;
  token: string;
  ip: string;
  headers?: Record<string, string>;
  body: object;
}

export interface LoadReport {
  perSecond: number;
  /** Of each that was answered with 200, in milliseconds. */
  latencies: number[];
  /** Answered that the machine is too busy to say what became of them. */
  unanswered: number;
}

/**
 * @param next undefined when there is nothing more to ask
 * @throws Error at the first request that is refused for another reason
 */
export async function load(
  { port, connections, ms }: Load,
  next: () => WantedRequest | undefined,
): Promise<LoadReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const latencies: number[] = [];
  let unanswered = 0;
  const startMs = performance.now();
  async function client(): Promise<void> {
    while (performance.now() - startMs < ms) {
      const wanted = next();
      if (!wanted) return;
      const sentMs = performance.now();
      if (await post(agent, port, wanted)) latencies.push(performance.now() - sentMs);
      else unanswered++;
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, client));
    return { perSecond: latencies.length / ((performance.now() - startMs) / 1000), latencies, unanswered };
  } finally {
    agent.destroy();
  }
}

/** @returns whether it was done */
function post(agent: Agent, port: number, { path, token, ip, headers, body }: WantedRequest): Promise<boolean> {
  const text = JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(text),
          'x-forwarded-for': ip,
          ...headers,
        },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('end', () => {
          if (answer.statusCode === 200 || answer.statusCode === 503) resolve(answer.statusCode === 200);
          else reject(new Error(`${path} answered ${answer.statusCode}: ${Buffer.concat(chunks).toString()}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(text);
  });
}
