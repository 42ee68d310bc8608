/** A real node of the Bitcoin family for a test: Litecoin's, in regtest, whose blocks come when the test wants them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBitcoinClient } from '@pelican/api/src/chains/bitcoin/client.ts';
import { ended, findProgram, freePort, until } from '../../scripts/services/process.ts';

/** On a busy machine: a question that is asked twice would make a wallet, or a payment, twice. */
const slowMs = 300_000;

export type Litecoind = Awaited<ReturnType<typeof startLitecoind>>;

/** With a wallet that has coins. @throws Error where the program is not installed and cannot be */
export async function startLitecoind() {
  const program = findProgram('litecoind');
  if (!program)
    throw new Error('there is no litecoind: as root, apt-get install litecoind; npm test does it where it can');
  const [port, dataDir] = [await freePort(), mkdtempSync(join(tmpdir(), 'pelican-litecoind-'))];
  const [user, password] = ['of-a-test', 'secret-of-a-node'];
  const options = {
    datadir: dataDir,
    rpcport: port,
    rpcuser: user,
    rpcpassword: password,
    rpcworkqueue: 64,
    txindex: 1,
    listen: 0,
    dnsseed: 0,
    fallbackfee: '0.0002',
    // Without it Litecoin's nodes take no replacements.
    mempoolreplacement: 1,
    dbcache: 16,
    par: 1,
    printtoconsole: 0,
    // Without it no block is mined after the one that would begin the extension blocks.
    vbparams: 'mweb:9999999999:9999999999',
  };
  const lines = Object.entries(options).map(([name, value]) => `-${name}=${value}`);
  const child = spawn(program, ['-regtest', ...lines], { stdio: 'ignore' });
  const url = `http://${user}:${password}@127.0.0.1:${port}`;
  const client = createBitcoinClient(url, { timeoutMs: slowMs });
  const call = async <Result = string>(method: string, ...params: unknown[]) =>
    (await client.call(method, ...params)) as Result;
  const answers = () =>
    call('getblockcount').then(
      () => true,
      () => false,
    );
  await until('litecoind answers', answers, 60_000);
  await call('createwallet', 'miner');
  const miner = await call('getnewaddress');
  /** Blocks with what waits, or without: then what waits stays where it is. */
  async function mine(blocks = 1, { isEmpty = false, receiver = miner } = {}): Promise<void> {
    if (!isEmpty) await call('generatetoaddress', blocks, receiver);
    else for (let count = 0; count < blocks; count += 1) await call('generateblock', receiver, []);
  }
  await mine(110);

  return {
    url,
    password,
    call,
    miner,
    mine,
    /** Into the pool. @param amount of coins @returns the transaction */
    send: (address: string, amount: string) => call('sendtoaddress', address, amount),
    height: () => call<number>('getblockcount'),
    /** What the address has got in blocks. */
    async received(address: string): Promise<string> {
      const found = await call<{ total_amount: string | number }>('scantxoutset', 'start', [`addr(${address})`]);
      return String(Number(found.total_amount));
    },
    /** An address of the node's own wallet. */
    newAddress: (type = 'bech32') => call('getnewaddress', '', type),
    /**
     * The newest blocks are replaced by as many others and one more. What was in them is in the first one of the branch, or in none of them.
     */
    async reorganise(depth: number, { isKept }: { isKept: boolean }): Promise<void> {
      const height = await call<number>('getblockcount');
      await call('invalidateblock', await call('getblockhash', height - depth + 1));
      // To another address: the same block would be as invalid as the one before.
      await mine(depth + 1, { isEmpty: !isKept, receiver: await call('getnewaddress') });
    },
    async close(): Promise<void> {
      child.kill();
      await ended(child);
      rmSync(dataDir, { recursive: true });
    },
  };
}
