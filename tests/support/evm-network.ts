/** An EVM network beside the API of a test: a real node, the signer in this process, watched in turns that the test takes. */
import { evmExtendedPublicKey, openChains } from '@pelican/api/src/chains/index.ts';
import { watchNetworks } from '@pelican/api/src/modules/deposits/jobs.ts';
import { createSignerClient, createSignerServer, type SignerClient } from '@pelican/api/src/modules/signer/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import type { CryptoDeposit, DepositAddress } from '@pelican/shared/contracts/deposits';
import type pg from 'pg';
import { type Anvil, anvilChainId, startAnvil } from './anvil.ts';
import { silent } from './jobs-of-a-test.ts';
import { asPart } from './roles.ts';
import { startTestApi, type TestApi, type TestUser } from './test-api.ts';
import { assetId } from './transfer-codes.ts';
import { openWorkerPool } from './worker.ts';

const secret = 'of-a-test-'.repeat(4);
const seed = new Uint8Array(32).fill(7);
/** Its id is the account of its keys. */
export const evmNetworkId = 2;
export const evmConfirmations = 12;

export interface TestToken {
  ticker: string;
  /** Of tests/fixtures/evm/TestTokens.sol. */
  contract: string;
}

export interface EvmTestNetwork {
  api: TestApi;
  anvil: Anvil;
  signer: SignerClient;
  /** With the rights of the worker. */
  workerPool: pg.Pool;
  logged: { level: 'warn' | 'error'; facts: object; text: string }[];
  /** Addresses of the tokens, by ticker. */
  tokens: ReadonlyMap<string, `0x${string}`>;
  /** Runs of the watcher until it has read all blocks. @param url of another endpoint than the node's own */
  watch(url?: string): Promise<void>;
  /** New blocks, and the watcher. */
  mine(blocks: number): Promise<void>;
  hotAddress(): Promise<`0x${string}`>;
  addressOf(user: TestUser, ticker?: string): Promise<string>;
  deposits(user: TestUser, ticker?: string): Promise<CryptoDeposit[]>;
  close(): Promise<void>;
}

/** ETH and the given tokens, of 6 decimals, are listed on it. */
export async function startEvmNetwork({
  tokens: listed = [] as TestToken[],
  limits = new Map([['*', '1000000']]),
  coldAddress = '',
  gasLimit = '1',
} = {}): Promise<EvmTestNetwork> {
  const [anvil, api] = await Promise.all([startAnvil(), startTestApi()]);
  const tokens = new Map<string, `0x${string}`>();
  for (const { ticker, contract } of listed) tokens.set(ticker, await anvil.deploy(contract));
  await insertEvmNetwork(api, tokens);
  const signerPool = createPool({ databaseUrl: asPart(api.databaseUrl, 'signer'), databasePoolMax: 3 }, silent);
  const signerServer = createSignerServer({
    pool: signerPool,
    seed,
    limits,
    feeLimits: new Map([['*', '0.05']]),
    coldAddresses: new Map([['ETHEREUM', coldAddress]]),
    gasLimits: new Map([['*', gasLimit]]),
    secret,
    log: silent,
  });
  const signer = createSignerClient({ url: await signerServer.listen({ host: '127.0.0.1', port: 0 }), secret });
  const workerPool = openWorkerPool(api.databaseUrl);
  const logged: EvmTestNetwork['logged'] = [];
  const log = {
    warn: (facts: object, text: string) => void logged.push({ level: 'warn', facts, text }),
    error: (facts: object, text: string) => void logged.push({ level: 'error', facts, text }),
  };

  async function watchOnce(url: string): Promise<void> {
    const chains = openChains({ evm: evmNetworksAt(url) });
    await watchNetworks({ pool: workerPool, signer, chains, log: log as never });
    const failed = logged.find(({ text }) => text.includes('could not be read'));
    if (failed) throw (failed.facts as { err: Error }).err;
  }

  const isBehind = async () => {
    const { rows } = await api.parts.pool.query<{ hash: string }>(
      'SELECT hash FROM chain_cursors WHERE network_id = $1',
      [evmNetworkId],
    );
    return rows[0]?.hash !== (await anvil.client.getBlock()).hash;
  };

  async function watch(url = anvil.url): Promise<void> {
    for (let turn = 0; turn < 20 && (turn === 0 || (await isBehind())); turn += 1) await watchOnce(url);
  }

  await watch();
  return {
    api,
    anvil,
    signer,
    workerPool,
    logged,
    tokens,
    watch,
    async mine(blocks) {
      await anvil.mine(blocks);
      await watch();
    },
    hotAddress: async () => (await signer.addresses(evmNetworkId, [0]))[0] as `0x${string}`,
    async addressOf(user, ticker = 'ETH') {
      return (await user.get<DepositAddress>(`/v2/profile/address/${ticker}?network=ETHEREUM`)).body.address;
    },
    async deposits(user, ticker = 'ETH') {
      return (await user.get<{ result: CryptoDeposit[] }>(`/v2/profile/deposits/${ticker}`)).body.result;
    },
    async close() {
      await workerPool.end();
      await api.close();
      await signerServer.close();
      await signerPool.end();
      await anvil.close();
    },
  };
}

/** As the worker's settings name it. */
export const evmNetworksAt = (url: string) =>
  new Map([['ETHEREUM', { url, extendedPublicKey: evmExtendedPublicKey(seed, evmNetworkId) }]]);

/** The network's rows, with ETH and the tokens. */
export async function insertEvmNetwork(
  api: { parts: Pick<TestApi['parts'], 'pool'> },
  tokens: ReadonlyMap<string, string>,
): Promise<void> {
  const { pool } = api.parts;
  const idOf = (ticker: string) => assetId(api, ticker);
  await pool.query(
    `INSERT INTO networks (id, key, name, kind, native_asset_id, confirmations, block_seconds, chain_id)
     VALUES ($1, 'ETHEREUM', 'Ethereum', 'evm', $2, $3, 12, $4)`,
    [evmNetworkId, await idOf('ETH'), evmConfirmations, anvilChainId],
  );
  const coins = [['ETH', '', 18] as const, ...[...tokens].map(([ticker, contract]) => [ticker, contract, 6] as const)];
  for (const [place, [ticker, contract, decimals]] of coins.entries()) {
    const methodId = 1_000 + place;
    await pool.query(
      `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, name)
       VALUES ($1, $2, 'ETHEREUM', 'crypto', $3, $4, $5, 'Ethereum')`,
      [methodId, await idOf(ticker), evmNetworkId, contract, decimals],
    );
    await pool.query(
      `INSERT INTO payment_terms (method_id, action, amount_min) VALUES ($1, 'deposit', 0.001), ($1, 'withdraw', 0.001)`,
      [methodId],
    );
  }
}
