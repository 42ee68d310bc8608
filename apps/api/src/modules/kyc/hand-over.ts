/** Cases on their way to the provider that checks them. The worker hands them over, and may read of a case only what is put here. */
import { hkdfSync } from 'node:crypto';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction, recordAudit, type Transaction } from '../../platform/database/index.ts';
import { seal, unseal } from '../../platform/sealing/index.ts';
import { beginCheck, type KycProviderAddress } from './provider.ts';
import { type CaseDetails, checkedFields } from './secrets.ts';

const batchMax = 20;

/** Under the secret that signs requests: the worker has none of the keys of the exchange. */
function keyOf(requestSecret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', requestSecret, '', 'kyc hand-over', 32));
}

const ownerOf = (caseId: number) => `kyc hand-over ${caseId}`;

/** In the transaction of the submission. What waited of an earlier one is replaced; what the provider has taken already it is not handed again. */
export async function putHandOver(
  tx: Transaction,
  requestSecret: string,
  { caseId, token, details }: { caseId: number; token: string; details: CaseDetails },
): Promise<void> {
  const { info = {}, number = '', aadhaarLast4 = '' } = details;
  const compared = Object.fromEntries(checkedFields.map((name) => [name, info[name] ?? '']));
  const content = Buffer.from(JSON.stringify({ ...compared, number, aadhaar_last4: aadhaarLast4 }));
  await tx.query(
    `INSERT INTO kyc_hand_overs (case_id, token, sealed) VALUES ($1, $2, $3)
      ON CONFLICT (case_id) DO UPDATE SET token = EXCLUDED.token, sealed = EXCLUDED.sealed, next_at = now(), attempts = 0,
        taken_at = CASE WHEN kyc_hand_overs.token = EXCLUDED.token THEN kyc_hand_overs.taken_at END`,
    [caseId, token, seal(content, [keyOf(requestSecret)], ownerOf(caseId))],
  );
}

/** The provider has answered about the case as it is. */
export async function dropHandOver(tx: Transaction, caseId: number): Promise<void> {
  await tx.query('DELETE FROM kyc_hand_overs WHERE case_id = $1', [caseId]);
}

/** Of cases that wait no longer, and of accounts that are deleted. */
export async function dropEndedHandOvers(pool: pg.Pool): Promise<void> {
  await pool.query(
    `DELETE FROM kyc_hand_overs USING kyc_cases JOIN users ON users.id = user_id
      WHERE kyc_cases.id = case_id AND (kyc_cases.status <> 'submitted' OR users.deleted_at IS NOT NULL)`,
  );
}

interface HandOverDeps {
  pool: pg.Pool;
  log: Pick<Logger, 'warn'>;
  provider: KycProviderAddress;
  /** Where users reach the exchange; without a slash at the end. */
  publicUrl: string;
}

interface Due {
  case_id: string;
  token: string;
  sealed: Buffer;
}

/**
 * Hands over what is due and not taken yet. The next time is written before the provider is called: one that hangs or
 * refuses holds up no other case, and a case whose worker dies before the provider's answer is written down is handed
 * over again, by the same token.
 */
export async function handOverCases({ pool, log, provider, publicUrl }: HandOverDeps): Promise<void> {
  await dropEndedHandOvers(pool);
  const { rows } = await pool.query<Due>(
    `UPDATE kyc_hand_overs SET attempts = attempts + 1, next_at = now() + least(interval '1 minute' * power(2, least(attempts, 9)), interval '6 hours')
      WHERE case_id IN (SELECT case_id FROM kyc_hand_overs WHERE next_at <= now() AND taken_at IS NULL ORDER BY next_at LIMIT $1 FOR UPDATE SKIP LOCKED)
      RETURNING case_id, token, sealed`,
    [batchMax],
  );
  await Promise.all(
    rows.map(async ({ case_id, token, sealed }) => {
      const caseId = Number(case_id);
      try {
        const details = JSON.parse(unseal(sealed, [keyOf(provider.secret)], ownerOf(caseId)).toString());
        await beginCheck(provider, { token, details, answerTo: `${publicUrl}/v2/indian-kyc-response` });
        await markTaken(pool, caseId, token);
      } catch (error) {
        log.warn({ err: error, case: caseId }, 'a verification could not be handed to its provider: it is tried again');
      }
    }),
  );
}

/** That personal details went to the provider is recorded, once for each submission. */
async function markTaken(pool: pg.Pool, caseId: number, token: string): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ userId: string }>(
      `UPDATE kyc_hand_overs SET taken_at = now() FROM kyc_cases
        WHERE case_id = $1 AND token = $2 AND taken_at IS NULL AND kyc_cases.id = case_id RETURNING user_id AS "userId"`,
      [caseId, token],
    );
    for (const { userId } of rows)
      await recordAudit(tx, {
        actor: 'worker',
        action: 'kyc.handed_over',
        subject: `user:${userId}`,
        details: { case: caseId },
      });
  });
}
