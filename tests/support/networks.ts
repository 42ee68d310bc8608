/** The demo's network beside the API of a test: its chain and the signer in this process, watched in turns that the test takes. */
import {
  createSandboxChain,
  createSandboxServer,
  openChains,
  type SandboxChain,
  SandboxNode,
} from '@pelican/api/src/chains/index.ts';
import { watchNetworks } from '@pelican/api/src/modules/deposits/jobs.ts';
import { createSignerClient, createSignerServer, type SignerClient } from '@pelican/api/src/modules/signer/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';
import { silent } from './jobs-of-a-test.ts';
import { asPart } from './roles.ts';
import { startTestApi, type TestApi } from './test-api.ts';
import { openWorkerPool } from './worker.ts';

const secret = 'of-a-test-'.repeat(4);

export interface TestNetwork {
  api: TestApi;
  chain: SandboxChain;
  signer: SignerClient;
  /** With the rights of the worker. */
  workerPool: pg.Pool;
  /** What the watcher and payouts say. */
  logged: { level: 'warn' | 'error'; facts: object; text: string }[];
  /** One run of the watcher over all networks. */
  watch(): Promise<void>;
  /** New blocks, and a run of the watcher. */
  mine(blocks: number): Promise<void>;
  close(): Promise<void>;
}

/** @param limits of the signer, by ticker */
export async function startTestNetwork(
  limits: ReadonlyMap<string, string> = new Map([['*', '1000000']]),
): Promise<TestNetwork> {
  const chainServer = createSandboxServer(new SandboxNode({ append: () => undefined }));
  const chainUrl = await chainServer.listen({ host: '127.0.0.1', port: 0 });
  const api = await startTestApi({ SANDBOX_CHAIN_URL: chainUrl });
  const signerPool = createPool({ databaseUrl: asPart(api.databaseUrl, 'signer'), databasePoolMax: 3 }, silent);
  const signerServer = createSignerServer({
    pool: signerPool,
    seed: new Uint8Array(32).fill(7),
    limits,
    feeLimits: new Map([['*', '0.05']]),
    secret,
    log: silent,
  });
  const url = await signerServer.listen({ host: '127.0.0.1', port: 0 });
  const chain = createSandboxChain(chainUrl);
  const signer = createSignerClient({ url, secret });
  const workerPool = openWorkerPool(api.databaseUrl);
  const logged: TestNetwork['logged'] = [];
  const log = {
    warn: (facts: object, text: string) => void logged.push({ level: 'warn', facts, text }),
    error: (facts: object, text: string) => void logged.push({ level: 'error', facts, text }),
  };
  const watch = async () => {
    const chains = openChains({ sandbox: chain, evm: new Map() });
    await watchNetworks({ pool: workerPool, signer, chains, log: log as never });
    const failed = logged.find(({ text }) => text.includes('could not be read'));
    if (failed) throw (failed.facts as { err: Error }).err;
  };
  return {
    api,
    chain,
    signer,
    workerPool,
    logged,
    watch,
    async mine(blocks) {
      await chain.mine(blocks);
      await watch();
    },
    async close() {
      await workerPool.end();
      await api.close();
      await signerServer.close();
      await signerPool.end();
      await chainServer.close();
    },
  };
}
