/** Deposits on an EVM network are swept into the hot wallet, and what it has too much into the cold one. Nothing is lost, doubled or credited again. */
import { depositsAudit } from '@pelican/api/src/modules/deposits/index.ts';
import { readNetworkBalances, sweepsAudit } from '@pelican/api/src/modules/sweeps/index.ts';
import { withdrawalsAudit } from '@pelican/api/src/modules/withdrawals/index.ts';
import { encodeFunctionData, formatEther, type Hex, parseEther, parseGwei, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testTokenAbi } from '../../support/anvil.ts';
import { dyingAfter } from '../../support/dying-after.ts';
import { type EvmTestNetwork, evmConfirmations, evmNetworkId, startEvmNetwork } from '../../support/evm-network.ts';
import { approveWithdrawal, evmChain, fundHotAddress, payoutRow, runPayouts } from '../../support/evm-payouts.ts';
import { runSweeps, setSweepRule, sweepRows } from '../../support/evm-sweeps.ts';
import type { TestUser } from '../../support/test-api.ts';

const coldAddress = privateKeyToAddress(generatePrivateKey());
let network: EvmTestNetwork;
let user: TestUser;
let address: Hex;
let hot: Hex;
let people = 0;

beforeAll(async () => {
  network = await startEvmNetwork({
    tokens: [
      { ticker: 'USDT', contract: 'HonestToken' },
      { ticker: 'USDC', contract: 'EventOnlyToken' },
      { ticker: 'LINK', contract: 'FalseToken' },
    ],
    coldAddress,
  });
  hot = await network.hotAddress();
  await fundHotAddress(network, '10');
  for (const ticker of ['ETH', 'USDT', 'USDC', 'LINK']) await setSweepRule(network.api, ticker);
});
afterAll(() => network.close());
beforeEach(async () => {
  await network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
  people += 1;
  user = await network.api.signUp(`swept${people}@test.local`);
  address = (await network.addressOf(user)) as Hex;
});

const pool = () => network.api.parts.pool;
const coins = (owner: Hex) => network.anvil.client.getBalance({ address: owner });
const tokens = (ticker: string, owner: Hex) =>
  network.anvil.client.readContract({
    address: network.tokens.get(ticker) as Hex,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  });
const mint = (ticker: string, to: Hex, amount: string) =>
  network.anvil.send(
    network.tokens.get(ticker) as Hex,
    0n,
    encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args: [to, parseUnits(amount, 6)] }),
  );
const ofAddress = async () => {
  const { rows } = await pool().query<{ id: number }>(
    'SELECT id::int AS id FROM sweeps WHERE network_id = $1 AND address = $2',
    [evmNetworkId, address],
  );
  const ids = rows.map(({ id }) => id);
  return (await sweepRows(pool())).filter(({ id }) => ids.includes(id));
};

/** Runs and blocks until nothing is under way. @returns what was logged */
async function settle(): Promise<string[]> {
  const logged: string[] = [];
  const open = async () => (await sweepRows(pool())).filter(({ state }) => state === 'waiting' || state === 'sent');
  let stillTurns = 0;
  for (let turn = 0; turn < 40 && stillTurns < 3; turn += 1) {
    logged.push(...(await runSweeps(network)));
    await network.mine(4);
    stillTurns = (await open()).length > 0 ? 0 : stillTurns + 1;
  }
  expect(await open(), logged.slice(-3).join('\n')).toEqual([]);
  return logged;
}

const audits = [depositsAudit, withdrawalsAudit, sweepsAudit].flatMap(({ checks }) => checks);
async function auditFindings(): Promise<unknown[]> {
  const found = await Promise.all(audits.map(({ sql }) => pool().query(sql)));
  return found.flatMap(({ rows }) => rows);
}

/** What users have been credited with, as the ledger has it. */
async function creditedTo(userId: number): Promise<Record<string, string>> {
  const { rows } = await pool().query<{ ticker: string; balance: string }>(
    `SELECT ticker, trim_scale(balance)::text AS balance FROM ledger_accounts account JOIN assets ON assets.id = asset_id
      WHERE account.kind = 'main' AND user_id = $1`,
    [userId],
  );
  return Object.fromEntries(rows.map(({ ticker, balance }) => [ticker, balance]));
}

