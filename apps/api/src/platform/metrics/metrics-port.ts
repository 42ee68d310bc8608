/** GET /metrics of a process that serves nothing else: on this machine and a free port unless the environment names others. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import type { Registry } from 'prom-client';
import { z } from 'zod';

/** The variables, for the schema of a process's configuration. */
export const metricsVariables = {
  DATA_DIR: z.string().optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  METRICS_PORT: z.coerce
    .number({ error: 'METRICS_PORT must be a number' })
    .int({ error: 'METRICS_PORT must be a whole number' })
    .min(0, { error: 'METRICS_PORT must be at least 0' })
    .max(65_535, { error: 'METRICS_PORT must be at most 65535' })
    .default(0),
};

export interface MetricsAddress {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Where the port is written; undefined: nowhere. */
  portFile: string | undefined;
}

export function metricsAddressOf(given: z.infer<z.ZodObject<typeof metricsVariables>>, part: string): MetricsAddress {
  const { DATA_DIR: dataDir, METRICS_HOST: host, METRICS_PORT: port } = given;
  return { host, port, portFile: dataDir === undefined ? undefined : join(dataDir, 'run', `${part}.metrics-port`) };
}

export interface MetricsEndpoint {
  port: number;
  close(): void;
}

export async function listenForMetrics(registry: Registry, wanted: MetricsAddress): Promise<MetricsEndpoint> {
  const { host, portFile } = wanted;
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
    server.listen(wanted.port, host, resolve);
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
