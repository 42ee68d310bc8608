/** Check digits by the scheme of Verhoeff, as an Aadhaar number has one. */
import { isVerhoeff, verhoeffDigit } from '@pelican/shared/contracts/kyc';

export function runVerhoeff({ digits }: { digits: string }) {
  const digit = verhoeffDigit(digits);
  return { digit, valid: isVerhoeff(digits + digit) };
}
