/** The addresses that an API key may be used from. */
import { BlockList, isIP, isIPv6 } from 'node:net';

interface AddressRange {
  address: string;
  family: 'ipv4' | 'ipv6';
  /** Bits of the network; all for a single address. */
  prefix: number;
}

/** An address, or a range as 198.51.100.0/24; undefined for any other text. */
function parseAddressRange(text: string): AddressRange | undefined {
  const [address = '', bits, ...rest] = text.split('/');
  if (isIP(address) === 0 || rest.length > 0) return undefined;
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const width = family === 'ipv6' ? 128 : 32;
  if (bits === undefined) return { address, family, prefix: width };
  const prefix = Number(bits);
  return /^\d{1,3}$/.test(bits) && prefix <= width ? { address, family, prefix } : undefined;
}

export function isAddressRange(text: string): boolean {
  return parseAddressRange(text) !== undefined;
}

/** Whether an address lies in one of the ranges; without any, every address does. A text that is no range holds none. */
export function addressCheck(ranges: readonly string[]): (ip: string) => boolean {
  if (ranges.length === 0) return () => true;
  const list = new BlockList();
  for (const text of ranges) {
    const range = parseAddressRange(text);
    if (range) list.addSubnet(range.address, range.prefix, range.family);
  }
  return (ip) => {
    // On a dual-stack socket the address of an IPv4 caller is ::ffff:1.2.3.4.
    const plain = ip.startsWith('::ffff:') ? ip.slice(7) : ip;
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  };
}
