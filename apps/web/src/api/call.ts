/** The calls of the API by their declarations: name, parts and answer are checked by the compiler. */

import type { AnswerOf, PartsOf } from '@pelican/shared/contracts';
import type { apiKeysEndpoints } from '@pelican/shared/contracts/api-keys';
import type { authEndpoints, signInEndpoints } from '@pelican/shared/contracts/auth';
import type { captchaEndpoints } from '@pelican/shared/contracts/captcha';
import type { chatEndpoints, chatModerationEndpoints } from '@pelican/shared/contracts/chat';
import type { codesEndpoints } from '@pelican/shared/contracts/codes';
import type {
  contentEndpoints,
  contentOperatorEndpoints,
  contentUploadEndpoints,
} from '@pelican/shared/contracts/content';
import type { deletionEndpoints } from '@pelican/shared/contracts/deletion';
import type {
  depositDeskEndpoints,
  depositsEndpoints,
  depositsOperatorEndpoints,
} from '@pelican/shared/contracts/deposits';
import type { exportsEndpoints } from '@pelican/shared/contracts/exports';
import type {
  factorRecoveryEndpoints,
  factorRecoveryOperatorEndpoints,
} from '@pelican/shared/contracts/factor-recovery';
import type { fiatEndpoints, fiatOperatorEndpoints } from '@pelican/shared/contracts/fiat';
import type { inrEndpoints, inrOperatorEndpoints, payoutEndpoints } from '@pelican/shared/contracts/inr';
import type { invoicesEndpoints, invoicesOperatorEndpoints } from '@pelican/shared/contracts/invoices';
import type { kycEndpoints, kycOperatorEndpoints, kycUploadEndpoints } from '@pelican/shared/contracts/kyc';
import type {
  disputeEndpoints,
  disputeUploadEndpoints,
  loansEndpoints,
  loansOperatorEndpoints,
} from '@pelican/shared/contracts/loans';
import type { marketsEndpoints, marketsOperatorEndpoints } from '@pelican/shared/contracts/markets';
import type { noticesEndpoints } from '@pelican/shared/contracts/notices';
import type { operationsEndpoints } from '@pelican/shared/contracts/operations';
import type { passwordsEndpoints } from '@pelican/shared/contracts/passwords';
import type {
  paymentStatusEndpoints,
  paymentsEndpoints,
  paymentsOperatorEndpoints,
} from '@pelican/shared/contracts/payments';
import type {
  perpetualAccountEndpoints,
  perpetualHistoryEndpoints,
  perpetualMarketEndpoints,
  perpetualOperatorEndpoints,
  perpetualTradingEndpoints,
} from '@pelican/shared/contracts/perpetual';
import type { portfolioEndpoints } from '@pelican/shared/contracts/portfolio';
import type { referralsEndpoints } from '@pelican/shared/contracts/referrals';
import type { reservesEndpoints, reservesOperatorEndpoints } from '@pelican/shared/contracts/reserves';
import type { savedAddressesEndpoints } from '@pelican/shared/contracts/saved-addresses';
import type { securityEndpoints } from '@pelican/shared/contracts/security';
import type { sessionsEndpoints } from '@pelican/shared/contracts/sessions';
import type { settingsEndpoints } from '@pelican/shared/contracts/settings';
import type { signUpEndpoints, verificationEndpoints } from '@pelican/shared/contracts/sign-up';
import type { spotHistoryEndpoints, spotOrderEndpoints } from '@pelican/shared/contracts/spot';
import type { statementsEndpoints } from '@pelican/shared/contracts/statements';
import type {
  supportEndpoints,
  supportOperatorEndpoints,
  supportUploadEndpoints,
} from '@pelican/shared/contracts/support';
import type { systemEndpoints, systemOperatorEndpoints } from '@pelican/shared/contracts/system';
import type { taxEndpoints } from '@pelican/shared/contracts/tax';
import type { textsOperatorEndpoints } from '@pelican/shared/contracts/texts';
import type { walletEndpoints } from '@pelican/shared/contracts/wallet';
import type { withdrawalsEndpoints, withdrawalsOperatorEndpoints } from '@pelican/shared/contracts/withdrawals';
import { type CallOptions, request } from './client.ts';
import { requestChecks } from './request-checks.ts';
import type { Method } from './transport.ts';

