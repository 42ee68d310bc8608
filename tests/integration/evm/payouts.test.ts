/** Payouts on an EVM network: nonces, fees, replacements, transactions that fail. Nothing is paid twice. */
import type { Chain } from '@pelican/api/src/chains/index.ts';
import { isNetworkCompared } from '@pelican/api/src/modules/payments/index.ts';
import { resumePayouts, unknownOf } from '@pelican/api/src/modules/payouts/index.ts';
import { withdrawalsAudit } from '@pelican/api/src/modules/withdrawals/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { encodeFunctionData, type Hex, parseEther, parseGwei, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { testTokenAbi } from '../../support/anvil.ts';
import { dyingAfter } from '../../support/dying-after.ts';
import { type EvmTestNetwork, evmConfirmations, evmNetworkId, startEvmNetwork } from '../../support/evm-network.ts';
import {
  ageSigned,
  approveWithdrawal,
  evmChain,
  fundHotAddress,
  payoutRow,
  runPayouts,
} from '../../support/evm-payouts.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: EvmTestNetwork;
let user: TestUser;

beforeAll(async () => {
  network = await startEvmNetwork({
    tokens: [
      { ticker: 'USDT', contract: 'HonestToken' },
      { ticker: 'USDC', contract: 'FalseToken' },
    ],
  });
  user = await network.api.signUp('payee@test.local');
  await fundHotAddress(network);
  for (const token of network.tokens.values()) {
    const args = [await network.hotAddress(), parseUnits('1000', 6)] as const;
    await network.anvil.send(token, 0n, encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args }));
  }
  await network.anvil.mine();
});
afterAll(() => network.close());
beforeEach(() => network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') }));

const pool = () => network.api.parts.pool;
const newReceiver = () => privateKeyToAddress(generatePrivateKey());
const approve = (address: string, ticker = 'ETH') => approveWithdrawal(network.api, user, { address, ticker });
const row = (id: number) => payoutRow(pool(), id);
const balance = (address: Hex) => network.anvil.client.getBalance({ address });
const tokensOf = (ticker: string, owner: Hex) =>
  network.anvil.client.readContract({
    address: network.tokens.get(ticker) as Hex,
    abi: testTokenAbi,
    functionName: 'balanceOf',
    args: [owner],
  });

/** Runs and blocks until it has the status; what is to be tried again later is tried at once. */
async function payUntil(id: number, status: number): Promise<void> {
  for (let turn = 0; turn < 30 && (await row(id)).status !== status; turn += 1) {
    await pool().query('UPDATE withdrawals SET payout_next_at = now() WHERE payout_next_at IS NOT NULL');
    await runPayouts(network);
    await network.anvil.mine(3);
  }
  expect(await row(id)).toMatchObject({ status });
}

async function signedOf(id: number): Promise<Hex[]> {
  const { rows } = await pool().query<{ raw: Hex }>(
    `SELECT raw FROM signed_payouts WHERE withdrawal_id = $1
      UNION ALL (SELECT raw FROM signed_replacements WHERE withdrawal_id = $1 ORDER BY id)`,
    [id],
  );
  return rows.map(({ raw }) => raw);
}

/** What the ledger says that the network has taken, in wei. */
async function costOf(id: number): Promise<string[]> {
  const { rows } = await pool().query<{ cost: string }>(
    `SELECT (leg.amount * 10::numeric ^ 18)::numeric(40, 0)::text AS cost FROM ledger_entries entry JOIN ledger_legs leg ON leg.entry_id = entry.id
      WHERE entry.idempotency_key = $1 AND leg.amount > 0`,
    [`withdrawal:${id}:network`],
  );
  return rows.map(({ cost }) => cost);
}

async function takenFor(id: number): Promise<string[]> {
  const { hash } = await row(id);
  const { gasUsed, effectiveGasPrice } = await network.anvil.client.getTransactionReceipt({ hash: hash as Hex });
  return [String(gasUsed * effectiveGasPrice)];
}

async function auditFindings(): Promise<unknown[]> {
  const found = await Promise.all(withdrawalsAudit.checks.map(({ sql }) => pool().query(sql)));
  return found.flatMap(({ rows }) => rows);
}

test('coins and tokens are paid, finished after their confirmations, and cost what the network has taken', async () => {
  const [receiver, holder] = [newReceiver(), newReceiver()];
  const [coins, tokens] = [await approve(receiver), await approve(holder.toLowerCase(), 'USDT')];
  await runPayouts(network);
  expect(await row(coins)).toMatchObject({ status: 14 });
  await network.anvil.mine();
  await runPayouts(network);
  expect(await row(coins)).toMatchObject({ status: 14 });
  await network.anvil.mine(evmConfirmations - 1);
  await runPayouts(network);
  expect([await row(coins), await row(tokens)]).toMatchObject([{ status: 3 }, { status: 3 }]);
  expect([await balance(receiver), await tokensOf('USDT', holder)]).toEqual([parseEther('1'), 1_000_000n]);
  expect(await costOf(coins)).toEqual(await takenFor(coins));
  expect(await auditFindings()).toEqual([]);
});

test('a transaction that pays too little is replaced by the same nonce, and its receiver is paid once', async () => {
  const receiver = newReceiver();
  const [id, next] = [await approve(receiver), await approve(newReceiver())];
  await runPayouts(network);
  await network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('500') });
  await network.anvil.mine();
  expect(await balance(receiver)).toBe(0n);
  await runPayouts(network);
  expect(await signedOf(id)).toHaveLength(1);
  await ageSigned(pool(), id);
  await ageSigned(pool(), next);
  const before = (await row(id)).hash;
  await runPayouts(network);
  const [first, second] = await Promise.all((await signedOf(id)).map((raw) => parse(raw)));
  expect(second).toMatchObject({ nonce: first?.nonce, to: first?.to, value: first?.value, input: first?.input });
  expect(second?.maxFeePerGas).toBeGreaterThan(first?.maxFeePerGas ?? 0n);
  expect((await row(id)).hash).not.toBe(before);
  // The second one waits for the first one alone: its turn comes after that.
  expect(await signedOf(next)).toHaveLength(1);
  await network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
  await payUntil(id, 3);
  await payUntil(next, 3);
  expect(await balance(receiver)).toBe(parseEther('1'));
});

