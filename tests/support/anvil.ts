/** A real EVM node for a test: Foundry's anvil, whose blocks come when the test wants them. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestClient, type Hex, http, parseAbi, publicActions, walletActions } from 'viem';
import { ended, freePort, until } from '../../scripts/services/process.ts';

export const anvilChainId = 31_337;
const codes = JSON.parse(readFileSync(join(import.meta.dirname, '../fixtures/evm/TestTokens.json'), 'utf8')) as Record<
  string,
  Hex
>;

export const testTokenAbi = parseAbi([
  'function mint(address to, uint256 value)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function claim(address from, address to, uint256 value)',
  'function balanceOf(address) view returns (uint256)',
  'function forward(address to) payable',
  'function split(address token, address to, uint256 value)',
  'function send(address token, address to, uint256 lastHeight, uint256 rest)',
]);

export type Anvil = Awaited<ReturnType<typeof startAnvil>>;

export async function startAnvil() {
  const port = await freePort();
  const program = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'));
  const options = ['--port', String(port), '--chain-id', String(anvilChainId), '--no-mining', '--order', 'fifo'];
  const child = spawn(process.execPath, [program, ...options, '--silent'], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  const client = createTestClient({ mode: 'anvil', cacheTime: 0, transport: http(url, { timeout: 60_000 }) })
    .extend(publicActions)
    .extend(walletActions);
  const answers = () =>
    client.getChainId().then(
      () => true,
      () => false,
    );
  await until('anvil answers', answers, 30_000);
  const [account] = await client.getAddresses();
  if (!account) throw new Error('anvil has no account');

  const mine = (blocks = 1) => client.mine({ blocks, interval: 1 });
  /** Into the pool. */
  const send = (to: string, value: bigint, data?: Hex) =>
    client.sendTransaction({ account, chain: null, to: to as Hex, value, gas: 300_000n, ...(data ? { data } : {}) });

  return {
    url,
    client,
    account,
    mine,
    send,
    /** A contract of tests/fixtures/evm/TestTokens.sol, in a block. @returns its address */
    async deploy(name: string): Promise<Hex> {
      const hash = await client.deployContract({
        account,
        chain: null,
        abi: [],
        bytecode: codes[name] as Hex,
        gas: 2_000_000n,
      });
      await mine();
      const { contractAddress } = await client.getTransactionReceipt({ hash });
      if (!contractAddress) throw new Error(`${name} was not deployed`);
      return contractAddress;
    },
    /**
     * The newest blocks are replaced by others, and one more follows.
     * @param kept transactions that are in the new branch
     * @param place of the block that has them: 0 is the first one of the branch
     */
    async reorganise(depth: number, kept: readonly Hex[] = [], place = 0): Promise<void> {
      const raws = await Promise.all(
        kept.map((hash) => client.request({ method: 'eth_getRawTransactionByHash' as never, params: [hash] as never })),
      );
      await client.request({
        method: 'anvil_reorg' as never,
        params: [depth, raws.map((raw) => [raw, place])] as never,
      });
      await mine();
    },
    async close(): Promise<void> {
      child.kill();
      await ended(child);
    },
  };
}
