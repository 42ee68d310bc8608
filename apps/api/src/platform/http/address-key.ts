import { isIPv6 } from 'node:net';

/** Keys under which limits count an address. */
export interface AddressKeys {
  /** An IPv4 address itself, also when it comes mapped into IPv6; of IPv6 the /64, in which a device chooses its addresses. */
  address: string;
  /** The /48 of an IPv6 address, which one customer of a network may have; the address itself for IPv4. */
  site: string;
}

export function addressKeys(ip: string): AddressKeys {
  if (!isIPv6(ip)) return { address: ip, site: ip };
  const groups = groupsOf(ip);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') {
    const mapped = [high >> 8, high & 255, low >> 8, low & 255].join('.');
    return { address: mapped, site: mapped };
  }
  const [a, b, c, d] = groups.map((group) => group.toString(16));
  return { address: `${a}:${b}:${c}:${d}::/64`, site: `${a}:${b}:${c}::/48` };
}

export function addressKey(ip: string): string {
  return addressKeys(ip).address;
}

/** The eight groups of an IPv6 address, which may end in a dotted IPv4 address or in a zone. */
function groupsOf(ip: string): number[] {
  const [address = ''] = ip.split('%');
  const [head = [], tail] = address.split('::').map(readGroups);
  if (tail === undefined) return head;
  return [...head, ...Array<number>(8 - head.length - tail.length).fill(0), ...tail];
}

function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return Number.parseInt(group, 16);
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [a * 256 + b, c * 256 + d];
  });
}
