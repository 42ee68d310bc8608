/** Loans of the demo: both halves are switched on, and somebody lends. */
import type { NewOrder } from '@pelican/shared/contracts/loans';
import { loadCatalog } from '../catalog/index.ts';
import { lockUser } from '../identity/index.ts';
import { mainAccount, outside, postEntry } from '../ledger/index.ts';
import { makeOffer, readSettings } from '../modules/loans/index.ts';
import type { Transaction } from '../platform/database/index.ts';

const lender = 'alice@demo.local';
const expiresDays = 90;

/** One that begins loans by itself, one that its lender decides about, and one of rupees. */
const offers: NewOrder[] = [
  {
    fiat_currency: 'USDT',
    amount: '20000',
    amount_from: '50',
    amount_to: '5000',
    days_from: 3,
    days_to: 30,
    percent_from: '0.05',
    percent_to: '0.1',
    currency: ['BTC', 'ETH', 'SOL', 'XRP', 'LTC', 'LINK', 'USDC'],
    auto_approve: true,
    auto_percent: '0.05',
    relend: true,
  },
  {
    fiat_currency: 'USDT',
    amount: '30000',
    amount_from: '500',
    amount_to: '10000',
    days_from: 7,
    days_to: 90,
    percent_from: '0.03',
    percent_to: '0.2',
    currency: ['BTC', 'ETH', 'ADA', 'DOGE'],
  },
  {
    fiat_currency: 'INR',
    amount: '1500000',
    amount_from: '5000',
    amount_to: '500000',
    days_from: 3,
    days_to: 60,
    percent_from: '0.04',
    percent_to: '0.1',
    currency: ['BTC', 'ETH', 'USDT'],
    auto_approve: true,
    auto_percent: '0.04',
  },
];

/** The money of the offers comes on top of what the lender has. */
export async function seedLoans(tx: Transaction): Promise<void> {
  await tx.query(
    `INSERT INTO system_flags (key, value, updated_by) VALUES ('p2p_loans', '{"take": true, "create": true}', 'demo')
      ON CONFLICT (key) DO NOTHING`,
  );
  const assets = await loadCatalog(tx);
  const settings = await readSettings(tx, assets, new Set());
  const { id: lenderId } = await lockUser(tx, lender);
  for (const [at, order] of offers.entries()) {
    const assetId = assets.assetByTicker(order.fiat_currency)?.id;
    if (assetId === undefined || order.amount === undefined) throw new Error(`${order.fiat_currency} is not listed`);
    await postEntry(tx, {
      kind: 'credit',
      reference: 'demo',
      idempotencyKey: `demo:loans:${at}`,
      legs: [
        { account: outside(assetId), amount: `-${order.amount}` },
        { account: mainAccount({ userId: lenderId, assetId }), amount: order.amount },
      ],
    });
    await makeOffer(tx, { lenderId, order: { ...order, expires_days: expiresDays }, settings });
  }
}
