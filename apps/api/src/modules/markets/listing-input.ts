/** Assets and markets as operators write them: figures and flags may be texts. */
import { coinLabel, tickerPattern } from '@pelican/shared/contracts/markets';
import { z } from 'zod';
import { decimal, listPosition, pairInput, positiveDecimal, whole } from '../../catalog/index.ts';

const flag = z.union([z.boolean(), z.enum(['true', 'false', 'yes', 'no']).transform((text) => /true|yes/.test(text))], {
  error: 'must be true or false',
});

const ratePpm = whole(0, 1_000_000);
const ticker = z.string().regex(tickerPattern, 'must be 2 to 12 capital letters and digits');

export const assetInput = z.strictObject({
  ticker,
  label: coinLabel,
  /** Decimals of the smallest unit that is kept; it cannot be changed later. */
  scale: whole(0, 18),
  displayScale: whole(0, 18).optional(),
  isFiat: flag.default(false),
  isStable: flag.default(false),
  isTop: flag.default(false),
  isErc20: flag.default(false),
  isMemo: flag.default(false),
  isDefi: flag.default(false),
  depositable: flag.default(true),
  withdrawable: flag.default(true),
  unverifiedWithdrawals: flag.default(false),
  position: listPosition.default(0),
});
export type AssetInput = z.infer<typeof assetInput>;

const marketFields = {
  priceStep: positiveDecimal,
  amountStep: positiveDecimal,
  amountMin: decimal,
  amountMax: positiveDecimal,
  totalMin: decimal,
  priceMax: positiveDecimal,
  /** How far a market order may go from the best price, in millionths; 0 for as far as the book reaches. */
  priceBandPpm: ratePpm,
  makerFeePpm: ratePpm,
  takerFeePpm: ratePpm,
  serviceFeePpm: ratePpm,
  serviceFeeBuyPpm: ratePpm,
  gstPpm: ratePpm,
  tdsPpm: ratePpm,
  tax: z.enum(['none', 'sell', 'both'], { error: 'must be none, sell or both' }),
  status: z.enum(['open', 'cancelOnly', 'closed'], { error: 'must be open, cancelOnly or closed' }),
  selfTrade: z.enum(['cancelResting', 'cancelTaker', 'allow'], {
    error: 'must be cancelResting, cancelTaker or allow',
  }),
  isNew: flag,
  position: listPosition,
};

export const marketInput = z.strictObject({
  name: pairInput,
  /** By its name; the first one of SHARDS where nothing is said. It cannot be changed later. */
  shard: z.string().optional(),
  ...marketFields,
  priceBandPpm: ratePpm.default(50_000),
  gstPpm: ratePpm.default(180_000),
  tdsPpm: ratePpm.default(10_000),
  tax: marketFields.tax.default('none'),
  status: marketFields.status.default('open'),
  selfTrade: marketFields.selfTrade.default('cancelResting'),
  isNew: flag.default(false),
  position: listPosition.default(0),
});
export type MarketInput = z.infer<typeof marketInput>;

export const marketFieldNames = Object.keys(marketFields) as (keyof typeof marketFields)[];
export const marketChange = z.strictObject(marketFields).partial();
export type MarketChange = z.infer<typeof marketChange>;

export const listingFile = z.strictObject({
  assets: z.array(assetInput).default([]),
  markets: z.array(marketInput).default([]),
});
export type ListingFile = z.infer<typeof listingFile>;
