/** A network of the Bitcoin family beside the API of a test: a real node, the signer in this process, watched in turns that the test takes. */
import { bitcoinDescriptor, openChains } from '@pelican/api/src/chains/index.ts';
import { watchNetworks } from '@pelican/api/src/modules/deposits/jobs.ts';
import { createSignerClient, createSignerServer, type SignerClient } from '@pelican/api/src/modules/signer/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import type { CryptoDeposit, DepositAddress } from '@pelican/shared/contracts/deposits';
import type pg from 'pg';
import { silent } from './jobs-of-a-test.ts';
import { type Litecoind, startLitecoind } from './litecoind.ts';
import { asPart } from './roles.ts';
import { startTestApi, type TestApi, type TestUser } from './test-api.ts';
import { assetId } from './transfer-codes.ts';
import { openWorkerPool } from './worker.ts';

const secret = 'of-a-test-'.repeat(4);
const seed = new Uint8Array(32).fill(7);
/** Its id is the account of its keys. */
export const bitcoinNetworkId = 3;
export const bitcoinConfirmations = 6;
export type TestScript = 'wpkh' | 'tr';

export interface BitcoinTestNetwork {
  api: TestApi;
  node: Litecoind;
  signer: SignerClient;
  script: TestScript;
  /** With the rights of the worker. */
  workerPool: pg.Pool;
  logged: { level: 'warn' | 'error'; facts: object; text: string }[];
  /** Runs of the watcher until it has read all blocks. */
  watch(): Promise<void>;
  /** New blocks, and the watcher. */
  mine(blocks: number): Promise<void>;
  hotAddress(): Promise<string>;
  addressOf(user: TestUser): Promise<string>;
  deposits(user: TestUser): Promise<CryptoDeposit[]>;
  close(): Promise<void>;
}

/** LTC is listed on it. */
export async function startBitcoinNetwork({
  script = 'wpkh' as TestScript,
  limits = new Map([['*', '1000000']]),
} = {}): Promise<BitcoinTestNetwork> {
  const [node, api] = await Promise.all([startLitecoind(), startTestApi()]);
  await insertBitcoinNetwork(api, script);
  const signerPool = createPool({ databaseUrl: asPart(api.databaseUrl, 'signer'), databasePoolMax: 3 }, silent);
  const feeLimits = new Map([['*', '0.01']]);
  const signerServer = createSignerServer({ pool: signerPool, seed, limits, feeLimits, secret, log: silent });
  const signer = createSignerClient({ url: await signerServer.listen({ host: '127.0.0.1', port: 0 }), secret });
  const workerPool = openWorkerPool(api.databaseUrl);
  const logged: BitcoinTestNetwork['logged'] = [];
  const log = {
    warn: (facts: object, text: string) => void logged.push({ level: 'warn', facts, text }),
    error: (facts: object, text: string) => void logged.push({ level: 'error', facts, text }),
  };
  const chains = openChains({ evm: new Map(), bitcoin: bitcoinNetworksAt(node.url, script) });

  const isBehind = async () => {
    const { rows } = await api.parts.pool.query<{ hash: string }>(
      'SELECT hash FROM chain_cursors WHERE network_id = $1',
      [bitcoinNetworkId],
    );
    return rows[0]?.hash !== (await node.call('getbestblockhash'));
  };

  async function watch(): Promise<void> {
    for (let turn = 0; turn < 20 && (turn === 0 || (await isBehind())); turn += 1) {
      await watchNetworks({ pool: workerPool, signer, chains, log: log as never });
      const failed = logged.find(({ text }) => text.includes('could not be read'));
      if (failed) throw (failed.facts as { err: Error }).err;
    }
  }

  await watch();
  return {
    api,
    node,
    signer,
    script,
    workerPool,
    logged,
    watch,
    async mine(blocks) {
      await node.mine(blocks);
      await watch();
    },
    hotAddress: async () => (await signer.addresses(bitcoinNetworkId, [0]))[0] ?? '',
    addressOf: async (user) =>
      (await user.get<DepositAddress>('/v2/profile/address/LTC?network=LITECOIN')).body.address,
    deposits: async (user) => (await user.get<{ result: CryptoDeposit[] }>('/v2/profile/deposits/LTC')).body.result,
    async close() {
      await workerPool.end();
      await api.close();
      await signerServer.close();
      await signerPool.end();
      await node.close();
    },
  };
}

/** As the worker's settings name it. */
export function bitcoinNetworksAt(url: string, script: TestScript) {
  const descriptor = bitcoinDescriptor(seed, { chain: 'litecoin-regtest', script, account: bitcoinNetworkId });
  return new Map([['LITECOIN', { url, descriptor }]]);
}

/** The network's rows, with LTC. */
export async function insertBitcoinNetwork(api: TestApi, script: TestScript): Promise<void> {
  const { pool } = api.parts;
  const coin = await assetId(api, 'LTC');
  await pool.query(
    `INSERT INTO networks (id, key, name, kind, native_asset_id, confirmations, block_seconds, chain_name, address_type)
     VALUES ($1, 'LITECOIN', 'Litecoin', 'bitcoin', $2, $3, 150, 'litecoin-regtest', $4)`,
    [bitcoinNetworkId, coin, bitcoinConfirmations, script],
  );
  await pool.query(
    `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, name)
     VALUES (2000, $1, 'LITECOIN', 'crypto', $2, '', 8, 'Litecoin')`,
    [coin, bitcoinNetworkId],
  );
  await pool.query(
    `INSERT INTO payment_terms (method_id, action, amount_min) VALUES (2000, 'deposit', 0.001), (2000, 'withdraw', 0.001)`,
  );
}
