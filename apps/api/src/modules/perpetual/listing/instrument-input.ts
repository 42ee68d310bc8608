/** Instruments as operators write them: `name=value` on the command line. */
import { decimalPattern, type PerpetualListing, stripZeros } from '@pelican/shared/money';
import { z } from 'zod';

const decimal = z
  .string()
  .regex(decimalPattern, 'must be a decimal like 0.01')
  .transform((text) => stripZeros(text));
const positive = decimal.refine((text) => /[1-9]/.test(text), 'must be above zero');
const signed = z
  .string()
  .regex(/^-?\d{1,10}(\.\d{1,8})?$/, 'must be a decimal like 0.0002; below zero it is a rebate')
  .transform((text) => stripZeros(text));
const count = (min: number, max: number) =>
  z.coerce
    .number({ error: 'must be a whole number' })
    .int('must be a whole number')
    .min(min, `must be at least ${min}`)
    .max(max, `must be at most ${max}`);

/** 1000:0.004:100,5000:0.005:50 - size up to which, maintenance margin rate, highest leverage; smallest size first. */
const tiersInput = z
  .string()
  .regex(/^\d+(\.\d+)?:0\.\d+:\d+(,\d+(\.\d+)?:0\.\d+:\d+)*$/, 'must look like 1000:0.004:100,5000:0.005:50')
  .transform((text) =>
    text.split(',').map((row) => {
      const [maxSize = '', mmr = '', maxLeverage = ''] = row.split(':');
      return { maxSize, mmr, maxLeverage: Number(maxLeverage) };
    }),
  );

const tiers = z.union([
  tiersInput,
  z.array(z.object({ maxSize: z.string(), mmr: z.string(), maxLeverage: z.number() })),
]);

export function tiersText(listed: PerpetualListing['tiers']): string {
  return listed.map(({ maxSize, mmr, maxLeverage }) => `${maxSize}:${mmr}:${maxLeverage}`).join(',');
}

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
  fundingIntervalMs: count(60_000, 86_400_000),
  impactNotional: positive,
  staleHaircut: decimal,
  ordersMax: count(1, 10_000),
  algosMax: count(1, 10_000),
  tiers,
  status: z.enum(['open', 'closeOnly', 'halted'], { error: 'must be open, closeOnly or halted' }),
  position: count(0, 1_000_000),
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
  // Nobody trades before the index has been looked at.
  status: changeable.status.default('halted'),
  position: changeable.position.default(0),
});
export type InstrumentInput = z.infer<typeof instrumentInput>;
