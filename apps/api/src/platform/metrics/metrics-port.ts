/** GET /metrics of a process that serves nothing else: on this machine and a free port unless the environment names others. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, join, resolve } from 'node:path';
import type { dataDirSetting, metricsSettings, ValuesOf } from '@pelican/shared/settings';
import type { Registry } from 'prom-client';
import { root } from '../config/index.ts';

export interface MetricsAddress {
  host: string;
  /** 0 takes a free one. */
  port: number;
  /** Where the port is written. */
  portFile: string;
}

export function metricsAddressOf(
  given: ValuesOf<typeof dataDirSetting & typeof metricsSettings>,
  part: string,
): MetricsAddress {
  const { DATA_DIR: dataDir, METRICS_HOST: host, METRICS_PORT: port } = given;
  return { host, port, portFile: join(resolve(root, dataDir), 'run', `${part}.metrics-port`) };
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
  mkdirSync(dirname(portFile), { recursive: true });
  writeFileSync(portFile, `${port}\n`);
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
      rmSync(portFile, { force: true });
    },
  };
}
