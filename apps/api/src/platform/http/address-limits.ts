/**
 * How limits count addresses: by IPv4 address and IPv6 /64, and beside it by /48, which has the allowance of several, since
 * one customer of a network may choose among all addresses of a /48.
 */
import { addressKeys } from './address-key.ts';
import { createTokenBuckets, type TokenBuckets } from './token-bucket.ts';

/** So many /64 of one /48 can use their allowance in full. */
export const addressesOfSite = 16;

/** Token buckets whose keys are addresses. */
export function createAddressBuckets(options: {
  perSecond: number;
  burst: number;
  now?: () => number;
}): TokenBuckets<string> {
  const { perSecond, burst } = options;
  const addresses = createTokenBuckets<string>(options);
  const sites = createTokenBuckets<string>({
    ...options,
    perSecond: perSecond * addressesOfSite,
    burst: burst * addressesOfSite,
  });
  return {
    take(ip, count) {
      const { address, site } = addressKeys(ip);
      if (site === address) return addresses.take(address, count);
      return sites.waitMs(site, count) === 0 && addresses.take(address, count) && sites.take(site, count);
    },
    giveBack(ip, count) {
      const { address, site } = addressKeys(ip);
      addresses.giveBack(address, count);
      if (site !== address) sites.giveBack(site, count);
    },
    waitMs(ip, count) {
      const { address, site } = addressKeys(ip);
      const waitMs = addresses.waitMs(address, count);
      return site === address ? waitMs : Math.max(waitMs, sites.waitMs(site, count));
    },
  };
}

/** What addresses hold at the moment, such as connections. */
export class AddressAmounts {
  private readonly amounts = new Map<string, number>();

  add(ip: string, change: number): void {
    for (const key of new Set(Object.values(addressKeys(ip)))) {
      const amount = this.of(key) + change;
      if (amount === 0) this.amounts.delete(key);
      else this.amounts.set(key, amount);
    }
  }

  /** Whether the address holds less than `max`, and its site less than `siteMax`. */
  isBelow(ip: string, max: number, siteMax: number): boolean {
    const { address, site } = addressKeys(ip);
    return this.of(address) < max && this.of(site) < siteMax;
  }

  private of(key: string): number {
    return this.amounts.get(key) ?? 0;
  }
}