/** Nonces of the hot address are those that the network has seen, each once. */
async function expectNoGaps(): Promise<void> {
  const { rows } = await pool().query<{ nonce: number }>(
    `SELECT nonce::int AS nonce FROM signed_payouts WHERE network_id = $1
      UNION ALL SELECT nonce::int FROM signed_sweeps WHERE network_id = $1 AND key_index = 0 AND place = 0 ORDER BY nonce`,
    [evmNetworkId],
  );
  const used = await network.anvil.client.getTransactionCount({ address: hot });
  expect(rows.map(({ nonce }) => nonce)).toEqual(Array.from({ length: used }, (_, place) => place));
}

test('coins and tokens get to the hot wallet; gas for a token is sent once, and nobody is credited with it', async () => {
  const other = await network.api.signUp('tokens@test.local');
  const holder = (await network.addressOf(other)) as Hex;
  const before = { coins: await coins(hot), tokens: await tokens('USDT', hot) };
  await network.anvil.send(address, parseEther('2'));
  await mint('USDT', holder, '25');
  await network.mine(evmConfirmations - 1);
  await runSweeps(network);
  expect(await sweepRows(pool())).toEqual([]);
  await network.mine(1);
  // Three runs before the next block: each step is taken once.
  for (let run = 0; run < 3; run += 1) expect(await runSweeps(network)).toEqual([]);
  expect(await sweepRows(pool())).toMatchObject([
    { kind: 'gas', state: 'sent', nonces: [0] },
    { kind: 'sweep', state: 'sent', nonces: [0] },
  ]);
  expect(await settle()).toEqual([]);
  expect((await sweepRows(pool())).map(({ kind, state }) => [kind, state])).toEqual([
    ['gas', 'done'],
    ['sweep', 'done'],
    ['sweep', 'done'],
  ]);
  expect(await tokens('USDT', holder)).toBe(0n);
  expect((await tokens('USDT', hot)) - before.tokens).toBe(parseUnits('25', 6));
  // All but the fee, which was asked for at its highest.
  expect(await coins(address)).toBeLessThan(parseEther('0.0005'));
  expect((await coins(hot)) - before.coins).toBeGreaterThan(parseEther('1.99'));
  expect([await creditedTo(user.id), await creditedTo(other.id)]).toEqual([{ ETH: '2' }, { USDT: '25' }]);
  const { rowCount } = await pool().query('SELECT FROM unclaimed_transfers');
  expect(rowCount).toBe(0);
  await runSweeps(network);
  const [eth] = (await readNetworkBalances(pool())).filter(({ ticker }) => ticker === 'ETH');
  // Ten were there before any deposit; all that the network has taken is booked.
  expect(Number(eth?.hot) + Number(eth?.deposits) - Number(eth?.ledger)).toBeCloseTo(10, 12);
  expect(await auditFindings()).toEqual([]);
  await expectNoGaps();
});

test('what is below the minimum stays', async () => {
  await network.anvil.send(address, parseEther('0.09'));
  await network.mine(evmConfirmations);
  await settle();
  expect(await coins(address)).toBe(parseEther('0.09'));
});

test('a deposit that comes during a sweep is swept by the next one, and a payout goes out meanwhile', async () => {
  await network.anvil.send(address, parseEther('1'));
  await network.mine(evmConfirmations);
  await mint('USDT', address, '5');
  const payout = await approveWithdrawal(network.api, user, { address: privateKeyToAddress(generatePrivateKey()) });
  await Promise.all([runSweeps(network), runPayouts(network)]);
  await network.anvil.send(address, parseEther('3'));
  await mint('USDT', address, '7');
  await network.mine(1);
  await Promise.all([runSweeps(network), runPayouts(network)]);
  for (let turn = 0; turn < 6; turn += 1) {
    await network.mine(3);
    await runPayouts(network);
  }
  await settle();
  expect((await payoutRow(pool(), payout)).status).toBe(3);
  expect(await tokens('USDT', address)).toBe(0n);
  expect(await coins(address)).toBeLessThan(parseEther('0.001'));
  expect(await creditedTo(user.id)).toMatchObject({ ETH: '4', USDT: '12' });
  expect(await auditFindings()).toEqual([]);
  await expectNoGaps();
});

test('a worker that dies after any call to the network or the signer moves each coin once', async () => {
  const before = await tokens('USDT', hot);
  await mint('USDT', address, '11');
  await network.mine(evmConfirmations);
  for (let step = 1; step <= 40; step += 1) {
    const counter = { left: step };
    await runSweeps(network, {
      chain: dyingAfter(evmChain(network.anvil.url), counter),
      signer: dyingAfter(network.signer, counter),
    });
    if (step % 5 === 0) await network.mine(4);
  }
  await settle();
  expect((await ofAddress()).map(({ kind, state }) => [kind, state])).toEqual([
    ['gas', 'done'],
    ['sweep', 'done'],
  ]);
  expect((await tokens('USDT', hot)) - before).toBe(parseUnits('11', 6));
  expect(await creditedTo(user.id)).toEqual({ USDT: '11' });
  expect(await auditFindings()).toEqual([]);
  await expectNoGaps();
});

