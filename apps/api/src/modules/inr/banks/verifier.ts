/** Who says whether a bank account is its user's. */
import type { Queryable } from '../../../platform/database/index.ts';
import type { Bank } from './repository.ts';

/** What is found out at once: undefined where an operator decides. */
export interface BankVerifier {
  verify(db: Queryable, bank: Pick<Bank, 'nameMatches'>): Promise<'active' | undefined>;
}
