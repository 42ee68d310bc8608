/** The demo for benches of the client: one that runs already, or a new one in a folder of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startExchange } from '../../support/exchange.ts';

/** @param url of an exchange that runs already @param environment of one that is started */
export async function withExchange(
  url: string | undefined,
  environment: Record<string, string>,
  work: (url: string) => Promise<void>,
): Promise<void> {
  if (url !== undefined) return work(url);
  const folder = await mkdtemp(path.join(tmpdir(), 'pelican-bench-'));
  try {
    const exchange = await startExchange({ ...environment, DATA_DIR: folder });
    try {
      await work(exchange.url);
    } finally {
      await exchange.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
