/** A payout that was finished, and whose transaction fails in the block that it comes into after a re-organisation. */
import { failPayout } from '@pelican/api/src/modules/withdrawals/index.ts';
import { findWithdrawalCase } from '@pelican/api/src/modules/withdrawals/operator-view.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { encodeFunctionData, type Hex, parseUnits } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { expect, test } from 'vitest';
import { testTokenAbi } from '../../support/anvil.ts';
import { evmConfirmations, evmNetworkId, startEvmNetwork } from '../../support/evm-network.ts';
import { approveWithdrawal, fundHotAddress, payoutRow, runPayouts } from '../../support/evm-payouts.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { asPart } from '../../support/roles.ts';
import { demandAudited } from '../../support/transfer-codes.ts';

test('a finished payout whose transaction fails after a re-organisation is given back by operators', async () => {
  const network = await startEvmNetwork({ tokens: [{ ticker: 'USDT', contract: 'HonestToken' }] });
  const { anvil, api } = network;
  const { pool } = api.parts;
  const user = await api.signUp('payee@test.local');
  await fundHotAddress(network);
  const operators = createPool({ databaseUrl: asPart(api.databaseUrl, 'operator'), databasePoolMax: 1 }, silent);
  const row = (id: number) => payoutRow(pool, id);
  const address = privateKeyToAddress(generatePrivateKey());
  const before = Number(await anvil.client.getBlockNumber());
  const args = [(await network.hotAddress()) as Hex, parseUnits('1000', 6)] as const;
  const token = network.tokens.get('USDT') as Hex;
  await anvil.send(token, 0n, encodeFunctionData({ abi: testTokenAbi, functionName: 'mint', args }));
  await anvil.mine();
  const id = await approveWithdrawal(api, user, { address, ticker: 'USDT' });
  for (let turn = 0; turn < 10 && (await row(id)).status !== 3; turn += 1) {
    await runPayouts(network);
    await anvil.mine(3);
  }
  expect(await row(id)).toMatchObject({ status: 3 });
  await network.watch();
  // The tokens that it has paid are not there any more.
  await anvil.reorganise(Number(await anvil.client.getBlockNumber()) - before);
  await network.watch();
  await network.watch();
  const decision = { email: 'payee@test.local', withdrawal: id, code: 'network' } as const;
  const end = () =>
    inTransaction(operators, (tx) => failPayout.run(tx, { actor: 'ops:jane', reason: 'It has failed' }, decision));
  await runPayouts(network);
  await expect(end(), 'it is handed in again').rejects.toMatchObject({ code: 'request_closed' });
  await anvil.mine();
  await runPayouts(network);
  expect(await row(id), 'a block may be replaced').toMatchObject({ status: 3, problem: null });
  await anvil.mine(evmConfirmations);
  await runPayouts(network);
  expect(await row(id)).toMatchObject({ status: 3, problem: 'network_failed' });
  expect((await findWithdrawalCase(operators, id)).payout_actions).toEqual(['fail', 'paid_by_hand']);
  await end();
  await expect(end(), 'the second approval').rejects.toMatchObject({ code: 'request_closed' });
  await operators.end();
  expect(await row(id)).toMatchObject({ status: 12 });
  const lost = await pool.query('SELECT FROM finished_payouts WHERE network_id = $1 AND lost_at IS NOT NULL', [
    evmNetworkId,
  ]);
  expect(lost.rowCount).toBe(0);
  await demandAudited(api);
  await network.close();
}, 300_000);
