/** The demo's network and payment methods as rows; those that are there already are left alone. */
import type { Queryable } from '../platform/database/index.ts';
import { demoAssets } from './listings.ts';
import {
  type DemoMethod,
  demoMethods,
  demoRequisites,
  rupeesOfDay,
  rupeesOfOneOperator,
  rupeesOfTwoPersons,
  sandboxNetwork,
} from './payment-methods.ts';

export async function seedPayments(tx: Queryable): Promise<void> {
  const { id, key, name, kind, nativeTicker, confirmations, blockSeconds } = sandboxNetwork;
  const { explorerTransaction, explorerAddress } = sandboxNetwork;
  const native = demoAssets.find(({ ticker }) => ticker === nativeTicker);
  await tx.query(
    `INSERT INTO networks (id, key, name, kind, native_asset_id, confirmations, block_seconds, explorer_transaction, explorer_address)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (id) DO NOTHING`,
    [id, key, name, kind, native?.id, confirmations, blockSeconds, explorerTransaction, explorerAddress],
  );
  for (const [position, method] of demoMethods.entries()) await insertMethod(tx, method, position);
  await setBankTerms(tx);
}

/** What bank transfers need beside: where to pay to, how much a day, and what one operator decides alone. */
async function setBankTerms(tx: Queryable): Promise<void> {
  await tx.query(`UPDATE payment_methods SET requisites = $1 WHERE kind = 'bank' AND requisites IS NULL`, [
    JSON.stringify(demoRequisites),
  ]);
  await tx.query(
    `UPDATE payment_terms SET amount_day = $1, two_person_amount = $2
      WHERE amount_day = 0 AND method_id IN (SELECT id FROM payment_methods WHERE kind = 'bank')`,
    [rupeesOfDay, rupeesOfTwoPersons],
  );
  await tx.query(
    `UPDATE payment_terms SET operator_day_amount = $1
      WHERE operator_day_amount = 0 AND method_id IN (SELECT id FROM payment_methods WHERE kind = 'bank')`,
    [rupeesOfOneOperator],
  );
}

async function insertMethod(tx: Queryable, method: DemoMethod, position: number): Promise<void> {
  const { id, assetId, key, kind, provider = '', networkId, contract, decimals, isMemo, name, description } = method;
  await tx.query(
    `INSERT INTO payment_methods (id, asset_id, key, kind, network_id, contract, decimals, is_memo, name, description, position, provider)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (id) DO NOTHING`,
    [id, assetId, key, kind, networkId, contract, decimals, isMemo, name, description, position, provider],
  );
  for (const action of ['deposit', 'withdraw'] as const) {
    const terms = method[action];
    if (!terms) continue;
    const { amountMin, amountMax, feeFixed, amountReview, feePpm = 0, feeMin = '0' } = terms;
    await tx.query(
      `INSERT INTO payment_terms (method_id, action, amount_min, amount_max, fee_fixed, fee_ppm, fee_min, amount_review)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (method_id, action) DO NOTHING`,
      [id, action, amountMin, amountMax, feeFixed, feePpm, feeMin, amountReview],
    );
  }
}
