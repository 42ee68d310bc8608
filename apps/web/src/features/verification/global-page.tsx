import { Wizard } from './wizard.tsx';

/** Verification of identity for residents of all other countries. */
export function Component() {
  return <Wizard variant="global" />;
}
