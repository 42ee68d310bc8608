/** A case that is complete waits for an operator. */
import { markKycPending } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { recordAudit, type Transaction } from '../../platform/database/index.ts';
import { findAccountFacts } from './account-facts.ts';
import { currentDocuments, findCase, markSubmitted } from './cases.ts';
import { keepCaseFiles } from './files.ts';
import { putHandOver } from './hand-over.ts';
import { putNumbers } from './numbers.ts';
import { type RiskRules, risksOf } from './risks.ts';
import type { KycSecrets } from './secrets.ts';
import { isInfoDone, missingFiles } from './view.ts';

export interface SubmitDeps {
  secrets: KycSecrets;
  rules: RiskRules;
  /** Of the provider that cases of India are handed to; undefined: none is. */
  handOverSecret: string | undefined;
}

/** The case is locked. */
export async function submitIfComplete(
  tx: Transaction,
  caseId: number,
  { secrets, rules, handOverSecret }: SubmitDeps,
): Promise<void> {
  const kycCase = await findCase(tx, caseId);
  if (!kycCase) return;
  const details = secrets.openDetails(caseId, kycCase.details);
  const missing = missingFiles(kycCase, await currentDocuments(tx, caseId));
  if (!isInfoDone(kycCase, details) || missing === undefined || missing.length > 0) return;
  await putNumbers(tx, kycCase, details, secrets);
  await markSubmitted(tx, caseId, risksOf(kycCase, await findAccountFacts(tx, kycCase.userId), details, rules));
  await keepCaseFiles(tx, caseId);
  if (handOverSecret !== undefined && kycCase.variant === 'india' && kycCase.providerResult === null)
    await putHandOver(tx, handOverSecret, { caseId, token: secrets.tokenOf(caseId, details), details });
  await markKycPending(tx, kycCase.userId);
  const { userId, revision } = kycCase;
  await writeNotices(tx, [{ userId, kind: 'kyc_submitted', payload: {}, key: `kyc:${caseId}:${revision}` }]);
  await recordAudit(tx, {
    actor: `user:${userId}`,
    action: 'kyc.submitted',
    subject: `user:${userId}`,
    details: { case: caseId, revision },
  });
}
