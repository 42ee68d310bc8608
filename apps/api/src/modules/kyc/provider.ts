/** Companies that check who somebody is, before an operator decides. Their word is a check of the case (docs/decisions/0088). */
import { createHmac } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import type { ProviderResponse } from '@pelican/shared/contracts/kyc';
import type { ProviderResult, Variant } from './cases.ts';

/** A case as a provider is asked about it. */
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

export interface KycProvider {
  checks(variant: Variant): boolean;
  /** What it has posted, whose signature is right. @throws DomainError not_found: it posts nothing */
  readResult(body: ProviderResponse): CheckResult;
}

/** Operators alone look at the cases. */
const manualReview: KycProvider = {
  checks: () => false,
  readResult() {
    throw new DomainError('not_found');
  },
};

const answerTimeoutMs = 10_000;

/** Where it is handed no cases, it learns of them by the token that their owner's client gives it. */
const indiaProvider: KycProvider = {
  checks: (variant) => variant === 'india',
  readResult: ({ event_id: eventId, token, result, checks }) => ({ eventId, token, result, checks }),
};

/** The provider of this deployment. @param secret of its results; undefined: operators alone check */
export function openKycProvider(secret: string | undefined): KycProvider {
  return secret === undefined ? manualReview : indiaProvider;
}

/** Where a provider takes cases. */
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
