/** The payment provider of the demo beside the API of a test, and reports as it signs them. */
import { signReport } from '@pelican/api/src/modules/fiat/sandbox/reports.ts';
import type { Answer, TestApi, TestUser } from './test-api.ts';

export const providerSecret = 'of-a-provider-'.repeat(3);

export interface Started {
  id: number;
  hash: string;
  redirectLink: string;
  fields: Record<string, string>;
}

export const startDeposit = (user: TestUser, body: object = {}, options: { key?: string; method?: string } = {}) =>
  user.post<Started>(
    `/v3/balance/deposit-INR/${options.method ?? 'PAYSOFT'}`,
    { amount: '1000', ...body },
    options.key ? { headers: { 'idempotency-key': options.key } } : {},
  );

let payments = 0;

export interface Report {
  reference: string;
  paymentId: string;
  outcome: string;
  ticker: string;
  amount: string;
}

/** That the whole amount of `startDeposit` was paid, by a payment of its own. */
export function paid(reference: string, change: Partial<Report> = {}): Report {
  return { reference, paymentId: `p${payments++}`, outcome: 'paid', ticker: 'INR', amount: '1000.00', ...change };
}

/** @param sign what the headers are made of, for a report that somebody else has made */
export function report(
  api: TestApi,
  body: Report,
  sign: { secret?: string; now?: number; text?: string } = {},
): Promise<Answer<{ status: number; code: string }>> {
  const headers = signReport(sign.text ?? JSON.stringify(body), sign.secret ?? providerSecret, sign.now);
  return api.call('POST', '/v2/payment-callbacks/sandbox', { body, headers });
}

/** A form as a browser submits it. */
export async function submitForm(
  api: TestApi,
  path: string,
  fields: Record<string, string>,
  headersOfUser: Record<string, string> = {},
) {
  const { statusCode, body, headers } = await api.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headersOfUser },
    payload: new URLSearchParams(fields).toString(),
  });
  return { status: statusCode, html: body, location: headers.location };
}
