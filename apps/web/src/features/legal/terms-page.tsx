import { LegalText } from './legal-text.tsx';

/** /terms, and /cfx-terms/{dark} for apps. */
export function Component() {
  return <LegalText name="terms" />;
}
