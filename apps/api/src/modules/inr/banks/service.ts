/** Bank accounts as their users add, see and delete them. */
import { DomainError } from '@pelican/shared/contracts';
import {
  type IfscAnswer,
  type InrBank,
  type InrBankList,
  inrBankStatus,
  type NewInrBank,
} from '@pelican/shared/contracts/inr';
import type pg from 'pg';
import { lockLiveSession, type SessionOfUser } from '../../../identity/index.ts';
import { writeNotices } from '../../../notices/index.ts';
import { inTransaction, type Queryable, recordAudit, type Transaction } from '../../../platform/database/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';
import {
  demandVerified,
  findAccountFacts,
  findPassportName,
  isSamePerson,
  type PassportName,
} from '../../kyc/index.ts';
import { findBankOfIfsc } from './ifsc.ts';
import {
  type Bank,
  countTransactions,
  decideBank,
  deleteBank,
  findBanks,
  findOwnBank,
  insertBank,
} from './repository.ts';
import { type BankSecrets, readBankSecrets } from './secrets.ts';
import type { BankVerifier } from './verifier.ts';

export interface InrBankServiceDeps {
  pool: pg.Pool;
  encryptionKeys: EncryptionKeys;
  verifier: BankVerifier;
}

export type InrBankService = ReturnType<typeof createInrBankService>;

interface OwnBank {
  userId: number;
  id: number;
}

const lastDigitsLength = 4;

export function createInrBankService({ pool, encryptionKeys, verifier }: InrBankServiceDeps) {
  const secretsOf = () => readBankSecrets(pool, encryptionKeys);

  /** @throws DomainError inr_bank_not_added, with the field that is to blame */
  function holderOf({ full_name: given }: NewInrBank, passport: PassportName | undefined) {
    const known = passport && nameOf(passport);
    const fullName = given || known;
    if (!fullName) throw new DomainError('inr_bank_not_added', { fields: { full_name: ['Field is required'] } });
    return { fullName, nameMatches: passport !== undefined && isSamePerson(fullName, passport) };
  }

  return {
    async list(db: Queryable, wanted: { userId: number; offset: number; limit: number }): Promise<InrBankList> {
      const { userId, offset, limit } = wanted;
      const secrets = await secretsOf();
      const { result, total } = await findBanks(db, wanted);
      const passport = await findPassportName(db, encryptionKeys, userId);
      return {
        banks: { result: result.map((bank) => viewBank(bank, secrets)), total, offset, limit },
        is_approved: (await findAccountFacts(db, userId)).isApproved,
        user_passport: passport ?? null,
      };
    },

    /** @throws DomainError inr_bank_not_found */
    find: async (own: OwnBank): Promise<InrBank> => viewBank(await findOwnBank(pool, own), await secretsOf()),

    /** @throws DomainError not_found */
    bankOfIfsc(code: string): IfscAnswer {
      const found = findBankOfIfsc(code);
      if (!found) throw unknownIfsc('not_found');
      return { ifsc_code: code, bank_name: found.bankName, is_branch_known: found.isBranchKnown };
    },

    /**
     * What would refuse an account whatever it is, and whatever proof is shown.
     * @throws DomainError kyc_required, inr_bank_not_added
     */
    async demandAddable(userId: number, wanted: NewInrBank): Promise<void> {
      await demandVerified(pool, userId);
      if (!findBankOfIfsc(wanted.ifsc_code)) throw unknownIfsc('inr_bank_not_added');
      holderOf(wanted, await findPassportName(pool, encryptionKeys, userId));
    },

    /**
     * Adds an account, which waits for its verification.
     * @throws DomainError kyc_required, inr_bank_limit, inr_bank_added, inr_bank_not_added, invalid_token
     */
    async add(session: SessionOfUser, wanted: NewInrBank): Promise<InrBank> {
      const { userId } = session;
      const { account_number: accountNumber, ifsc_code: ifsc, account_type: accountType } = wanted;
      const found = findBankOfIfsc(ifsc);
      if (!found) throw unknownIfsc('inr_bank_not_added');
      const secrets = await secretsOf();
      const bank = await inTransaction(pool, async (tx) => {
        await lockLiveSession(tx, session);
        await demandVerified(tx, userId);
        const { fullName, nameMatches } = holderOf(wanted, await findPassportName(tx, encryptionKeys, userId));
        const added = await insertBank(tx, {
          userId,
          ifsc,
          bankName: found.bankName,
          accountType,
          nameMatches,
          lastDigits: accountNumber.slice(-lastDigitsLength),
          numberHash: secrets.hashNumber(ifsc, accountNumber),
          seal: (id) => secrets.sealDetails(id, { fullName, accountNumber }),
        });
        await record(tx, 'inr_bank.added', added);
        await writeNotices(tx, [{ userId, kind: 'inr_bank_added', payload: payloadOf(added) }]);
        return added;
      });
      return viewBank(bank, secrets);
    },

    /** Has one verified that waits. @returns the numeric status @throws DomainError inr_bank_not_found, inr_bank_added */
    validate: (own: OwnBank): Promise<InrBank['status']> =>
      inTransaction(pool, async (tx) => {
        const bank = await findOwnBank(tx, own, 'FOR UPDATE');
        if (bank.status !== 'pending') return inrBankStatus[bank.status];
        const verdict = await verifier.verify(tx, bank);
        if (verdict === undefined) return inrBankStatus.pending;
        await decideBank(tx, bank.id, { status: verdict });
        await record(tx, 'inr_bank.verified', bank);
        return inrBankStatus[verdict];
      }),

    /** @throws DomainError inr_bank_not_found, inr_bank_in_use */
    remove: (own: OwnBank): Promise<void> =>
      inTransaction(pool, async (tx) => {
        // Payments lock it too before they begin.
        const bank = await findOwnBank(tx, own, 'FOR UPDATE');
        if ((await countTransactions(tx, bank.id)).count > 0) throw new DomainError('inr_bank_in_use');
        await deleteBank(tx, bank.id);
        await record(tx, 'inr_bank.deleted', bank);
      }),

    /** @throws DomainError inr_bank_not_found */
    async transactions(own: OwnBank): Promise<{ count: number; total: number }> {
      const { id } = await findOwnBank(pool, own);
      return countTransactions(pool, id);
    },
  };
}

