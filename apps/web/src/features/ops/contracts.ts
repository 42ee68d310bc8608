/** What operators decide is held against its contract in the console, in each of its forms, before it is sent. */
import { chatModerationEndpoints } from '@pelican/shared/contracts/chat';
import { contentOperatorEndpoints } from '@pelican/shared/contracts/content';
import { depositsOperatorEndpoints } from '@pelican/shared/contracts/deposits';
import { factorRecoveryOperatorEndpoints } from '@pelican/shared/contracts/factor-recovery';
import { fiatOperatorEndpoints } from '@pelican/shared/contracts/fiat';
import { inrOperatorEndpoints, payoutEndpoints } from '@pelican/shared/contracts/inr';
import { invoicesOperatorEndpoints } from '@pelican/shared/contracts/invoices';
import { kycOperatorEndpoints } from '@pelican/shared/contracts/kyc';
import { loansOperatorEndpoints } from '@pelican/shared/contracts/loans';
import { marketsOperatorEndpoints } from '@pelican/shared/contracts/markets';
import { operationsEndpoints } from '@pelican/shared/contracts/operations';
import { paymentsOperatorEndpoints } from '@pelican/shared/contracts/payments';
import { perpetualOperatorEndpoints } from '@pelican/shared/contracts/perpetual';
import { reservesOperatorEndpoints } from '@pelican/shared/contracts/reserves';
import { supportOperatorEndpoints } from '@pelican/shared/contracts/support';
import { systemOperatorEndpoints } from '@pelican/shared/contracts/system';
import { textsOperatorEndpoints } from '@pelican/shared/contracts/texts';
import { withdrawalsOperatorEndpoints } from '@pelican/shared/contracts/withdrawals';
import { addRequestChecks } from '../../api/add-request-checks.ts';

for (const calls of [
  chatModerationEndpoints,
  contentOperatorEndpoints,
  depositsOperatorEndpoints,
  factorRecoveryOperatorEndpoints,
  fiatOperatorEndpoints,
  inrOperatorEndpoints,
  invoicesOperatorEndpoints,
  kycOperatorEndpoints,
  loansOperatorEndpoints,
  marketsOperatorEndpoints,
  operationsEndpoints,
  paymentsOperatorEndpoints,
  payoutEndpoints,
  perpetualOperatorEndpoints,
  reservesOperatorEndpoints,
  supportOperatorEndpoints,
  systemOperatorEndpoints,
  textsOperatorEndpoints,
  withdrawalsOperatorEndpoints,
])
  addRequestChecks(calls);
