/** What operators may credit and adjust. */
import { DomainError } from '@pelican/shared/contracts';
import { parseUnits } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';

interface CreditAsset {
  id: number;
  ticker: string;
  scale: number;
}

/** The asset of which the amount, in whole units, is credited. @throws DomainError unknown_asset, invalid_argument (the amount) */
export async function findCreditAsset(db: Queryable, ticker: string, amount: string): Promise<CreditAsset> {
  const { rows } = await db.query<CreditAsset>('SELECT id, ticker, scale FROM assets WHERE ticker = $1', [ticker]);
  if (!rows[0]) throw new DomainError('unknown_asset', { message: `there is no asset ${ticker}` });
  checkAmount(amount, rows[0]);
  return rows[0];
}

function checkAmount(amount: string, asset: CreditAsset): void {
  const parsed = parseUnits(amount, asset.scale);
  if ('units' in parsed && parsed.units > 0) return;
  const problem = 'problem' in parsed ? parsed.problem : 'zero';
  const texts = {
    zero: 'is not above zero',
    notDecimal: 'is not a decimal number',
    tooManyDecimals: `has more than the ${asset.scale} decimals of ${asset.ticker}`,
    outOfRange: `is too much for one credit of ${asset.ticker}: give it in parts`,
  };
  throw new DomainError('invalid_argument', { message: `the amount ${amount} ${texts[problem]}` });
}
