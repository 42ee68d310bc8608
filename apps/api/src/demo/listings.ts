/**
 * The demo's assets and spot markets. Decimals of price step and amount step never add up to more than the quote keeps,
 * and priceMax x amountMax stays below 2^53 of the quote's smallest unit, as the engine demands.
 */

export interface DemoAsset {
  id: number;
  ticker: string;
  label: string;
  scale: number;
  displayScale: number;
  /** Where the simulated price in US dollars begins. */
  usdPrice: number;
  /** Size of a typical one-minute move, as a fraction. */
  volatility: number;
  isFiat?: boolean;
  isStable?: boolean;
  isTop?: boolean;
  isErc20?: boolean;
  isMemo?: boolean;
}

export const demoAssets: DemoAsset[] = [
  {
    id: 1,
    ticker: 'INR',
    label: 'Indian rupee',
    scale: 6,
    displayScale: 2,
    usdPrice: 1 / 88.6,
    volatility: 0.000_02,
    isFiat: true,
    isTop: true,
  },
  {
    id: 2,
    ticker: 'USDT',
    label: 'Tether',
    scale: 8,
    displayScale: 2,
    usdPrice: 1,
    volatility: 0,
    isStable: true,
    isTop: true,
    isErc20: true,
  },
  {
    id: 3,
    ticker: 'BTC',
    label: 'Bitcoin',
    scale: 8,
    displayScale: 8,
    usdPrice: 92_400,
    volatility: 0.000_5,
    isTop: true,
  },
  {
    id: 4,
    ticker: 'ETH',
    label: 'Ethereum',
    scale: 8,
    displayScale: 8,
    usdPrice: 3_150,
    volatility: 0.000_65,
    isTop: true,
  },
  {
    id: 5,
    ticker: 'PLC',
    label: 'Pelican coin',
    scale: 8,
    displayScale: 4,
    usdPrice: 0.42,
    volatility: 0.000_6,
    isTop: true,
  },
  { id: 6, ticker: 'LTC', label: 'Litecoin', scale: 8, displayScale: 8, usdPrice: 96.5, volatility: 0.000_7 },
  { id: 7, ticker: 'SOL', label: 'Solana', scale: 8, displayScale: 8, usdPrice: 148.2, volatility: 0.000_85 },
  { id: 8, ticker: 'XRP', label: 'XRP', scale: 8, displayScale: 6, usdPrice: 2.31, volatility: 0.000_8, isMemo: true },
  { id: 9, ticker: 'DOGE', label: 'Dogecoin', scale: 8, displayScale: 4, usdPrice: 0.158, volatility: 0.000_95 },
  {
    id: 10,
    ticker: 'USDC',
    label: 'USD Coin',
    scale: 8,
    displayScale: 2,
    usdPrice: 1,
    volatility: 0.000_01,
    isStable: true,
    isErc20: true,
  },
  {
    id: 11,
    ticker: 'LINK',
    label: 'Chainlink',
    scale: 8,
    displayScale: 6,
    usdPrice: 14.6,
    volatility: 0.000_85,
    isErc20: true,
  },
  { id: 12, ticker: 'ADA', label: 'Cardano', scale: 8, displayScale: 4, usdPrice: 0.52, volatility: 0.000_9 },
];

export interface DemoMarket {
  id: number;
  base: string;
  quote: string;
  priceStep: string;
  amountStep: string;
  amountMin: string;
  amountMax: string;
  totalMin: string;
  priceMax: string;
  isNew?: boolean;
}

/** The market without a maker. */
export const peopleMarket = 'LTC_USDT';

