/** A case as its owner sees it. */
import { paths } from '@pelican/shared/client-paths';
import {
  type CasePart,
  type DocumentField,
  type KycStatus,
  neededFiles,
  partOf,
  type VerificationState,
} from '@pelican/shared/contracts/kyc';
import type { PersonalDetails } from '@pelican/shared/contracts/settings';
import type { CaseDocument, KycCase } from './cases.ts';
import { indianCities } from './indian-cities.ts';
import type { CaseDetails } from './secrets.ts';

export interface OwnState {
  kycCase: KycCase | undefined;
  details: CaseDetails;
  documents: readonly CaseDocument[];
  /** Of the account: it may have been approved without a case. */
  isApproved: boolean;
  isIndian: boolean;
  countryList: Record<string, string>;
  token: string | null;
}

/** The files that the chosen documents need; undefined before they were chosen. */
export function neededOf({ variant, documentKind, panType }: KycCase): readonly DocumentField[] | undefined {
  if (variant === 'global') return documentKind ? neededFiles({ kind: documentKind }) : undefined;
  return panType ? neededFiles({ panType }) : undefined;
}

/** What is not there, or is asked for again. The video comes last. */
export function missingFiles(
  kycCase: KycCase,
  documents: readonly Pick<CaseDocument, 'field'>[],
): readonly DocumentField[] | undefined {
  const needed = neededOf(kycCase);
  if (!needed) return undefined;
  const present = new Set(documents.map(({ field }) => field).filter((field) => !kycCase.resubmit.includes(field)));
  return [...needed, 'video' as const].filter((field) => !present.has(field));
}

export function isInfoDone({ resubmit }: KycCase, { info }: CaseDetails): boolean {
  return info !== undefined && !resubmit.includes('info');
}

export function viewStatus(state: OwnState): KycStatus {
  const { kycCase, isApproved, countryList, token } = state;
  const isOpen = isOpenCase(kycCase);
  const isIndian = isOpen ? kycCase.variant === 'india' : state.isIndian;
  const isPartly = isOpen && kycCase.approvedParts.length > 0;
  return {
    state: verificationStateOf(state),
    customer: {
      approved: isApproved,
      pending: !isApproved && kycCase?.status === 'submitted',
      submitted: isApproved || kycCase?.status === 'submitted',
      verifyLink: verifyLink(isIndian),
      isIndian,
      partiallyApproved: !isApproved && isPartly,
    },
    info: partState(state, 'info', isOpen),
    documents: partState(state, 'documents', isOpen),
    video: partState(state, 'video', isOpen),
    rejected: !isApproved && kycCase?.status === 'rejected',
    reason: isApproved ? null : (kycCase?.reason ?? null),
    resubmit: isOpen ? kycCase.resubmit : [],
    missing: isOpen ? [...(missingFiles(kycCase, state.documents) ?? [])] : [],
    countryList,
    indianCities: isIndian ? indianCities : [],
    kycToken: isOpen && kycCase.variant === 'india' ? token : null,
  };
}

function isOpenCase(kycCase: KycCase | undefined): kycCase is KycCase {
  return kycCase !== undefined && ['draft', 'submitted', 'resubmission'].includes(kycCase.status);
}

export function verifyLink(isIndian: boolean): string {
  return isIndian ? paths.kycIndia : paths.kycGlobal;
}

/** @param kycCase the last one of the account */
export function verificationStateOf({
  kycCase,
  isApproved,
}: Pick<OwnState, 'kycCase' | 'isApproved'>): VerificationState {
  if (isApproved) return 'verified';
  if (!isOpenCase(kycCase)) return 'not_verified';
  if (kycCase.status === 'submitted') return 'processing';
  return kycCase.approvedParts.length > 0 ? 'partially_verified' : 'in_process';
}

/** After an approval without a case every part is as the account. */
export function partState(
  { kycCase, details, documents, isApproved }: OwnState,
  part: CasePart,
  isOpen: boolean,
): KycStatus['info'] {
  if (isApproved) return { submitted: true, approved: true };
  if (!kycCase || !isOpen) return { submitted: false, approved: false };
  const approved = kycCase.approvedParts.includes(part);
  if (part === 'info') return { submitted: isInfoDone(kycCase, details), approved };
  const missing = missingFiles(kycCase, documents);
  return { submitted: missing !== undefined && !missing.some((field) => partOf(field) === part), approved };
}

export function lastFour(number: string): string {
  return `XXXX${number.replace(/[^A-Za-z0-9]/g, '').slice(-4)}`;
}

export function viewPersonal({ info, number }: CaseDetails): PersonalDetails | null {
  if (!info) return null;
  const of = (...names: string[]) => names.flatMap((name) => info[name] || []).join(' ');
  return {
    full_name: of('first_name', 'middle_name', 'last_name'),
    birth_date: of('birth_date'),
    address: of('street_address', 'house', 'apartment'),
    city: of('city'),
    state: of('state'),
    postal_code: of('postal_code'),
    country: of('country'),
    id_number: number ? lastFour(number) : null,
  };
}
