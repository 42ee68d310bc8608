/** A token of a real EVM network in a browser: it arrives, is credited after its confirmations and swept, and pays a withdrawal to an address there. */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { encodeFunctionData, type Hex, parseEther, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../scripts/services/process.ts';
import { dialogOf, totp, turnOnTotp } from '../support/account-pages.ts';
import { type Anvil, startAnvil, testTokenAbi } from '../support/anvil.ts';
import { expectNoFaults, launchBrowser, openBrowser, type Person, signIn } from '../support/browser.ts';
import { evmConfirmations, evmNetworkId, insertEvmNetwork } from '../support/evm-network.ts';
import { setSweepRule } from '../support/evm-sweeps.ts';
import { type RunningExchange, startExchange } from '../support/exchange.ts';
import { sentTo } from '../support/mailbox.ts';
import { runProgram } from '../support/processes.ts';

let dataDir: string;
let exchange: RunningExchange;
let browser: Browser;
let anvil: Anvil;
let alice: Person;
let database: pg.Pool;
let token: Hex;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'pelican-'));
  const settings = { DEMO_MAKER: '0', DATA_DIR: dataDir };
  const starting = startExchange(settings);
  [exchange, browser, anvil] = await Promise.all([starting, launchBrowser(), startAnvil()]);
  token = await anvil.deploy('HonestToken');
  database = openDatabase();
  const parts = { parts: { pool: database } };
  await insertEvmNetwork(parts, new Map([['USDT', token]]));
  await setSweepRule(parts, 'USDT', { minimum: '1' });
  const publicKeys = await extendedPublicKeys();
  await database.end();
  // As an operator does it: the keys are there after the first start, and the next one knows the network.
  await exchange.stop();
  exchange = await startExchange({
    ...settings,
    EVM_RPC_URLS: `ETHEREUM=${anvil.url}`,
    EVM_EXTENDED_PUBLIC_KEYS: publicKeys,
  });
  database = openDatabase();
  alice = await openBrowser(browser);
});
afterAll(async () => {
  await browser?.close();
  await database?.end();
  await anvil?.close();
  await exchange?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const readJson = (name: string) => JSON.parse(readFileSync(path.join(dataDir, name), 'utf8')) as Record<string, string>;
const openDatabase = () => new pg.Pool({ connectionString: readJson('connection.json').DATABASE_URL, max: 3 });

/** Printed by the signer of the exchange. */
async function extendedPublicKeys(): Promise<string> {
  const env = {
    ...readJson('secrets.json'),
    ...readJson('connection.json'),
    NODE_ENV: '',
    DATA_DIR: dataDir,
    PORT: new URL(exchange.url).port,
  };
  return (await runProgram('apps/api/src/processes/signer.ts', ['extended-public-keys'], env)).trim();
}

async function hotAddress(): Promise<Hex> {
  const { rows } = await database.query<{ hot: Hex }>(
    'SELECT hot_address AS hot FROM chain_cursors WHERE network_id = $1',
    [evmNetworkId],
  );
  return rows[0]?.hot as Hex;
}

const held = (owner: Hex) =>
  anvil.client.readContract({ address: token, abi: testTokenAbi, functionName: 'balanceOf', args: [owner] });

/** New blocks until it is so. */
async function mineUntil(what: string, check: () => Promise<boolean>): Promise<void> {
  await until(
    what,
    async () => {
      await anvil.mine();
      return check();
    },
    240_000,
    1_000,
  );
}

test('a token that arrives on the network is seen, confirmed block by block, and credited', async () => {
  const { page } = alice;
  await signIn(alice, exchange.url, 'alice@demo.local');
  const isReady = async () => {
    const { rows } = await database.query('SELECT FROM deposit_addresses WHERE network_id = $1 LIMIT 1', [
      evmNetworkId,
    ]);
    return rows.length > 0;
  };
  await until('the network has addresses', isReady, 60_000);
  // Gas of sweeps: the worker looks for it as soon as a deposit is confirmed.
  await anvil.client.setBalance({ address: await hotAddress(), value: parseEther('1') });
  await page.goto(`${exchange.url}/wallet/deposit/USDT`);
  await page.getByLabel('Network').selectOption('ETHEREUM');
  const address = (await page.locator('strong.mono').first().textContent()) as Hex;
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  const args = [address, parseUnits('25', 6)] as const;
  await anvil.send(token, 0n, encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args }));
  await anvil.mine();
  await page.getByText(`1 of ${evmConfirmations} confirmations`).waitFor();
  await anvil.mine(4);
  await page.getByText(`5 of ${evmConfirmations} confirmations`).waitFor();
  await anvil.mine(evmConfirmations - 5);
  await page.getByText('Successful', { exact: true }).first().waitFor();
  await page.getByText(`${evmConfirmations} of ${evmConfirmations} confirmations`).waitFor();
});

test('it is swept into the hot wallet, and pays a withdrawal with a second factor and the code of a mail', async () => {
  const hot = await hotAddress();
  const receiver = privateKeyToAddress(generatePrivateKey());
  const { page } = alice;
  await page.goto(`${exchange.url}/wallet/withdraw/USDT`);
  await page.getByRole('link', { name: 'Open the security settings' }).click();
  const { secret } = await turnOnTotp(page);
  await mineUntil('the deposit is swept', async () => (await held(hot)) === parseUnits('25', 6));

  await page.goto(`${exchange.url}/wallet/withdraw/USDT`);
  await page.getByRole('radio', { name: /Ethereum/ }).click();
  await page.getByLabel('Address').fill(receiver);
  await page.getByLabel('Amount').fill('21.5');
  await page.getByRole('button', { name: 'Withdraw', exact: true }).click();
  await dialogOf(page).getByLabel('Code of 6 digits').fill(totp(secret, 1));
  await dialogOf(page).getByRole('button', { name: 'Withdraw', exact: true }).click();
  await page.getByRole('heading', { name: 'Confirm the withdrawal' }).waitFor();
  await page
    .getByLabel('Code of 6 digits')
    .fill(await sentTo(exchange.url, 'alice@demo.local', /enter the code (\d{6})/));
  await page.waitForURL(/\/successful$/);
  await mineUntil('it has arrived', async () => (await held(receiver)) === parseUnits('21.5', 6));
  await anvil.mine(evmConfirmations);
  await page.goto(`${exchange.url}/wallet/withdraw/USDT`);
  await page.getByText('Successful', { exact: true }).first().waitFor({ timeout: 60_000 });
  expect(await exchange.ops('sweeps')).toContain('ETHEREUM USDT');
  expect(await exchange.ops('audit')).toContain('OK');
  expectNoFaults([alice]);
}, 600_000);
