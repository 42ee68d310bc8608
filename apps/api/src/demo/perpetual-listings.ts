/** The demo's perpetual instruments and where their index comes from. */
import type { PerpetualListing } from '@pelican/shared/money';
import { demoAssets, demoMarkets, peopleMarket } from './listings.ts';
import type { CandleMarket } from './seed-klines.ts';

type DemoInstrument = Omit<PerpetualListing, 'settleAsset' | 'listedAtMs'> & { base: string };

const hourMs = 3_600_000;
const common = {
  lotSize: '0.01',
  minSize: '0.01',
  maxLimitSize: '10000',
  maxMarketSize: '2000',
  makerFee: '0.0002',
  takerFee: '0.0005',
  bandX: '0.02',
  bandY: '0.02',
  bandZ: '0.05',
  fundingInterest: '0.0001',
  fundingDamper: '0.0005',
  fundingIntervalMs: 8 * hourMs,
  staleHaircut: '0.01',
  ordersMax: 500,
  algosMax: 100,
  status: 'open',
} as const;

/** Size up to which, maintenance margin rate, highest leverage; each tier begins where the one before ends. */
type TierRow = [maxSize: string, mmr: string, maxLeverage: number];
const tiers = (...rows: TierRow[]) => rows.map(([maxSize, mmr, maxLeverage]) => ({ maxSize, mmr, maxLeverage }));

export const demoInstruments: DemoInstrument[] = [
  {
    id: 1001,
    name: 'BTC_USDT',
    base: 'BTC',
    ...common,
    contractValue: '0.01',
    tickSize: '0.1',
    priceMax: '1000000',
    fundingCap: '0.00375',
    impactNotional: '20000',
    tiers: tiers(
      ['1000', '0.004', 100],
      ['5000', '0.005', 50],
      ['10000', '0.01', 25],
      ['25000', '0.02', 20],
      ['50000', '0.03', 10],
    ),
  },
  {
    id: 1002,
    name: 'ETH_USDT',
    base: 'ETH',
    ...common,
    contractValue: '0.1',
    tickSize: '0.01',
    priceMax: '100000',
    fundingCap: '0.0075',
    impactNotional: '20000',
    tiers: tiers(
      ['1000', '0.004', 100],
      ['5000', '0.005', 50],
      ['15000', '0.01', 25],
      ['30000', '0.02', 20],
      ['60000', '0.03', 10],
    ),
  },
  {
    id: 1003,
    name: 'SOL_USDT',
    base: 'SOL',
    ...common,
    contractValue: '1',
    tickSize: '0.01',
    priceMax: '10000',
    fundingCap: '0.015',
    impactNotional: '10000',
    tiers: tiers(['2000', '0.0065', 50], ['10000', '0.01', 40], ['30000', '0.015', 20], ['60000', '0.025', 10]),
  },
  {
    id: 1004,
    name: 'XRP_USDT',
    base: 'XRP',
    ...common,
    contractValue: '100',
    tickSize: '0.0001',
    priceMax: '100',
    fundingCap: '0.0075',
    impactNotional: '10000',
    tiers: tiers(['1500', '0.0065', 50], ['5000', '0.01', 40], ['15000', '0.015', 20], ['30000', '0.025', 10]),
  },
];

/** The instruments as candles see them: amounts are coins. */
export function candleMarkets(): CandleMarket[] {
  return demoInstruments.map(({ id, base, tickSize, contractValue, lotSize }) => ({
    id,
    base,
    quote: 'USDT',
    priceStep: tickSize,
    amountStep: String(Number(contractValue) * Number(lotSize)),
  }));
}

/** USDT in the insurance fund. */
export const demoFund = '100000';

/** The instrument without a maker. */
export const peopleInstrument = 'XRP_USDT';

interface DemoSource {
  id: string;
  marketId: number;
  kind: 'simulator' | 'own_spot';
  weight: string;
  config: Record<string, unknown>;
}

/** The simulator, and our own spot market of the same name where there is one. */
export function demoSources(): DemoSource[] {
  return demoInstruments.flatMap(({ id, name, base }) => {
    const asset = demoAssets.find(({ ticker }) => ticker === base);
    if (!asset) throw new Error(`${name}: there is no demo asset ${base}`);
    const simulator: DemoSource = {
      id: 'simulator',
      marketId: id,
      kind: 'simulator',
      weight: '0.75',
      config: { start: String(asset.usdPrice), volatility: asset.volatility, seed: id },
    };
    const hasSpot = demoMarkets.some((market) => `${market.base}_${market.quote}` === name);
    if (!hasSpot) return [simulator];
    return [simulator, { id: 'own-spot', marketId: id, kind: 'own_spot', weight: '0.25', config: { market: name } }];
  });
}

/** Pairs of loans whose coin has no perpetual, and the rupee: the simulator, and our own book where the maker quotes. */
export function demoSpotSources(): DemoSource[] {
  const pairs = ['LTC_USDT', 'DOGE_USDT', 'USDC_USDT', 'LINK_USDT', 'ADA_USDT', 'USDT_INR'];
  return pairs.flatMap((name) => {
    const market = demoMarkets.find(({ base, quote }) => `${base}_${quote}` === name);
    const [base, quote] = [market?.base, market?.quote].map((ticker) =>
      demoAssets.find((asset) => asset.ticker === ticker),
    );
    if (!market || !base || !quote) throw new Error(`${name} is not listed in the demo`);
    const start = (base.usdPrice / quote.usdPrice).toFixed(8);
    const volatility = base.volatility + quote.volatility;
    const simulator: DemoSource = {
      id: 'simulator',
      marketId: market.id,
      kind: 'simulator',
      weight: '0.75',
      config: { start, volatility, seed: market.id },
    };
    if (name === peopleMarket) return [simulator];
    const config = { market: name, depth: quote.ticker === 'INR' ? '200000' : '2000', band: '0.02' };
    return [simulator, { id: 'own-spot', marketId: market.id, kind: 'own_spot' as const, weight: '0.25', config }];
  });
}
