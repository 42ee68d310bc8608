/** The referral programme over HTTP. */
import { claimDays, kycDays, referralShare, referralsEndpoints } from '@pelican/shared/contracts/referrals';
import type pg from 'pg';
import { inTransaction } from '../../platform/database/index.ts';
import { createRateLimit, type Guards, type HttpServer, type PrivateReads, serve } from '../../platform/http/index.ts';
import { claimRewards } from './claims.ts';
import { ensureCode } from './codes.ts';
import type { KeptReferrals } from './kept-code.ts';
import { countFriends, findAccruals, findAvailable, findClaims, findFriends } from './repository.ts';

const claimsPerMinute = 10;

export interface ReferralRoutesDeps {
  pool: pg.Pool;
  privateReads: PrivateReads;
  keptReferrals: KeptReferrals;
  publicUrl: string;
  guards: Guards;
}

export function referralRoutes(app: HttpServer, deps: ReferralRoutesDeps): void {
  const { pool, privateReads, keptReferrals, publicUrl, guards } = deps;
  const claims = createRateLimit<number>(claimsPerMinute / 60, claimsPerMinute);
  const reads = privateReads.pool;

  serve(app, guards, referralsEndpoints, {
    'GET /v2/settings/referral': async ({ principal: { userId } }) => {
      const code = await ensureCode(pool, userId);
      const [{ friends, successful }, available] = await Promise.all([
        countFriends(pool, userId),
        findAvailable(pool, userId),
      ]);
      return {
        code,
        link: `${publicUrl}/signup?ref=${code}`,
        share: referralShare,
        kyc_days: kycDays,
        claim_days: claimDays,
        friends,
        friends_successful: successful,
        available,
      };
    },
    'GET /v2/settings/referral/referrals': ({ principal, query }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findFriends(reads, { userId: principal.userId, ...query })),
        ...query,
      })),
    'GET /v2/settings/referral/actual_history': ({ principal, query }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findAccruals(reads, { userId: principal.userId, ...query })),
        ...query,
      })),
    'GET /v2/settings/referral/claims': ({ principal, query }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findClaims(reads, { userId: principal.userId, ...query })),
        ...query,
      })),
    'POST /v2/common/setreferalformobileapp': ({ body: { referral }, reply }) => {
      keptReferrals.keep(reply, referral);
      return { status: 'success' as const };
    },
    'POST /v2/settings/referral/claim_referrals': async ({ principal: { userId } }) => {
      claims.take(userId);
      return { claims: await inTransaction(pool, (tx) => claimRewards(tx, userId)) };
    },
  });
}
