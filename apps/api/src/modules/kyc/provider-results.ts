/** Results of the provider. Each is a check of its case: an operator decides (docs/decisions/0088). */
import { DomainError } from '@pelican/shared/contracts';
import type pg from 'pg';
import { inTransaction, recordAudit } from '../../platform/database/index.ts';
import { findAccountFacts } from './account-facts.ts';
import { findCase } from './cases.ts';
import { dropHandOver } from './hand-over.ts';
import type { CheckResult } from './provider.ts';
import { type RiskRules, risksOf } from './risks.ts';
import type { KycSecrets } from './secrets.ts';

interface ProviderDeps {
  pool: pg.Pool;
  secrets: KycSecrets;
  rules: RiskRules;
}

/**
 * Writes a result down once. That of a case that is over decides nothing any more, and is known at the later cases of its owner. A
 * refusal stays; a `passed` counts for what was checked alone, so one that comes after the case has changed is recorded and counts for nothing.
 * @throws DomainError not_found
 */
export async function takeProviderResponse(
  { pool, secrets, rules }: ProviderDeps,
  { eventId, token, result, checks }: CheckResult,
): Promise<void> {
  const checked = secrets.caseOfToken(token);
  if (!checked) throw new DomainError('not_found');
  const { caseId } = checked;
  await inTransaction(pool, async (tx) => {
    const kycCase = await findCase(tx, caseId, 'FOR UPDATE');
    if (kycCase?.variant !== 'india') throw new DomainError('not_found');
    const event = await tx.query(
      'INSERT INTO kyc_provider_events (event_id, case_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [eventId, caseId],
    );
    if (event.rowCount === 0) return;
    const details = secrets.openDetails(caseId, kycCase.details);
    const isCurrent = secrets.digestOf(details) === checked.digest;
    const counts = result === 'failed' || (isCurrent && kycCase.providerResult?.result !== 'failed');
    const providerResult = counts ? { result, checks } : kycCase.providerResult;
    const risks = risksOf({ ...kycCase, providerResult }, await findAccountFacts(tx, kycCase.userId), details, rules);
    await tx.query(
      `UPDATE kyc_cases SET provider_result = $2, revision = revision + 1,
          risks = CASE WHEN status IN ('submitted', 'resubmission') THEN $3 ELSE risks END WHERE id = $1`,
      [caseId, providerResult && JSON.stringify(providerResult), risks],
    );
    if (counts) await dropHandOver(tx, caseId);
    await recordAudit(tx, {
      actor: 'kyc-provider',
      action: 'kyc.checked',
      subject: `user:${kycCase.userId}`,
      details: { case: caseId, event: eventId, result, counts },
    });
  });
}
