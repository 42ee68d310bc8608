/** Coins that arrive at once, and how fast the watcher credits them. */
import { createSandboxChain, createSandboxServer, openChains, SandboxNode } from '@pelican/api/src/chains/index.ts';
import { readCursor } from '@pelican/api/src/modules/deposits/cursor.ts';
import { watchNetworks } from '@pelican/api/src/modules/deposits/jobs.ts';
import { createSignerClient, createSignerServer } from '@pelican/api/src/modules/signer/index.ts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type pg from 'pg';
import { pino } from 'pino';
import { findUsdt, type Person } from './people.ts';

const secret = 'of-the-bench-'.repeat(3);
const { pending, successful } = paymentStatus;
const perBlock = 100;
/** More than a deposit needs. */
const confirmations = 12;

/**
 * `perBlock` deposits a block, read after all of them are in the chain, as by a watcher that was off.
 * @returns how many are credited in a second
 */
export async function creditDeposits(pool: pg.Pool, people: readonly Person[], count: number): Promise<number> {
  const log = pino({ level: 'warn' }, process.stderr);
  const node = new SandboxNode({ append: () => undefined });
  const chainServer = createSandboxServer(node);
  const chain = createSandboxChain(await chainServer.listen({ host: '127.0.0.1', port: 0 }));
  const none = new Map<string, string>();
  const seed = new Uint8Array(32).fill(7);
  const signerServer = createSignerServer({ pool, seed, limits: none, feeLimits: none, secret, log });
  const signer = createSignerClient({ url: await signerServer.listen({ host: '127.0.0.1', port: 0 }), secret });
  const deps = { pool, signer, chains: openChains({ sandbox: chain, evm: new Map() }), log };
  try {
    // The cursor begins at the chain's head.
    await watchNetworks(deps);
    const { networkId, contract, decimals } = await findUsdt(pool);
    const units = String(5n * 10n ** BigInt(decimals));
    for (let sent = 0; sent < count; sent++) {
      const { depositAddress: to } = people[sent % people.length] as Person;
      node.faucet({ to, memo: '', contract, units });
      if ((sent + 1) % perBlock === 0) node.mine();
    }
    for (let block = 0; block < confirmations; block++) node.mine();
    const startMs = performance.now();
    while (!(await isCredited(pool, { networkId, height: node.head.height, count }))) await watchNetworks(deps);
    return count / ((performance.now() - startMs) / 1000);
  } finally {
    await signerServer.close();
    await chainServer.close();
  }
}

/** @throws Error when the watcher has read all blocks and will not credit some of the deposits */
async function isCredited(
  pool: pg.Pool,
  { networkId, height, count }: { networkId: number; height: number; count: number },
): Promise<boolean> {
  if ((await readCursor(pool, networkId))?.height !== height) return false;
  const { rows } = await pool.query<{ credited: number; others: number }>(
    `SELECT count(credited_at)::int AS credited, count(*) FILTER (WHERE status NOT IN (${pending}, ${successful}))::int AS others
      FROM deposits`,
  );
  const [found] = rows;
  if (found?.others) throw new Error(`${found.others} deposits were refused`);
  return found?.credited === count;
}