function unknownIfsc(code: 'not_found' | 'inr_bank_not_added'): DomainError {
  const text = 'No bank has this IFSC: please check it';
  return new DomainError(code, {
    ...(code === 'not_found' ? { message: text } : {}),
    fields: { ifsc_code: [text] },
  });
}

function viewBank(bank: Bank, secrets: BankSecrets): InrBank {
  const { id, details, lastDigits, ifsc, bankName, accountType, status, reason, createdAt } = bank;
  return {
    id,
    full_name: secrets.openDetails(id, details).fullName,
    account_number: `XXXX${lastDigits}`,
    ifsc_code: ifsc,
    bank_name: bankName,
    account_type: accountType,
    status: inrBankStatus[status],
    reason,
    created_at: createdAt.getTime() / 1000,
  };
}

export function nameOf({ first_name, middle_name, last_name }: PassportName): string {
  return [first_name, middle_name, last_name].filter((part) => part !== '').join(' ');
}

export function payloadOf({ bankName, lastDigits }: Pick<Bank, 'bankName' | 'lastDigits'>) {
  return { bank: bankName, digits: lastDigits };
}

async function record(
  tx: Transaction,
  action: 'inr_bank.added' | 'inr_bank.verified' | 'inr_bank.deleted',
  { id, userId, lastDigits, ifsc }: Pick<Bank, 'id' | 'userId' | 'lastDigits' | 'ifsc'>,
): Promise<void> {
  const account = `user:${userId}`;
  await recordAudit(tx, { actor: account, action, subject: account, details: { bank: id, ifsc, lastDigits } });
}
