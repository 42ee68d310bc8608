/** The check digit of J. Verhoeff (1969), which ends an Aadhaar number: it finds every single wrong digit and every swap of neighbours. */

/** The dihedral group of order ten, by rows. */
const product = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const permutation = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];
const inverse = '0432156789';

const digitOf = (rows: readonly string[], row: number, column: number) => Number(rows[row]?.[column]);

/** @param place of the last digit: 0 when it is the check digit */
function checksum(digits: string, place: number): number {
  return [...digits]
    .toReversed()
    .reduce((sum, digit, at) => digitOf(product, sum, digitOf(permutation, (at + place) % 8, Number(digit))), 0);
}

/** Whether the last of the digits is the check digit of the others. */
export function isVerhoeff(digits: string): boolean {
  return /^\d{2,}$/.test(digits) && checksum(digits, 0) === 0;
}

/** The digit that belongs behind these. */
export function verhoeffDigit(digits: string): string {
  return inverse[checksum(digits, 1)] as string;
}
