/** All errors by code, from the tables of the domains. Everything that refuses anything names one of these codes. */
import { apiKeysErrors } from './contracts/api-keys/errors.ts';
import { authErrors } from './contracts/auth/errors.ts';
import type { Challenge } from './contracts/auth/step-up.ts';
import { captchaErrors } from './contracts/captcha/errors.ts';
import { chatErrors } from './contracts/chat/errors.ts';
import { codesErrors } from './contracts/codes/errors.ts';
import { contentErrors } from './contracts/content/errors.ts';
import { deletionErrors } from './contracts/deletion/errors.ts';
import { depositsErrors } from './contracts/deposits/errors.ts';
import type { ErrorFacts } from './contracts/error-facts.ts';
import { generalErrors } from './contracts/errors.ts';
import { exportsErrors } from './contracts/exports/errors.ts';
import { fiatErrors } from './contracts/fiat/errors.ts';
import { inrErrors } from './contracts/inr/errors.ts';
import { invoicesErrors } from './contracts/invoices/errors.ts';
import { kycErrors } from './contracts/kyc/errors.ts';
import { loansErrors } from './contracts/loans/errors.ts';
import { marketsErrors } from './contracts/markets/errors.ts';
import { operationsErrors } from './contracts/operations/errors.ts';
import { passwordsErrors } from './contracts/passwords/errors.ts';
import { paymentsErrors } from './contracts/payments/errors.ts';
import { perpetualErrors } from './contracts/perpetual/errors.ts';
import { referralsErrors } from './contracts/referrals/errors.ts';
import { savedAddressesErrors } from './contracts/saved-addresses/errors.ts';
import { securityErrors } from './contracts/security/errors.ts';
import { signUpErrors } from './contracts/sign-up/errors.ts';
import { spotErrors } from './contracts/spot/errors.ts';
import { supportErrors } from './contracts/support/errors.ts';
import { systemErrors } from './contracts/system/errors.ts';
import { walletErrors } from './contracts/wallet/errors.ts';
import { withdrawalsErrors } from './contracts/withdrawals/errors.ts';

export const errorTable = {
  ...generalErrors,
  ...authErrors,
  ...signUpErrors,
  ...captchaErrors,
  ...passwordsErrors,
  ...apiKeysErrors,
  ...deletionErrors,
  ...securityErrors,
  ...marketsErrors,
  ...spotErrors,
  ...perpetualErrors,
  ...walletErrors,
  ...paymentsErrors,
  ...depositsErrors,
  ...exportsErrors,
  ...fiatErrors,
  ...invoicesErrors,
  ...codesErrors,
  ...withdrawalsErrors,
  ...savedAddressesErrors,
  ...inrErrors,
  ...operationsErrors,
  ...kycErrors,
  ...supportErrors,
  ...chatErrors,
  ...contentErrors,
  ...systemErrors,
  ...referralsErrors,
  ...loansErrors,
};

export type ErrorCode = keyof typeof errorTable;

/** Seconds until a retry may succeed: those that the refusal names, else those of its code; undefined when neither does. */
export function retryAfterSeconds({ code, details }: DomainError): number | undefined {
  const facts: ErrorFacts = errorTable[code];
  const { retryAfterMs } = details;
  return typeof retryAfterMs === 'number' ? Math.max(1, Math.ceil(retryAfterMs / 1000)) : facts.retryAfterSeconds;
}

/** The body of every refusal over HTTP. */
export interface ErrorBody {
  errors: { message: string[] } & Record<string, string[]>;
  code: ErrorCode;
  challenge?: Challenge;
}

/** An expected refusal: code, texts for the user (by field where one is to blame), details for the log, a challenge to answer. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string[]>;
  readonly details: Record<string, unknown>;
  readonly challenge: Challenge | undefined;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: Record<string, string[]>;
      details?: Record<string, unknown>;
      challenge?: Challenge;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.fields = options.fields ?? {};
    this.details = options.details ?? {};
    this.challenge = options.challenge;
  }
}

/** A refusal without a stack, for refusals by the thousand: capturing the stack would cost more than all the rest. */
export function plainRefusal(...args: ConstructorParameters<typeof DomainError>): DomainError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return new DomainError(...args);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}
