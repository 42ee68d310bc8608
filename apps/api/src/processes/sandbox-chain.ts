/** The chain of the demo's network as a process: blocks in time, JSON-RPC and an explorer on this machine alone. */
import { join, resolve } from 'node:path';
import { readSettings } from '@pelican/shared/settings';
import { createSandboxServer, openSandboxLog, SandboxNode, sandboxChainSettings } from '../chains/index.ts';
import { ConfigError, root } from '../platform/config/index.ts';
import { createLogger } from '../platform/log/index.ts';

async function main(): Promise<void> {
  const config = readSettings(sandboxChainSettings, process.env);
  if (config.NODE_ENV === 'production')
    throw new ConfigError('the sandbox chain makes coins from nothing: refused in production');
  const log = createLogger(config.LOG_LEVEL, config.PART ?? 'sandbox-chain');
  const file = openSandboxLog(join(resolve(root, config.DATA_DIR), 'sandbox-chain', 'log.jsonl'));
  const node = new SandboxNode(file, file.records);
  const server = createSandboxServer(node);
  await server.listen({ host: '127.0.0.1', port: config.SANDBOX_CHAIN_PORT });
  const timer = setInterval(() => node.tick(), config.SANDBOX_BLOCK_MS);
  log.info({ port: config.SANDBOX_CHAIN_PORT, height: node.head.height }, 'sandbox chain started');
  const stop = async () => {
    clearInterval(timer);
    await server.close();
    file.close();
    process.exit();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

await main().catch((error: Error) => {
  process.stderr.write(`${error instanceof ConfigError ? error.message : error.stack}\n`);
  process.exit(1);
});