export const demoMarkets: DemoMarket[] = [
  {
    id: 1,
    base: 'BTC',
    quote: 'USDT',
    priceStep: '0.01',
    amountStep: '0.000001',
    amountMin: '0.00001',
    amountMax: '80',
    totalMin: '1',
    priceMax: '1000000',
  },
  {
    id: 2,
    base: 'ETH',
    quote: 'USDT',
    priceStep: '0.01',
    amountStep: '0.00001',
    amountMin: '0.0001',
    amountMax: '800',
    totalMin: '1',
    priceMax: '100000',
  },
  {
    id: 3,
    base: 'PLC',
    quote: 'USDT',
    priceStep: '0.0001',
    amountStep: '0.01',
    amountMin: '1',
    amountMax: '8000000',
    totalMin: '0.1',
    priceMax: '10',
    isNew: true,
  },
  {
    id: 4,
    base: 'LTC',
    quote: 'USDT',
    priceStep: '0.01',
    amountStep: '0.0001',
    amountMin: '0.001',
    amountMax: '8000',
    totalMin: '0.1',
    priceMax: '10000',
  },
  {
    id: 5,
    base: 'SOL',
    quote: 'USDT',
    priceStep: '0.01',
    amountStep: '0.0001',
    amountMin: '0.001',
    amountMax: '8000',
    totalMin: '1',
    priceMax: '10000',
  },
  {
    id: 6,
    base: 'XRP',
    quote: 'USDT',
    priceStep: '0.0001',
    amountStep: '0.01',
    amountMin: '0.1',
    amountMax: '800000',
    totalMin: '1',
    priceMax: '100',
  },
  {
    id: 7,
    base: 'DOGE',
    quote: 'USDT',
    priceStep: '0.00001',
    amountStep: '0.1',
    amountMin: '1',
    amountMax: '8000000',
    totalMin: '1',
    priceMax: '10',
  },
  {
    id: 8,
    base: 'USDC',
    quote: 'USDT',
    priceStep: '0.0001',
    amountStep: '0.01',
    amountMin: '0.1',
    amountMax: '8000000',
    totalMin: '1',
    priceMax: '10',
  },
  {
    id: 9,
    base: 'BTC',
    quote: 'INR',
    priceStep: '1',
    amountStep: '0.000001',
    amountMin: '0.00001',
    amountMax: '80',
    totalMin: '100',
    priceMax: '100000000',
  },
  {
    id: 10,
    base: 'ETH',
    quote: 'INR',
    priceStep: '1',
    amountStep: '0.00001',
    amountMin: '0.0001',
    amountMax: '800',
    totalMin: '100',
    priceMax: '10000000',
  },
  {
    id: 11,
    base: 'USDT',
    quote: 'INR',
    priceStep: '0.01',
    amountStep: '0.01',
    amountMin: '1',
    amountMax: '800000',
    totalMin: '100',
    priceMax: '10000',
  },
  {
    id: 12,
    base: 'PLC',
    quote: 'INR',
    priceStep: '0.01',
    amountStep: '0.01',
    amountMin: '1',
    amountMax: '8000000',
    totalMin: '100',
    priceMax: '1000',
    isNew: true,
  },
  {
    id: 13,
    base: 'ETH',
    quote: 'BTC',
    priceStep: '0.00001',
    amountStep: '0.001',
    amountMin: '0.001',
    amountMax: '80000',
    totalMin: '0.0001',
    priceMax: '100',
  },
  {
    id: 14,
    base: 'LTC',
    quote: 'BTC',
    priceStep: '0.000001',
    amountStep: '0.01',
    amountMin: '0.01',
    amountMax: '800000',
    totalMin: '0.0001',
    priceMax: '100',
  },
  {
    id: 15,
    base: 'XRP',
    quote: 'BTC',
    priceStep: '0.0000001',
    amountStep: '0.1',
    amountMin: '1',
    amountMax: '8000000',
    totalMin: '0.0001',
    priceMax: '10',
  },
  {
    id: 16,
    base: 'SOL',
    quote: 'ETH',
    priceStep: '0.00001',
    amountStep: '0.001',
    amountMin: '0.01',
    amountMax: '800000',
    totalMin: '0.001',
    priceMax: '100',
  },
  {
    id: 17,
    base: 'LINK',
    quote: 'USDT',
    priceStep: '0.001',
    amountStep: '0.001',
    amountMin: '0.01',
    amountMax: '80000',
    totalMin: '1',
    priceMax: '1000',
  },
  {
    id: 18,
    base: 'ADA',
    quote: 'USDT',
    priceStep: '0.0001',
    amountStep: '0.1',
    amountMin: '1',
    amountMax: '800000',
    totalMin: '1',
    priceMax: '100',
  },
];

/** Fee 0.2% on both sides, 0.15% in PLC; GST 18% of the fee; TDS 1% of sales on INR markets (decisions/0002). */
export const demoFees = {
  makerFeePpm: 2000,
  takerFeePpm: 2000,
  serviceFeePpm: 1500,
  serviceFeeBuyPpm: 1500,
  gstPpm: 180_000,
  tdsPpm: 10_000,
  priceBandPpm: 50_000,
};
