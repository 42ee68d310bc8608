/** GET /metrics of a process that serves nothing else: on this machine only, on a free port that a file tells. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname } from 'node:path';
import type { Registry } from 'prom-client';

export interface MetricsEndpoint {
  port: number;
  close(): void;
}

/** @param portFile where the port is written; undefined: nowhere */
export async function listenForMetrics(registry: Registry, portFile: string | undefined): Promise<MetricsEndpoint> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  if (portFile) {
    mkdirSync(dirname(portFile), { recursive: true });
    writeFileSync(portFile, `${port}\n`);
  }
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
      if (portFile) rmSync(portFile, { force: true });
    },
  };
}