test.each([1, 6, evmConfirmations + 2])('a re-organisation of depth %i over a sweep loses nothing', async (depth) => {
  await network.anvil.send(address, parseEther('1'));
  await network.mine(evmConfirmations + 3);
  await runSweeps(network);
  await network.mine(depth);
  await runSweeps(network);
  await network.anvil.reorganise(depth);
  await network.watch();
  expect(await coins(address)).toBe(parseEther('1'));
  await runSweeps(network);
  await settle();
  expect(await coins(address)).toBeLessThan(parseEther('0.0005'));
  expect((await ofAddress()).map(({ kind, state }) => [kind, state])).toEqual([['sweep', 'done']]);
  const { rowCount } = await pool().query('SELECT FROM sweeps WHERE lost_at IS NOT NULL');
  expect(rowCount).toBe(0);
  expect(await auditFindings()).toEqual([]);
  await expectNoGaps();
});

test('a sweep that waits too long is replaced with a higher fee from what it moves', async () => {
  await network.anvil.send(address, parseEther('1'));
  await network.mine(evmConfirmations);
  await runSweeps(network);
  await network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('30') });
  await network.anvil.mine();
  expect(await coins(address)).toBe(parseEther('1'));
  await pool().query(`UPDATE signed_sweeps SET created_at = created_at - interval '1 hour'`);
  const logged = await runSweeps(network);
  expect(logged.join()).toContain('its transaction is replaced');
  expect(await ofAddress()).toMatchObject([{ kind: 'sweep', state: 'sent', nonces: [0, 0] }]);
  await settle();
  expect(await coins(address)).toBeLessThan(parseEther('0.01'));
  expect(await ofAddress()).toMatchObject([{ state: 'done' }]);
  expect(await auditFindings()).toEqual([]);
});

test('a token that lies about its transfer is tried once, and shown to operators', async () => {
  await mint('LINK', address, '5');
  await network.mine(evmConfirmations);
  const logged = await settle();
  await settle();
  expect(logged.join()).toContain('an operator decides');
  expect((await ofAddress()).map(({ kind, state }) => [kind, state])).toEqual([
    ['gas', 'done'],
    ['sweep', 'failed'],
  ]);
  expect(await auditFindings()).toEqual([]);
});

test('gas that an empty hot wallet has no coins for is asked for by one address a run, and paid within a minute of a refill', async () => {
  await settle();
  const other = await network.api.signUp('without-gas@test.local');
  const addresses = [address, (await network.addressOf(other)) as Hex];
  const before = { coins: await coins(hot), tokens: await tokens('USDT', hot) };
  await fundHotAddress(network, '0');
  for (const holder of addresses) await mint('USDT', holder, '9');
  await network.mine(evmConfirmations);
  const ofRun = async () => {
    const { rows } = await pool().query<{ problem: string | null; waits: boolean }>(
      `SELECT problem, next_at - changed_at <= interval '1 minute' AS waits FROM sweeps WHERE state = 'waiting'`,
    );
    return rows;
  };
  await runSweeps(network);
  expect(await ofRun()).toEqual([{ problem: 'no_funds', waits: true }]);
  await runSweeps(network);
  expect(await ofRun()).toEqual([
    { problem: 'no_funds', waits: true },
    { problem: 'no_funds', waits: true },
  ]);
  await fundHotAddress(network, formatEther(before.coins));
  await pool().query(`UPDATE sweeps SET next_at = next_at - interval '1 minute' WHERE state = 'waiting'`);
  await settle();
  for (const holder of addresses) expect(await tokens('USDT', holder)).toBe(0n);
  expect((await tokens('USDT', hot)) - before.tokens).toBe(parseUnits('18', 6));
  await expectNoGaps();
});

