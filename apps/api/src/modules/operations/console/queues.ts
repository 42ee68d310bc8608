/** What waits for operators: a domain adds its queue here. */
import { countWaiting, type OperatorQueue } from '../../../identity/index.ts';
import { lastAttemptFailed } from '../../../notices/index.ts';
import { frozenDepositsQueue, unclaimedQueue } from '../../deposits/index.ts';
import { factorRecoveryQueue } from '../../factor-recovery/index.ts';
import { providerDepositsQueue } from '../../fiat/index.ts';
import { inrBanksQueue, inrDepositsQueue, inrPayoutsQueue } from '../../inr/index.ts';
import { kycQueue } from '../../kyc/index.ts';
import { loanQueues } from '../../loans/index.ts';
import { supportQueues } from '../../support/index.ts';
import { withdrawalsQueue } from '../../withdrawals/index.ts';
import { scopeOf } from './approval-routes.ts';

const approvals: OperatorQueue = {
  name: 'approvals',
  permission: undefined,
  // One's own wait for somebody else.
  count(db, principal) {
    const { maker, actions } = scopeOf(principal);
    return countWaiting(
      db,
      `created_at FROM operator_requests
        WHERE status = 'pending' AND expires_at > now() AND maker <> $1 AND action = ANY ($2)`,
      [maker, actions],
    );
  },
};

const deadJobs: OperatorQueue = {
  name: 'jobs',
  permission: 'system',
  count: (db) => countWaiting(db, `finished_at FROM jobs WHERE state = 'dead'`),
};

const failedMessages: OperatorQueue = {
  name: 'messages',
  permission: 'system',
  count: (db) => countWaiting(db, `created_at FROM messages WHERE ${lastAttemptFailed}`),
};

export const operatorQueues: readonly OperatorQueue[] = [
  approvals,
  kycQueue,
  withdrawalsQueue,
  inrBanksQueue,
  inrDepositsQueue,
  inrPayoutsQueue,
  providerDepositsQueue,
  frozenDepositsQueue,
  unclaimedQueue,
  ...loanQueues,
  factorRecoveryQueue,
  ...supportQueues,
  deadJobs,
  failedMessages,
];
