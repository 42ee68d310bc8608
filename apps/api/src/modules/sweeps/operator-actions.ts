/** What operators decide about sweeps. */
import { DomainError } from '@pelican/shared/contracts';
import { decimalPattern } from '@pelican/shared/money';
import { z } from 'zod';
import { type OperatorAction, plainText, recordAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

const amount = z.string().max(40).regex(new RegExp(decimalPattern), 'must be a number like 12.5');

const rule = z.object({
  /** Its key: 'ETHEREUM' */
  network: plainText.max(40),
  ticker: plainText.max(12),
  /** Whole units. What a depositor's address has less of stays there. */
  minimum: amount,
  /** What the hot wallet keeps once it is above its maximum. */
  target: amount,
  max: amount,
});
export type SweepRule = z.infer<typeof rule>;

/** @throws DomainError not_found; RangeError for amounts that do not fit each other */
export const setSweepRule: OperatorAction<SweepRule, void> = {
  name: 'sweeps.set_rule',
  permission: 'money',
  twoPersons: true,
  payload: rule,
  async run(tx, act, { network, ticker, ...amounts }) {
    const way = await findWay(tx, network, ticker);
    const { rows } = await tx.query<{ isValid: boolean }>(
      'SELECT $1::numeric > 0 AND $2::numeric >= 0 AND $3::numeric >= $2::numeric AS "isValid"',
      [amounts.minimum, amounts.target, amounts.max],
    );
    if (!rows[0]?.isValid) throw new RangeError('the minimum must be above 0, and the maximum not below the target');
    await tx.query(
      `INSERT INTO sweep_rules (network_id, asset_id, minimum, hot_target, hot_max) VALUES ($1, $2, $3, $4, $5)
       ON CONFLICT (network_id, asset_id) DO UPDATE SET minimum = EXCLUDED.minimum, hot_target = EXCLUDED.hot_target,
         hot_max = EXCLUDED.hot_max, changed_at = clock_timestamp()`,
      [way.networkId, way.assetId, amounts.minimum, amounts.target, amounts.max],
    );
    await recordAct(tx, act, {
      action: 'sweeps.rule_set',
      subject: `network:${way.networkId}`,
      details: { network, ticker, ...amounts },
    });
  },
};

async function findWay(
  tx: Transaction,
  network: string,
  ticker: string,
): Promise<{ networkId: number; assetId: number }> {
  const { rows } = await tx.query<{ networkId: number; assetId: number }>(
    `SELECT network.id AS "networkId", asset.id AS "assetId" FROM payment_methods method
      JOIN networks network ON network.id = method.network_id JOIN assets asset ON asset.id = method.asset_id
      WHERE network.key = $1 AND asset.ticker = $2`,
    [network, ticker],
  );
  if (!rows[0]) throw new DomainError('not_found', { message: `${ticker} is not listed on a network ${network}.` });
  return rows[0];
}

const dismissal = z.object({ sweep: z.number().int().positive() });
export type SweepDismissal = z.infer<typeof dismissal>;

/** A failed sweep holds up no other one of its address any more. @throws DomainError not_found, request_closed (it has not failed) */
export const dismissSweep: OperatorAction<SweepDismissal, void> = {
  name: 'sweeps.dismiss',
  permission: 'money',
  twoPersons: false,
  payload: dismissal,
  async run(tx, act, { sweep }) {
    const { rows } = await tx.query<{ state: string }>('SELECT state FROM sweeps WHERE id = $1 FOR UPDATE', [sweep]);
    if (!rows[0]) throw new DomainError('not_found', { message: `There is no sweep ${sweep}.` });
    if (rows[0].state !== 'failed')
      throw new DomainError('request_closed', { message: `Sweep ${sweep} has not failed.` });
    await tx.query(`UPDATE sweeps SET state = 'dismissed', changed_at = clock_timestamp() WHERE id = $1`, [sweep]);
    await recordAct(tx, act, { action: 'sweeps.dismissed', subject: `sweep:${sweep}`, details: {} });
  },
};
