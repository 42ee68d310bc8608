import { Wizard } from './wizard.tsx';

/** Verification of identity for residents of India. */
export function Component() {
  return <Wizard variant="india" />;
}
