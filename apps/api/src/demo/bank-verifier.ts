/** The demo's verification of bank accounts. */
import type { BankVerifier } from '../modules/inr/index.ts';
import { readDeployment } from '../platform/database/index.ts';

/**
 * An operator decides. In a demo, where nobody sits at the console and no money moves, an account whose holder has the name of the verified
 * identity is active at once.
 */
export const bankVerifier: BankVerifier = {
  async verify(db, { nameMatches }) {
    const { isDemo } = await readDeployment(db);
    return isDemo && nameMatches ? 'active' : undefined;
  },
};
