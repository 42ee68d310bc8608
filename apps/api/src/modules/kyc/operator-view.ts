/** Cases as operators see them. */
import { DomainError } from '@pelican/shared/contracts';
import {
  ageOn,
  type CaseStatus,
  type KycCaseDetail,
  type KycCaseHead,
  kycRisks,
  today,
} from '@pelican/shared/contracts/kyc';
import { countWaiting, type OperatorQueue } from '../../identity/index.ts';
import { countRows, type Queryable } from '../../platform/database/index.ts';
import { type CaseDocument, type CaseRow, caseColumns, currentDocuments, type KycCase, readCase } from './cases.ts';
import { isSamePerson } from './risks.ts';
import type { CaseDetails, KycSecrets } from './secrets.ts';

const pageRows = 50;

/** Cases that wait for a decision. */
export const kycQueue: OperatorQueue = {
  name: 'kyc',
  permission: 'kyc',
  count: (db) => countWaiting(db, `submitted_at FROM kyc_cases WHERE status = 'submitted'`),
};

interface HeadFacts {
  email: string;
  attempt: number;
}

const headColumns = `${caseColumns}, email,
  (SELECT count(*)::int FROM kyc_cases earlier WHERE earlier.user_id = kyc_cases.user_id AND earlier.id <= kyc_cases.id) AS attempt`;

/** The oldest first. */
export async function listCases(
  db: Queryable,
  { status, offset }: { status: CaseStatus; offset: number },
): Promise<{ result: KycCaseHead[]; total: number }> {
  const page = { offset, limit: pageRows };
  const [{ rows }, total] = await Promise.all([
    db.query<CaseRow & HeadFacts>(
      `SELECT ${headColumns} FROM kyc_cases JOIN users ON users.id = user_id
        WHERE kyc_cases.status = $1 ORDER BY submitted_at NULLS LAST, kyc_cases.id LIMIT $2 OFFSET $3`,
      [status, pageRows, offset],
    ),
    countRows(db, 'SELECT FROM kyc_cases WHERE status = $1', [status], page),
  ]);
  return { result: rows.map((row) => viewHead(readCase(row))), total };
}

/** @throws DomainError not_found */
export async function viewCase(db: Queryable, secrets: KycSecrets, id: number): Promise<KycCaseDetail> {
  const { rows } = await db.query<CaseRow & HeadFacts>(
    `SELECT ${headColumns} FROM kyc_cases JOIN users ON users.id = user_id WHERE kyc_cases.id = $1`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  const kycCase = readCase(rows[0]);
  const details = secrets.openDetails(id, kycCase.details);
  const { info } = details;
  const documents = await currentDocuments(db, id);
  return {
    ...viewHead(kycCase),
    revision: kycCase.revision,
    info: info ?? null,
    age: info?.birth_date ? ageOn(info.birth_date, today()) : null,
    document: {
      type: kycCase.documentKind ?? kycCase.panType,
      number: details.number ?? null,
      issuing_country: details.issuingCountry ?? null,
      // Never whole: not even stored.
      adhaarNumber: details.aadhaarLast4 ? `XXXX XXXX ${details.aadhaarLast4}` : null,
    },
    approved_parts: kycCase.approvedParts,
    resubmit: kycCase.resubmit,
    files: documents.map(viewFile),
    checks: [...checksOf(kycCase, details), checkPictures(documents)],
    history: await readHistory(db, kycCase),
  };
}

function viewHead(given: KycCase & HeadFacts): KycCaseHead {
  const { id, userId, variant, status, country, risks, submittedAt, email, attempt } = given;
  return { id, user_id: userId, email, variant, status, country, risks, attempt, submitted_at: secondsOf(submittedAt) };
}

function viewFile({ id, field, mediaType, size, createdAt }: CaseDocument): KycCaseDetail['files'][number] {
  return { id, field, media_type: mediaType, size, submitted_at: createdAt.getTime() / 1000 };
}

/** What was found out without looking at a picture. */
function checksOf(kycCase: KycCase, { info, number, aadhaarLast4 }: CaseDetails): KycCaseDetail['checks'] {
  const { risks } = kycCase;
  const isIndia = kycCase.variant === 'india';
  return [
    {
      name: 'Number of the document',
      passed: number ? true : null,
      detail: isIndia ? 'PAN of a person, right form' : 'right form',
    },
    ...(isIndia ? [{ name: 'Aadhaar', passed: aadhaarLast4 ? true : null, detail: 'check digit is right' }] : []),
    {
      name: 'One account a person',
      passed: !risks.includes('number_seen'),
      detail: risks.includes('number_seen') ? kycRisks.number_seen : 'no other account sent this number',
    },
    ...(info?.full_name
      ? [{ name: 'Name of the PAN', passed: isSamePerson(info.full_name, info), detail: info.full_name }]
      : []),
    ...risks
      .filter((risk) => risk !== 'number_seen')
      .map((risk) => ({ name: 'Risk', passed: false, detail: kycRisks[risk] })),
    ...(kycCase.providerResult?.checks ?? []).map(({ name, passed, detail = '' }) => ({
      name: `Provider: ${name}`,
      passed,
      detail,
    })),
    { name: 'Files', passed: true, detail: 'types by content, encoded anew, no screenshot by metadata' },
  ];
}

/** One picture for several documents is of one of them at most. */
function checkPictures(documents: readonly CaseDocument[]): KycCaseDetail['checks'][number] {
  const name = 'A picture of its own for each document';
  const byPicture = Map.groupBy(documents, ({ pictureHash }) => pictureHash?.toString('hex'));
  const repeated = [...byPicture].flatMap(([hash, same]) => (hash && same.length > 1 ? [same] : []));
  if (repeated.length > 0) {
    const detail = repeated.map((same) => same.map(({ field }) => field).join(', ')).join('; ');
    return { name, passed: false, detail: `the same picture: ${detail}` };
  }
  if (byPicture.has(undefined)) return { name, passed: null, detail: 'sent before pictures were compared' };
  return { name, passed: true, detail: 'all pictures differ' };
}

async function readHistory(db: Queryable, { userId, id }: KycCase): Promise<KycCaseDetail['history']> {
  const { rows } = await db.query<{ id: string; status: CaseStatus; reason: string | null; decidedAt: Date | null }>(
    `SELECT id, status, reason, decided_at AS "decidedAt" FROM kyc_cases WHERE user_id = $1 AND id <> $2 ORDER BY id DESC LIMIT 20`,
    [userId, id],
  );
  return rows.map(({ decidedAt, ...row }) => ({ ...row, id: Number(row.id), decided_at: secondsOf(decidedAt) }));
}

function secondsOf(date: Date | null): number | null {
  return date ? date.getTime() / 1000 : null;
}