/** As the node shows what was signed; it needs not be in its pool. */
async function parse(raw: Hex) {
  const { parseTransaction } = await import('viem');
  const { nonce, to, value, data = '0x', maxFeePerGas } = parseTransaction(raw);
  return { nonce, to, value, input: data, maxFeePerGas };
}

test('when the first transaction comes after all, its replacement never does', async () => {
  const receiver = newReceiver();
  const id = await approve(receiver);
  await runPayouts(network);
  const [first] = await signedOf(id);
  await ageSigned(pool(), id);
  await runPayouts(network);
  expect(await signedOf(id)).toHaveLength(2);
  // The miner has the first one: the pool with its replacement is another node's.
  await network.anvil.client.dropTransaction({ hash: (await row(id)).hash as Hex });
  await network.anvil.client.sendRawTransaction({ serializedTransaction: first as Hex });
  await network.anvil.mine();
  await payUntil(id, 3);
  expect(await balance(receiver)).toBe(parseEther('1'));
  const { hash } = await row(id);
  expect((await network.anvil.client.getTransactionReceipt({ hash: hash as Hex })).status).toBe('success');
});

test('the signer signs no fee above its limit, neither first nor in place of another', async () => {
  const id = await approve(newReceiver());
  await network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('5000') });
  await network.anvil.mine();
  await runPayouts(network);
  expect(await row(id)).toMatchObject({ status: 11, problem: 'fee_above_limit' });
  expect(await signedOf(id)).toEqual([]);
  await network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
  await network.anvil.mine();
  await payUntil(id, 14);
  await network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('5000') });
  const dear = { gas: '21000', maxFeePerGas: String(parseGwei('5000')), maxPriorityFeePerGas: '1' };
  await expect(network.signer.replace(id, dear)).rejects.toMatchObject({ reason: 'fee_above_limit' });
  expect(await signedOf(id)).toHaveLength(1);
  await network.anvil.client.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('1') });
  await payUntil(id, 3);
  await expect(network.signer.replace(id, dear)).rejects.toMatchObject({ reason: 'not_approved' });
});

