/** Two operators of loans: what takes two is asked for by one and approved by the other. */
import { expect } from 'vitest';
import type { SalesApi } from './loan-sales.ts';
import { demandTwoPersons, signUpOperator } from './operators.ts';
import type { Answer } from './test-api.ts';

export const reason = 'looked into it';
type Requested = Answer<{ status: string; code: string; request: { id: number; hash: string } }>;

export type LoanOperators = Awaited<ReturnType<typeof startLoanOperators>>;

export async function startLoanOperators(api: SalesApi) {
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  const jane = await signUpOperator(api, 'jane');
  const ravi = await signUpOperator(api, 'ravi');
  const ask = (path: string, body: object = {}): Promise<Requested> =>
    jane.post(`/v2/ops/p2p/${path}`, { reason, ...body });
  const approve = ({ id, hash }: { id: number; hash: string }): Promise<Answer<{ code?: string }>> =>
    ravi.post(`/v2/ops/requests/${id}/approve`, { hash, reason });

  /** Asked for by one and approved by another. */
  async function byTwo(path: string, body: object = {}): Promise<Answer<{ code?: string }>> {
    const asked = await ask(path, body);
    // What cannot be done is refused when it is asked for.
    if (asked.status >= 400) return asked;
    expect(asked, JSON.stringify(asked.body)).toMatchObject({ status: 202, body: { status: 'requested' } });
    return approve(asked.body.request);
  }

  return {
    jane,
    ravi,
    ask,
    approve,
    byTwo,
    async done(path: string, body: object = {}): Promise<void> {
      const answer = await byTwo(path, body);
      expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
      expect(answer.body).not.toHaveProperty('code');
    },
  };
}
