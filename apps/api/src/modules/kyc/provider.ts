/** The company that checks who somebody in India is, before an operator decides. Its word is a check of the case (docs/decisions/0088). */
import { createHmac } from 'node:crypto';
import type { ProviderResponse } from '@pelican/shared/contracts/kyc';
import type { ProviderResult } from './cases.ts';

/** A case as the provider is asked about it. */
export interface HandedCase {
  /** Names the case as it is now; a result names it by this. */
  token: string;
  /** What the provider compares with its own records. No picture and no whole Aadhaar number. */
  details: Readonly<Record<string, string>>;
  /** Where the result is posted. */
  answerTo: string;
}

export interface CheckResult extends ProviderResult {
  /** Of several results with one id the first counts. */
  eventId: string;
  token: string;
}

/** What the provider has posted, whose signature is right. */
export function readResult({ event_id: eventId, token, result, checks }: ProviderResponse): CheckResult {
  return { eventId, token, result, checks };
}

const answerTimeoutMs = 10_000;

/** Where it takes cases; where it is handed none, it learns of them by the token that their owner's client gives it. */
export interface KycProviderAddress {
  url: string;
  /** Signs what it is handed; its results are signed by another one. */
  secret: string;
}

/** A repeat for the same token begins no second check. @throws Error when the provider has not taken the case */
export async function beginCheck(
  { url, secret }: KycProviderAddress,
  { token, details, answerTo }: HandedCase,
): Promise<void> {
  const body = JSON.stringify({ token, details, answer_to: answerTo });
  const timestamp = String(Math.floor(Date.now() / 1000));
  const response = await fetch(url, {
    method: 'POST',
    // Personal details go to the provider that was configured and to nobody it names.
    redirect: 'error',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': token,
      'x-kyc-timestamp': timestamp,
      'x-kyc-signature': createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex'),
    },
    body,
    signal: AbortSignal.timeout(answerTimeoutMs),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the provider of identity checks answered ${response.status}`);
}
