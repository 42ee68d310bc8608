/** The provider of India tells what it has found. It is a check of the case: an operator decides (docs/decisions/0088). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { ProviderResponse } from '@pelican/shared/contracts/kyc';
import type pg from 'pg';
import { inTransaction, recordAudit } from '../../platform/database/index.ts';
import { findAccountFacts } from './account-facts.ts';
import { findCase } from './cases.ts';
import { type RiskRules, risksOf } from './risks.ts';
import type { KycSecrets } from './secrets.ts';

/** How far the provider's clock may be from ours. */
const skewSecondsMax = 300;

export interface SignedMessage {
  timestamp: string;
  signature: string;
  /** As it came. */
  body: string;
}

/** @throws DomainError invalid_signature, not_found: there is no such provider here */
export function demandProvider(secret: string | undefined, { timestamp, signature, body }: SignedMessage): void {
  if (secret === undefined) throw new DomainError('not_found');
  const right = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest();
  const isRight = timingSafeEqual(right, Buffer.from(signature, 'hex'));
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= skewSecondsMax;
  if (!isRight || !isRecent)
    throw new DomainError('invalid_signature', { message: 'The timestamp or signature is wrong' });
}

interface ProviderDeps {
  pool: pg.Pool;
  secrets: KycSecrets;
  rules: RiskRules;
}

/**
 * Writes a result down once. That of a case that is over decides nothing any more, and is known at the later cases of its owner.
 * @throws DomainError not_found
 */
export async function takeProviderResponse(
  { pool, secrets, rules }: ProviderDeps,
  { event_id, token, result, checks }: ProviderResponse,
): Promise<void> {
  const caseId = secrets.caseOfToken(token);
  if (caseId === undefined) throw new DomainError('not_found');
  await inTransaction(pool, async (tx) => {
    const kycCase = await findCase(tx, caseId, 'FOR UPDATE');
    if (kycCase?.variant !== 'india') throw new DomainError('not_found');
    const event = await tx.query(
      'INSERT INTO kyc_provider_events (event_id, case_id) VALUES ($1, $2) ON CONFLICT DO NOTHING',
      [event_id, caseId],
    );
    if (event.rowCount === 0) return;
    const providerResult = { result, checks };
    const details = secrets.openDetails(caseId, kycCase.details);
    const risks = risksOf({ ...kycCase, providerResult }, await findAccountFacts(tx, kycCase.userId), details, rules);
    await tx.query(
      `UPDATE kyc_cases SET provider_result = $2, revision = revision + 1,
          risks = CASE WHEN status IN ('submitted', 'resubmission') THEN $3 ELSE risks END WHERE id = $1`,
      [caseId, JSON.stringify(providerResult), risks],
    );
    await recordAudit(tx, {
      actor: 'kyc-provider',
      action: 'kyc.checked',
      subject: `user:${kycCase.userId}`,
      details: { case: caseId, event: event_id, result },
    });
  });
}
