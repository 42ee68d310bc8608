/** Instruments as operators write them: figures may be texts. */
import { stripZeros } from '@pelican/shared/money';
import { z } from 'zod';
import { decimal, listPosition, positiveDecimal as positive, whole } from '../../../catalog/index.ts';

const signed = z
  .string()
  .regex(/^-?\d{1,10}(\.\d{1,8})?$/, 'must be a decimal like 0.0002; below zero it is a rebate')
  .transform((text) => stripZeros(text));

/** Size up to which, maintenance margin rate, highest leverage; smallest size first. */
const tiers = z.array(z.strictObject({ maxSize: decimal, mmr: decimal, maxLeverage: whole(1, 1_000) }));

/** What may change while positions are open: never the steps that sizes and prices are counted in. */
const changeable = {
  minSize: positive,
  maxLimitSize: positive,
  maxMarketSize: positive,
  priceMax: positive,
  makerFee: signed,
  takerFee: decimal,
  bandX: positive,
  bandY: positive,
  bandZ: positive,
  fundingCap: positive,
  fundingInterest: decimal,
  fundingDamper: decimal,
  fundingIntervalMs: whole(60_000, 86_400_000),
  impactNotional: positive,
  staleHaircut: decimal,
  ordersMax: whole(1, 10_000),
  algosMax: whole(1, 10_000),
  tiers,
  status: z.enum(['open', 'closeOnly', 'halted'], { error: 'must be open, closeOnly or halted' }),
  position: listPosition,
};

export const instrumentFieldNames = Object.keys(changeable) as (keyof typeof changeable)[];
export const instrumentChange = z.strictObject(changeable).partial();
export type InstrumentChange = z.infer<typeof instrumentChange>;

export const instrumentInput = z.strictObject({
  ...changeable,
  contractValue: positive,
  lotSize: positive,
  tickSize: positive,
  bandX: positive.default('0.02'),
  bandY: positive.default('0.02'),
  bandZ: positive.default('0.05'),
  fundingInterest: decimal.default('0.0001'),
  fundingDamper: decimal.default('0.0005'),
  fundingIntervalMs: changeable.fundingIntervalMs.default(28_800_000),
  staleHaircut: decimal.default('0.01'),
  ordersMax: changeable.ordersMax.default(500),
  algosMax: changeable.algosMax.default(100),
  // Nobody trades before the index has been looked at, and by figures that one person has chosen.
  status: z.literal('halted', { error: 'must be halted: `open` is for later' }).default('halted'),
  position: changeable.position.default(0),
});
export type InstrumentInput = z.infer<typeof instrumentInput>;
