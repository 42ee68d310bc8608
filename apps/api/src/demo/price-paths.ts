/**
 * Simulated dollar prices, one a minute: a random walk with bursts of volatility and a weak pull to the listing's price.
 * History is walked backwards from the present, so that it ends exactly where the maker begins.
 */

import { createRandom, type Random } from '../ticker/index.ts';
import { type DemoAsset, demoAssets } from './listings.ts';

/** Strength of the pull towards the anchor, per step. */
const reversion = 0.000_4;

/** One step of an asset's walk. `burst` is the asset's current multiple of its volatility. */
export function nextPrice(price: number, asset: DemoAsset, burst: number, random: Random): number {
  const pull = reversion * Math.log(asset.usdPrice / price);
  return price * Math.exp(pull + asset.volatility * burst * random.normal());
}

/** Volatility comes in clusters: most of the time near 1, now and then up to 4. */
export function nextBurst(burst: number, random: Random): number {
  if (random.next() < 0.004) return random.between(1.5, 4);
  return 1 + (burst - 1) * 0.985;
}

/** Dollar prices of every asset at each minute boundary, oldest first; the last is the listing's price. */
export function simulateHistory(minutes: number, seed: number): Map<string, Float64Array> {
  const paths = new Map<string, Float64Array>();
  for (const asset of demoAssets) {
    const random = createRandom(seed + asset.id);
    const path = new Float64Array(minutes + 1);
    let price = asset.usdPrice;
    let burst = 1;
    for (let minute = minutes; minute >= 0; minute--) {
      path[minute] = price;
      price = nextPrice(price, asset, burst, random);
      burst = nextBurst(burst, random);
    }
    paths.set(asset.ticker, path);
  }
  return paths;
}