test('the hot wallet keeps its target, and the rest goes to the address that the signer has in its settings', async () => {
  await settle();
  const before = await coins(coldAddress);
  await setSweepRule(network.api, 'ETH', { target: '4', max: '6' });
  await fundHotAddress(network, '9');
  await network.mine(evmConfirmations);
  await runSweeps(network);
  await runSweeps(network);
  await network.mine(1);
  await settle();
  expect((await coins(coldAddress)) - before).toBe(parseEther('5'));
  const ofCold = async () => (await sweepRows(pool())).filter(({ kind }) => kind === 'cold');
  expect(await ofCold()).toMatchObject([{ state: 'done' }]);

  // A balance that was read before it left does not make it leave again.
  await pool().query(`UPDATE network_balances SET hot = 9 WHERE network_id = $1`, [evmNetworkId]);
  await pool().query(`UPDATE chain_cursors SET height = height - $2::int WHERE network_id = $1`, [
    evmNetworkId,
    evmConfirmations + 1,
  ]);
  await runSweeps(network);
  expect(await ofCold()).toMatchObject([{ state: 'done' }]);
  await pool().query(`UPDATE chain_cursors SET height = height + $2::int WHERE network_id = $1`, [
    evmNetworkId,
    evmConfirmations + 1,
  ]);
  await setSweepRule(network.api, 'ETH');
  await expectNoGaps();
});

test('the signer signs for no address that is not its own, and no fee or gas above its limits', async () => {
  const fee = { gas: '21000', maxFeePerGas: String(parseGwei('2')), maxPriorityFeePerGas: '1' };
  const stranger = privateKeyToAddress(generatePrivateKey());
  let index = 900_000;
  const insert = async (kind: string, given: { keyIndex?: number; address?: string } = {}) => {
    index += 1;
    const { rows } = await pool().query<{ id: number }>(
      `INSERT INTO sweeps (network_id, asset_id, kind, key_index, address)
       SELECT id, native_asset_id, $2, $3, $4 FROM networks WHERE id = $1 RETURNING id::int AS id`,
      [evmNetworkId, kind, given.keyIndex ?? index, given.address ?? stranger],
    );
    return rows[0]?.id as number;
  };
  const sweep = (id: number, units = parseEther('1'), terms = fee) => network.signer.sweep(id, { fee: terms, units });
  const { rows } = await pool().query<{ index: number }>(
    'SELECT derivation_index::float8 AS index FROM deposit_addresses WHERE network_id = $1 AND address = $2',
    [evmNetworkId, address],
  );
  const keyIndex = rows[0]?.index as number;
  for (const kind of ['sweep', 'gas'])
    await expect(sweep(await insert(kind))).rejects.toMatchObject({ reason: 'not_ours' });
  // A row of an address that the keys do not have, whoever has written it.
  await pool().query('INSERT INTO deposit_addresses (network_id, address, derivation_index) VALUES ($1, $2, 950000)', [
    evmNetworkId,
    stranger,
  ]);
  await expect(sweep(await insert('gas', { keyIndex: 950_000 }))).rejects.toMatchObject({ reason: 'not_ours' });
  await expect(sweep(await insert('sweep', { keyIndex: 950_001 }))).rejects.toMatchObject({ reason: 'not_ours' });
  const gas = await insert('gas', { keyIndex, address });
  await expect(sweep(gas, parseEther('0.06'))).rejects.toMatchObject({ reason: 'fee_above_limit' });
  await pool().query('DELETE FROM sweeps WHERE id = $1', [gas]);
  const own = await insert('sweep', { keyIndex, address });
  await expect(sweep(own, 1_000n)).rejects.toMatchObject({ reason: 'too_dear' });
  const dear = { ...fee, maxFeePerGas: String(parseGwei('5000')) };
  await expect(sweep(own, parseEther('1'), dear)).rejects.toMatchObject({ reason: 'fee_above_limit' });
  await pool().query(
    'INSERT INTO signed_sweeps SELECT $1, 99, network_id, 77, 0, address, contract, units, $2, $3, raw, now() FROM signed_sweeps LIMIT 1',
    [own, String(parseEther('1')), 'x'],
  );
  await pool().query(`UPDATE signed_sweeps SET sweep_id = (SELECT min(id) FROM sweeps) WHERE place = 99`);
  await expect(sweep(own)).rejects.toMatchObject({ reason: 'gas_limit' });
  await expect(sweep(999_999)).rejects.toMatchObject({ reason: 'unknown' });
  await pool().query('DELETE FROM signed_sweeps WHERE place = 99');
  const { transactionHash } = await sweep(own);
  expect(await sweep(own, parseEther('2'))).toMatchObject({ transactionHash });
  await pool().query('DELETE FROM signed_sweeps WHERE sweep_id = $1', [own]);
  await pool().query(`DELETE FROM sweeps WHERE state = 'waiting'`);
});
