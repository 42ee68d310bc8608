import { isIPv6 } from 'node:net';

/**
 * The key under which limits count an address: an IPv4 address itself, also when it comes mapped
 * into IPv6, and of IPv6 the /64, which is what one customer of a network has to choose addresses from.
 */
export function addressKey(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const groups = groupsOf(ip);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 6).join() === '0,0,0,0,0,65535') return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
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
