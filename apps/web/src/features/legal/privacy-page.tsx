import { LegalText } from './legal-text.tsx';

/** /privacy-policy, and /cfx-privacy-policy/{dark} for apps. */
export function Component() {
  return <LegalText name="privacy" />;
}