test('a hot wallet without coins signs nothing, and pays when it has some', async () => {
  await fundHotAddress(network, '0.5');
  const receiver = newReceiver();
  const id = await approve(receiver);
  await runPayouts(network);
  expect(await row(id)).toMatchObject({ status: 11, problem: 'no_funds' });
  await fundHotAddress(network);
  await payUntil(id, 3);
  expect(await balance(receiver)).toBe(parseEther('1'));
});

test('a receiver that takes no coins is for an operator, before and after it is signed', async () => {
  const refuser = await network.anvil.deploy('Refuser');
  const [before, after, other] = [await approve(refuser), await approve(newReceiver()), await approve(newReceiver())];
  const plain = { gas: '21000', maxFeePerGas: String(parseGwei('2')), maxPriorityFeePerGas: '1' };
  // Between the quote and the block it becomes a contract that refuses.
  await pool().query('UPDATE withdrawals SET address = $2 WHERE id = $1', [after, refuser]);
  await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [after]);
  await network.signer.payout(after, plain);
  await payUntil(other, 3);
  expect(await row(before)).toMatchObject({ status: 11, problem: 'unpayable' });
  expect(await row(after)).toMatchObject({ status: 14, problem: 'network_failed' });
  expect(await balance(refuser)).toBe(0n);
  expect(await costOf(after)).toEqual(await takenFor(after));
});

test('a token that answers false and transfers nothing has failed', async () => {
  const receiver = newReceiver();
  const id = await approve(receiver, 'USDC');
  for (let turn = 0; turn < 6; turn += 1) {
    await runPayouts(network);
    await network.anvil.mine(3);
  }
  expect(await row(id)).toMatchObject({ status: 14, problem: 'network_failed' });
  expect(await tokensOf('USDC', receiver)).toBe(0n);
});

test.each([1, 5, 10])('a re-organisation of depth %i that drops a payout does not lose it', async (depth) => {
  const receiver = newReceiver();
  const id = await approve(receiver);
  await runPayouts(network);
  await network.anvil.mine(depth);
  expect(await balance(receiver)).toBe(parseEther('1'));
  await network.anvil.reorganise(depth);
  expect(await balance(receiver)).toBe(0n);
  await payUntil(id, 3);
  expect(await balance(receiver)).toBe(parseEther('1'));
});

test('a worker that dies after any step, also of a replacement, pays once', async () => {
  for (let step = 1; step <= 8; step += 1) {
    const receiver = newReceiver();
    const id = await approve(receiver);
    for (const isAged of [false, true]) {
      if (isAged) await ageSigned(pool(), id);
      const counter = { left: step };
      const chain = dyingAfter(evmChain(network.anvil.url), counter);
      await runPayouts(network, { chain, signer: dyingAfter(network.signer, counter) });
    }
    await payUntil(id, 3);
    expect(await balance(receiver)).toBe(parseEther('1'));
  }
  const { rows } = await pool().query('SELECT count(*)::int AS count FROM signed_payouts WHERE network_id = $1', [
    evmNetworkId,
  ]);
  const used = await network.anvil.client.getTransactionCount({ address: await network.hotAddress() });
  expect(rows).toEqual([{ count: used }]);
  expect(await auditFindings()).toEqual([]);
});

