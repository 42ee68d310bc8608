/** What people send to show who they are, and what they see of it. */
import { DomainError } from '@pelican/shared/contracts';
import type {
  GlobalInfo,
  IndianInfo,
  KycStatus,
  ProviderResponse,
  VerificationState,
} from '@pelican/shared/contracts/kyc';
import type { PersonalDetails } from '@pelican/shared/contracts/settings';
import type pg from 'pg';
import { inTransaction, type Queryable, recordAudit } from '../../platform/database/index.ts';
import type { EncryptionKeys } from '../../platform/sealing/index.ts';
import { isCountry } from '../system/index.ts';
import { demandNotApproved, findAccountFacts } from './account-facts.ts';
import {
  changeCase,
  countRecentCases,
  currentDocuments,
  findLastCase,
  findShownCase,
  type KycCase,
  openCase,
  type Variant,
  withdrawCase,
} from './cases.ts';
import { dropDraftFiles } from './files.ts';
import { readResult } from './provider.ts';
import { takeProviderResponse } from './provider-results.ts';
import type { RiskRules } from './risks.ts';
import { type KycSecrets, readKycSecrets } from './secrets.ts';
import { type SentDocuments, sendDocuments } from './send-documents.ts';
import { submitIfComplete } from './submit-case.ts';
import {
  lastFour,
  type OwnState,
  partState,
  verificationStateOf,
  verifyLink,
  viewPersonal,
  viewStatus,
} from './view.ts';

export interface KycServiceDeps {
  pool: pg.Pool;
  encryptionKeys: EncryptionKeys;
  restrictedCountries: readonly string[];
  /** What makes a case take two operators. */
  rules: RiskRules;
  /** Undefined: nothing is handed to the provider. */
  handOverSecret: string | undefined;
  countryList: Record<string, string>;
}

const casesMax = 5;
const casesDays = 30;

export type KycService = ReturnType<typeof createKycService>;