type Declared = typeof authEndpoints &
  typeof signUpEndpoints &
  typeof verificationEndpoints &
  typeof captchaEndpoints &
  typeof passwordsEndpoints &
  typeof sessionsEndpoints &
  typeof apiKeysEndpoints &
  typeof deletionEndpoints &
  typeof factorRecoveryEndpoints &
  typeof factorRecoveryOperatorEndpoints &
  typeof signInEndpoints &
  typeof securityEndpoints &
  typeof spotOrderEndpoints &
  typeof spotHistoryEndpoints &
  typeof kycEndpoints &
  typeof kycUploadEndpoints &
  typeof kycOperatorEndpoints &
  typeof loansEndpoints &
  typeof loansOperatorEndpoints &
  typeof disputeEndpoints &
  typeof disputeUploadEndpoints &
  typeof marketsEndpoints &
  typeof marketsOperatorEndpoints &
  typeof perpetualOperatorEndpoints &
  typeof perpetualTradingEndpoints &
  typeof perpetualMarketEndpoints &
  typeof perpetualAccountEndpoints &
  typeof perpetualHistoryEndpoints &
  typeof noticesEndpoints &
  typeof operationsEndpoints &
  typeof portfolioEndpoints &
  typeof referralsEndpoints &
  typeof reservesEndpoints &
  typeof reservesOperatorEndpoints &
  typeof settingsEndpoints &
  typeof supportEndpoints &
  typeof supportUploadEndpoints &
  typeof supportOperatorEndpoints &
  typeof chatEndpoints &
  typeof chatModerationEndpoints &
  typeof contentEndpoints &
  typeof contentOperatorEndpoints &
  typeof contentUploadEndpoints &
  typeof systemEndpoints &
  typeof systemOperatorEndpoints &
  typeof textsOperatorEndpoints &
  typeof paymentsEndpoints &
  typeof paymentStatusEndpoints &
  typeof paymentsOperatorEndpoints &
  typeof statementsEndpoints &
  typeof exportsEndpoints &
  typeof taxEndpoints &
  typeof depositsEndpoints &
  typeof fiatEndpoints &
  typeof fiatOperatorEndpoints &
  typeof depositDeskEndpoints &
  typeof depositsOperatorEndpoints &
  typeof codesEndpoints &
  typeof invoicesEndpoints &
  typeof invoicesOperatorEndpoints &
  typeof inrEndpoints &
  typeof inrOperatorEndpoints &
  typeof payoutEndpoints &
  typeof walletEndpoints &
  typeof withdrawalsEndpoints &
  typeof savedAddressesEndpoints &
  typeof withdrawalsOperatorEndpoints;

/** Method and path of a call, as its declaration names it. */
export type CallName = keyof Declared;

type Options<Name extends CallName> = PartsOf<Declared[Name]> &
  Pick<CallOptions, 'idempotencyKey' | 'captcha' | 'signal' | 'anonymous'>;

/** Required where a part of the call is. */
type Arguments<Name extends CallName> =
  Record<never, never> extends Options<Name> ? [options?: Options<Name>] : [options: Options<Name>];

/** @throws ApiError with the codes of the declaration, or of any call */
export async function call<Name extends CallName>(
  name: Name,
  ...[options]: Arguments<Name>
): Promise<AnswerOf<Declared[Name]>> {
  const { params, ...others } = (options ?? {}) as CallOptions & { params?: Record<string, unknown> };
  const [method, path] = name.split(' ') as [Method, string];
  const withBody = method === 'POST' ? { body: {}, ...others } : others;
  requestChecks.get(name)?.(withBody.body);
  return (await request(method, addressOf(path, params), withBody)) as AnswerOf<Declared[Name]>;
}

/** `/order/:id` with the parameters in their places. */
function addressOf(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