test('unknown nonces that are in no block are not accepted, and leave the list once the network has lost them', async () => {
  const resume = (seen: string) =>
    inTransaction(pool(), (tx) =>
      resumePayouts.run(tx, { actor: 'ops:jane', reason: 'Compared' }, { network: 'ETHEREUM', seen }),
    );
  const nonce = await network.anvil.client.getTransactionCount({ address: await network.hotAddress() });
  /** Signed and handed in, and not in the rows, as after a restore. */
  const forgotten = async () => {
    const [id, receiver] = [await approve(newReceiver()), newReceiver()];
    await runPayouts(network);
    const { hash } = await row(id);
    await pool().query('DELETE FROM signed_payouts WHERE withdrawal_id = $1', [id]);
    await pool().query(`UPDATE withdrawals SET status = 11, taken_at = NULL, transaction_hash = '' WHERE id = $1`, [
      id,
    ]);
    await runPayouts(network);
    return { id, hash: hash as Hex, receiver };
  };
  const first = await forgotten();
  const waiting = await unknownOf(pool(), 'ETHEREUM');
  expect(waiting).toMatchObject({ items: [`${nonce}..${nonce}`], waiting: `${nonce}..${nonce}` });
  await expect(resume(waiting.seen)).rejects.toMatchObject({
    code: 'request_closed',
    message: expect.stringContaining(`${nonce}..${nonce} are not mined yet, or not deep enough`),
  });
  await network.anvil.client.dropTransaction({ hash: first.hash });
  const items = async () => (await unknownOf(pool(), 'ETHEREUM')).items;
  const chain = evmChain(network.anvil.url);
  await network.watch();
  await runPayouts(network);
  await network.mine(evmConfirmations - 1);
  await runPayouts(network);
  expect(await items(), 'the node may be behind').toEqual(waiting.items);
  await network.mine(1);
  await runPayouts(network, { chain: { ...chain, isSynchronised: async () => false } });
  expect(await items(), 'it is').toEqual(waiting.items);
  await runPayouts(network);
  const lost = await unknownOf(pool(), 'ETHEREUM');
  expect(lost).toMatchObject({ items: [], waiting: null });
  await expect(resume(waiting.seen)).rejects.toMatchObject({ code: 'request_closed' });
  await runPayouts(network);
  expect(await row(first.id), 'operators alone end a stop').toMatchObject({ status: 11 });
  await resume(lost.seen);
  await payUntil(first.id, 3);

  const second = await forgotten();
  // Nothing waits to be signed: what is mined is seen all the same.
  await pool().query('UPDATE withdrawals SET status = 13 WHERE id = $1', [second.id]);
  await network.anvil.mine();
  await runPayouts(network);
  expect(await unknownOf(pool(), 'ETHEREUM'), 'its block may be replaced').toMatchObject({
    waiting: `${nonce + 1}..${nonce + 1}`,
  });
  await network.anvil.mine(evmConfirmations);
  await runPayouts(network);
  const mined = await unknownOf(pool(), 'ETHEREUM');
  expect(mined).toMatchObject({ items: [`${nonce + 1}..${nonce + 1}`], waiting: null });
  await resume(mined.seen);
  await payUntil(await approve(newReceiver()), 3);
});

test('after a restore a network is compared over as many new blocks as a payout has confirmations, by a node that has the blocks that were read', async () => {
  await network.watch();
  await pool().query(
    `INSERT INTO address_floors (first_index, timeline, first_withdrawal)
      SELECT max(first_index) + 1000000, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 1000000 FROM address_floors`,
  );
  const chain = evmChain(network.anvil.url);
  const run = async (changed: Partial<Chain> = {}) => {
    await runPayouts(network, { chain: { ...chain, ...changed } });
    return isNetworkCompared(pool(), evmNetworkId);
  };
  const starts = async () => (await pool().query('SELECT FROM payout_comparison_starts')).rowCount;
  // Neither counts as a look.
  expect(await run({ isSynchronised: async () => false })).toBe(false);
  expect(await run({ blockHash: async () => `0x${'1'.repeat(64)}` })).toBe(false);
  expect(await starts()).toBe(0);
  expect(await run()).toBe(false);
  expect(await starts()).toBe(1);
  await network.mine(evmConfirmations - 1);
  expect(await run()).toBe(false);
  await network.anvil.client.mine({ blocks: 1 });
  // The newest block is not read yet.
  expect(await run()).toBe(false);
  await network.watch();
  expect(await run({ blockHash: async () => undefined })).toBe(false);
  expect(await run()).toBe(true);
});

test('a node that gets its blocks while it is asked clears nothing after a restore', async () => {
  await pool().query(
    `INSERT INTO address_floors (first_index, timeline, first_withdrawal)
      SELECT max(first_index) + 1000000, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 1000000 FROM address_floors`,
  );
  const chain = evmChain(network.anvil.url);
  let isAsked = false;
  const slow = {
    ...chain,
    isSynchronised: async () => isAsked,
    nonce: async () => {
      isAsked = true;
      return 0;
    },
  };
  await runPayouts(network, { chain: slow });
  expect(isAsked).toBe(true);
  const { rowCount } = await pool().query(
    'SELECT FROM payout_comparison_starts WHERE floor = (SELECT max(first_index) FROM address_floors)',
  );
  expect(rowCount).toBe(0);
});