export function createKycService(deps: KycServiceDeps) {
  const { pool, encryptionKeys, restrictedCountries } = deps;
  let known: Promise<KycSecrets> | undefined;

  function secretsOf(): Promise<KycSecrets> {
    known ??= readKycSecrets(pool, encryptionKeys).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  }

  async function stateOf(db: Queryable, userId: number): Promise<OwnState & { email: string }> {
    const secrets = await secretsOf();
    const [account, kycCase] = [await findAccountFacts(db, userId), await findLastCase(db, userId)];
    const details = kycCase ? secrets.openDetails(kycCase.id, kycCase.details) : {};
    return {
      ...account,
      kycCase,
      details,
      documents: kycCase ? await currentDocuments(db, kycCase.id) : [],
      countryList: deps.countryList,
      token: kycCase ? secrets.tokenOf(kycCase.id, details) : null,
    };
  }

  async function status(userId: number): Promise<KycStatus> {
    return viewStatus(await stateOf(pool, userId));
  }

  /** Runs a change of the user's open case, which is locked; opens one where there is none. */
  async function change(
    userId: number,
    variant: Variant,
    work: (tx: Parameters<typeof changeCase>[0], kycCase: KycCase, secrets: KycSecrets) => Promise<void>,
  ): Promise<KycStatus> {
    const secrets = await secretsOf();
    await inTransaction(pool, async (tx) => {
      const kycCase = await demandOpenCase(tx, userId, variant);
      await work(tx, kycCase, secrets);
      await submitIfComplete(tx, kycCase.id, { secrets, rules: deps.rules, handOverSecret: deps.handOverSecret });
    });
    return status(userId);
  }

  return {
    status,
    secretsOf,

    /** @throws DomainError kyc_state, region_barred, invalid_argument */
    sendInfo: (userId: number, variant: Variant, info: GlobalInfo | IndianInfo) =>
      change(userId, variant, async (tx, kycCase, secrets) => {
        if (!isCountry(info.country)) throw fieldError('country', 'Current value is not supported');
        if (restrictedCountries.includes(info.country)) throw new DomainError('region_barred');
        const details = secrets.openDetails(kycCase.id, kycCase.details);
        demandWanted(kycCase, 'info', details.info !== undefined);
        const given = Object.entries(info).filter((entry): entry is [string, string] => entry[1] !== undefined);
        const changed = { ...details, info: Object.fromEntries(given.map(upperCodes)) };
        await changeCase(tx, kycCase.id, {
          details: secrets.sealDetails(kycCase.id, changed),
          isOtherThanChecked: secrets.digestOf(changed) !== secrets.digestOf(details),
          country: info.country,
          resubmit: kycCase.resubmit.filter((part) => part !== 'info'),
        });
      }),

    /**
     * Asked before a form is read: an account without an address of its own, or whose case takes no files now, costs nothing.
     * @throws DomainError email_unconfirmed, kyc_state
     */
    async demandUploader(userId: number): Promise<void> {
      const [{ isConfirmed, isApproved }, last] = await Promise.all([
        findAccountFacts(pool, userId),
        findLastCase(pool, userId),
      ]);
      if (!isConfirmed)
        throw new DomainError('email_unconfirmed', { message: 'Confirm your e-mail address to send documents' });
      if (isApproved || last?.status === 'submitted' || last?.status === 'rejected') throw new DomainError('kyc_state');
    },

    /** @throws DomainError kyc_state, invalid_argument */
    sendDocuments: (userId: number, variant: Variant, sent: SentDocuments) =>
      change(userId, variant, async (tx, kycCase, secrets) => {
        if (sent.issuingCountry && !isCountry(sent.issuingCountry))
          throw fieldError('issuing_country', 'Current value is not supported');
        await sendDocuments({ tx, kycCase, secrets, encryptionKeys }, sent);
      }),

    /** @throws DomainError kyc_state */
    begin: (userId: number, variant: Variant) => change(userId, variant, async () => undefined),

    /** Begins again after a refusal. @throws DomainError kyc_state, too_many_requests */
    async redo(userId: number, variant: Variant): Promise<KycStatus> {
      await inTransaction(pool, async (tx) => {
        await demandNotApproved(tx, userId);
        const last = await findLastCase(tx, userId, 'FOR UPDATE');
        if (last?.status !== 'rejected') throw new DomainError('kyc_state');
        if ((await countRecentCases(tx, userId, casesDays)) >= casesMax) throw new DomainError('too_many_requests');
        await openCase(tx, userId, variant);
        await recordAudit(tx, {
          actor: `user:${userId}`,
          action: 'kyc.redone',
          subject: `user:${userId}`,
          details: { variant },
        });
      });
      return status(userId);
    },

    /** Of a case of the other variant nothing is shown. */
    async documents(userId: number, variant: Variant) {
      const known = await stateOf(pool, userId);
      const isOther = known.kycCase !== undefined && known.kycCase.variant !== variant;
      const state = isOther ? { ...known, kycCase: undefined, details: {}, documents: [] } : known;
      const { kycCase, details, documents } = state;
      return {
        ...partState(state, 'documents', kycCase !== undefined),
        type: kycCase?.documentKind ?? null,
        panType: kycCase?.panType ?? null,
        number: details.number ? lastFour(details.number) : null,
        adhaarNumber: details.aadhaarLast4 ? lastFour(details.aadhaarLast4) : null,
        result: documents.map(({ field, createdAt }) => ({ field, submitted_at: createdAt.getTime() / 1000 })),
      };
    },

    /** How far the verification is, in the words of its pages. */
    async verificationState(userId: number): Promise<VerificationState> {
      const [{ isApproved }, kycCase] = [await findAccountFacts(pool, userId), await findLastCase(pool, userId)];
      return verificationStateOf({ isApproved, kycCase });
    },

    async video(userId: number) {
      const state = await stateOf(pool, userId);
      const video = state.documents.find(({ field }) => field === 'video');
      const part = partState(state, 'video', state.kycCase !== undefined);
      return { ...part, value: video ? 'submitted' : null };
    },

    /** What the profile shows: of the case that was approved, or else of the newest; null before details were sent. */
    async personal(userId: number): Promise<PersonalDetails | null> {
      const kycCase = await findShownCase(pool, userId);
      if (!kycCase) return null;
      return viewPersonal((await secretsOf()).openDetails(kycCase.id, kycCase.details));
    },

    async data(userId: number, variant: Variant) {
      const { kycCase, details, email, token } = await stateOf(pool, userId);
      const info = kycCase?.variant === variant ? details.info : undefined;
      return {
        status: 'success' as const,
        info: info
          ? {
              ...info,
              ...(info.bank_account_number ? { bank_account_number: lastFour(info.bank_account_number) } : {}),
            }
          : null,
        email,
        verifyLink: verifyLink(variant === 'india'),
        kycToken: kycCase?.variant === 'india' && variant === 'india' ? token : null,
      };
    },

    /** @throws DomainError not_found: no case has the token */
    async takeProviderResponse(response: ProviderResponse): Promise<void> {
      const result = readResult(response);
      await takeProviderResponse({ pool, secrets: await secretsOf(), rules: deps.rules }, result);
    },
  };

  /** @throws DomainError kyc_state: approved, waiting for a decision, or refused until it is begun again */
  async function demandOpenCase(
    tx: Parameters<typeof changeCase>[0],
    userId: number,
    variant: Variant,
  ): Promise<KycCase> {
    await demandNotApproved(tx, userId);
    const last = await findLastCase(tx, userId, 'FOR UPDATE');
    if (last?.status === 'submitted' || last?.status === 'rejected') throw new DomainError('kyc_state');
    const isOpen = last?.status === 'draft' || last?.status === 'resubmission';
    if (isOpen && last.variant === variant) return last;
    if (isOpen && last.status === 'resubmission') throw new DomainError('kyc_state');
    if ((await countRecentCases(tx, userId, casesDays)) >= casesMax * 2) throw new DomainError('too_many_requests');
    if (isOpen) {
      await withdrawCase(tx, last.id);
      await dropDraftFiles(tx, last.id);
    }
    await openCase(tx, userId, variant);
    const opened = await findLastCase(tx, userId, 'FOR UPDATE');
    // Another request has opened one of the other variant at this moment.
    if (opened?.variant !== variant || opened.status !== 'draft') throw new DomainError('kyc_state');
    return opened;
  }
}

/** What was accepted, or was not asked for again, stays. @throws DomainError kyc_state */
function demandWanted({ status, resubmit, approvedParts }: KycCase, part: 'info', isThere: boolean): void {
  if (approvedParts.includes(part) || (status === 'resubmission' && isThere && !resubmit.includes(part)))
    throw new DomainError('kyc_state', { message: 'This part is accepted, or was not asked for again' });
}

/** Codes of banks are in capitals, however they were typed. */
function upperCodes([name, value]: [string, string]): [string, string] {
  return [name, name === 'ifsc_code' ? value.toUpperCase() : value];
}

function fieldError(field: string, text: string): DomainError {
  return new DomainError('invalid_argument', { fields: { [field]: [text] } });
}
