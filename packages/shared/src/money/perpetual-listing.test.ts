import { expect, it } from 'vitest';
import { instrumentOf } from '../perpetual/instrument.ts';
import {
  formatCoins,
  formatContracts,
  formatTicks,
  instrumentScale,
  instrumentSettings,
  listingOfSettings,
  type PerpetualListing,
  parseCoins,
  parseContracts,
  parseTicks,
} from './perpetual-listing.ts';

const bitcoin: PerpetualListing = {
  id: 1001,
  name: 'BTC_USDT',
  settleAsset: 2,
  contractValue: '0.01',
  lotSize: '0.01',
  tickSize: '0.1',
  minSize: '0.01',
  maxLimitSize: '10000',
  maxMarketSize: '2000',
  priceMax: '1000000',
  makerFee: '0.0002',
  takerFee: '0.0005',
  bandX: '0.02',
  bandY: '0.02',
  bandZ: '0.05',
  fundingCap: '0.00375',
  fundingInterest: '0.0001',
  fundingDamper: '0.0005',
  fundingIntervalMs: 28_800_000,
  impactNotional: '20000',
  staleHaircut: '0.01',
  ordersMax: 500,
  algosMax: 100,
  tiers: [
    { maxSize: '1000', mmr: '0.004', maxLeverage: 100 },
    { maxSize: '5000', mmr: '0.005', maxLeverage: 50 },
  ],
  listedAtMs: 1_700_000_000_000,
  status: 'open',
};
const ripple = { ...bitcoin, name: 'XRP_USDT', contractValue: '100', tickSize: '0.0001', priceMax: '100' };

it('turns a listing into settings and back', () => {
  const settings = instrumentSettings(bitcoin);
  expect(settings).toMatchObject({ contractValue: 1_000_000, lotSize: 1_000_000, tickSize: 10_000_000 });
  expect(settings).toMatchObject({ minLots: 1, maxLimitLots: 1_000_000, priceMaxTicks: 10_000_000, takerRate: 50_000 });
  expect(settings.tiers[1]).toEqual({ maxLots: 500_000, mmr: 500_000, maxLeverage: 50 });
  expect(listingOfSettings(settings)).toEqual(bitcoin);
  expect(instrumentOf(settings).unit).toBe(1000n);
});

it('knows contracts, coins and prices', () => {
  const btc = instrumentScale(instrumentSettings(bitcoin));
  expect(parseContracts('12.5', btc)).toEqual({ count: 1250 });
  expect(parseCoins('0.125', btc)).toEqual({ count: 1250 });
  expect(parseTicks('60000.3', btc)).toEqual({ count: 600_003 });
  expect(formatContracts(1250, btc)).toBe('12.5');
  expect(formatCoins(1250, btc)).toBe('0.125');
  expect(formatTicks(600_003, btc)).toBe('60000.3');
  const xrp = instrumentScale(instrumentSettings(ripple));
  expect(parseContracts('0.01', xrp)).toEqual({ count: 1 });
  expect(parseCoins('1', xrp)).toEqual({ count: 1 });
  expect(formatCoins(250, xrp)).toBe('250');
});

it('refuses what is between two steps', () => {
  const btc = instrumentScale(instrumentSettings(bitcoin));
  expect(parseContracts('0.005', btc)).toEqual({ problem: 'wrongStep' });
  expect(parseCoins('0.00005', btc)).toEqual({ problem: 'wrongStep' });
  expect(parseTicks('60000.35', btc)).toEqual({ problem: 'wrongStep' });
  expect(parseContracts('1e3', btc)).toEqual({ problem: 'notDecimal' });
  expect(() => instrumentSettings({ ...bitcoin, minSize: '0.005' })).toThrow('wrongStep');
  expect(() => instrumentSettings({ ...bitcoin, takerFee: '0.000000001' })).toThrow('tooManyDecimals');
});
