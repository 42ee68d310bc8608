/** What is secret of a bank account: its holder and its number at rest, and the hash by which the same account is found again. */
import { createHmac } from 'node:crypto';
import type { Queryable } from '../../../platform/database/index.ts';
import { type EncryptionKeys, readDataKey, seal, unseal } from '../../../platform/sealing/index.ts';

export interface BankDetails {
  fullName: string;
  accountNumber: string;
}

export interface BankSecrets {
  sealDetails(bankId: number, details: BankDetails): Buffer;
  openDetails(bankId: number, stored: Buffer): BankDetails;
  /** The same for every branch of a bank, and however many zeros the number begins with. */
  hashNumber(ifsc: string, accountNumber: string): Buffer;
}

/** Under a key that outlives changes of the configuration's: hashes are compared with those of years ago. */
export async function readBankSecrets(db: Queryable, keys: EncryptionKeys): Promise<BankSecrets> {
  const key = await readDataKey(db, keys, 'inr');
  const ownerOf = (bankId: number) => `inr bank ${bankId}`;
  return {
    sealDetails: (bankId, details) => seal(Buffer.from(JSON.stringify(details)), [key], ownerOf(bankId)),
    openDetails: (bankId, stored) => JSON.parse(unseal(stored, [key], ownerOf(bankId)).toString()) as BankDetails,
    hashNumber: (ifsc, accountNumber) =>
      createHmac('sha256', key)
        .update(`${ifsc.slice(0, 4)}:${accountNumber.replace(/^0+/, '')}`)
        .digest(),
  };
}
