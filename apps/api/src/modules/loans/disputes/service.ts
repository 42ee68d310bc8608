/** What the sides of a loan do in a dispute. Somebody else's loan is one that does not exist. */
import { DomainError } from '@pelican/shared/contracts';
import type { DisputeView, NewDispute } from '@pelican/shared/contracts/loans';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { lockLiveSession, type SessionOfUser } from '../../../identity/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../../platform/database/index.ts';
import type { CheckedFile } from '../../../platform/files/index.ts';
import { takeShared } from '../../../platform/http/index.ts';
import type { EncryptionKeys } from '../../../platform/sealing/index.ts';
import { findLoan, type StoredLoan } from '../loans.ts';
import { readNow } from '../locked.ts';
import type { LoanCatalog } from '../settings.ts';
import { type LockedLoan, lockLoan, takeStep } from '../steps.ts';
import { attachEvidence } from './files.ts';
import {
  agreeToDays,
  countEvidence,
  type DisputeRow,
  demandOpenDispute,
  findDisputes,
  insertDispute,
  insertEvidence,
  viewDispute,
} from './rows.ts';

export interface DisputeDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'eval'>;
  catalog: () => LoanCatalog;
  encryptionKeys: EncryptionKeys;
}

/** Who looks at which loan. */
export interface Party {
  userId: number;
  loanId: number;
}

/** Who says something about it. */
export interface Speaker {
  session: SessionOfUser;
  loanId: number;
}

export interface SentEvidence<Texts> {
  texts: Texts;
  files: readonly CheckedFile[];
}

const perHour = 30;
/** Of each side: neither can silence the other. */
const perDispute = 50;

function isParty({ sides }: StoredLoan, userId: number): boolean {
  return sides.lenderId === userId || sides.borrowerId === userId;
}

/** @throws DomainError loan_not_found */
export async function demandOwnLoan(
  db: Queryable,
  catalog: LoanCatalog,
  { userId, loanId }: Party,
): Promise<StoredLoan> {
  const loan = await findLoan(db, catalog, loanId);
  if (!loan || !isParty(loan, userId)) throw new DomainError('loan_not_found');
  return loan;
}

/** @throws DomainError loan_not_found */
export async function listDisputes(db: Queryable, catalog: LoanCatalog, party: Party): Promise<DisputeView[]> {
  const loan = await demandOwnLoan(db, catalog, party);
  const rows = await findDisputes(db, loan.id);
  return Promise.all(rows.map((row) => viewDispute(db, row, loan)));
}

/** @throws DomainError loan_not_found, dispute_open, dispute_too_late, too_many_requests, invalid_token */
export async function openDispute(
  deps: DisputeDeps,
  speaker: Speaker,
  sent: SentEvidence<NewDispute>,
): Promise<DisputeView> {
  const { userId } = speaker.session;
  await takeWord(deps, userId);
  return asParty(deps, speaker, async (tx, locked) => {
    const { reason, text } = sent.texts;
    await takeStep(tx, locked, { type: 'dispute' });
    const disputeId = await insertDispute(tx, { loanId: speaker.loanId, userId, reason, now: await readNow(tx) });
    await addTo(tx, deps, userId, { disputeId, text, files: sent.files });
  });
}

/** @throws DomainError loan_not_found, dispute_not_open, too_many_requests, invalid_token */
export async function addEvidence(
  deps: DisputeDeps,
  speaker: Speaker,
  sent: SentEvidence<{ text: string }>,
): Promise<DisputeView> {
  const { userId } = speaker.session;
  await takeWord(deps, userId);
  return asParty(deps, speaker, async (tx) => {
    const { id } = await demandOpenDispute(tx, speaker.loanId);
    await demandRoom(tx, id, userId);
    await addTo(tx, deps, userId, { disputeId: Number(id), text: sent.texts.text, files: sent.files });
  });
}

/** @param days 0: to none any more @throws DomainError loan_not_found, dispute_not_open, invalid_token */
export async function agreeToExtension(deps: DisputeDeps, speaker: Speaker, days: number): Promise<DisputeView> {
  return asParty(deps, speaker, async (tx, { loan }) => {
    const { id } = await demandOpenDispute(tx, speaker.loanId);
    const by = loan.sides.lenderId === speaker.session.userId ? 'lender' : 'borrower';
    await agreeToDays(tx, id, { by, days });
  });
}

/** Does something to the own loan, and shows the newest dispute of it. */
function asParty(
  { pool, catalog }: DisputeDeps,
  { session, loanId }: Speaker,
  work: (tx: Transaction, locked: LockedLoan) => Promise<void>,
): Promise<DisputeView> {
  return inTransaction(pool, async (tx) => {
    await lockLiveSession(tx, session);
    const locked = await lockLoan(tx, catalog(), loanId);
    if (!locked || !isParty(locked.loan, session.userId)) throw new DomainError('loan_not_found');
    await work(tx, locked);
    const [newest] = await findDisputes(tx, loanId);
    return viewDispute(tx, newest as DisputeRow, locked.loan);
  });
}

async function addTo(
  tx: Transaction,
  { encryptionKeys }: DisputeDeps,
  userId: number,
  { disputeId, text, files }: { disputeId: number; text: string; files: readonly CheckedFile[] },
): Promise<void> {
  const evidenceId = await insertEvidence(tx, { disputeId, userId, text });
  await attachEvidence(tx, encryptionKeys, { userId, evidenceId, files });
}

async function demandRoom(tx: Transaction, disputeId: string, userId: number): Promise<void> {
  if ((await countEvidence(tx, disputeId, userId)) >= perDispute) throw new DomainError('too_many_requests');
}

/** @throws DomainError too_many_requests */
function takeWord({ redis }: DisputeDeps, userId: number): Promise<void> {
  return takeShared(redis, [{ name: `p2p-evidence:${userId}`, max: perHour, seconds: 3_600 }]);
}
