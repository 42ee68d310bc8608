/** GET /metrics and GET /health, on a port that is written to a file. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import type { Registry } from 'prom-client';

export interface StatusServerOptions {
  host: string;
  /** 0 takes a free one. */
  port: number;
  portFile: string;
  registry: Registry;
  /** What /health answers, with 200 when healthy and 503 otherwise. */
  health(): { healthy: boolean };
}

/** Listens, and writes the port file; `close` removes it. */
export async function startStatusServer(options: StatusServerOptions): Promise<{ port: number; close(): void }> {
  const server = createServer((request, response) => {
    if (request.url === '/health') {
      const health = options.health();
      response.writeHead(health.healthy ? 200 : 503, { 'content-type': 'application/json' });
      response.end(JSON.stringify(health));
    } else if (request.url === '/metrics') {
      options.registry.metrics().then(
        (text) => response.writeHead(200, { 'content-type': options.registry.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    } else {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : options.port;
  mkdirSync(dirname(options.portFile), { recursive: true });
  writeFileSync(options.portFile, `${port}\n`);
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(options.portFile, { force: true });
    },
  };
}
