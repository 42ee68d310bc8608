/**
 * The one table of errors: code, HTTP status, text for people (the specification's where it gives one), and the code of
 * the JSON-RPC socket. Everything that refuses anything names one of these codes.
 */
import { RejectCode } from './engine/spot/reject-codes.ts';

interface ErrorFacts {
  status: number;
  message: string;
  /** Code on the socket: see docs/api.md. */
  socket: number;
}

export const errorTable = {
  invalid_argument: { status: 422, message: 'Form is not valid', socket: 1 },
  malformed_json: { status: 400, message: 'The request body is not valid JSON', socket: 1 },
  bad_request: { status: 400, message: 'This is not valid HTTP', socket: 1 },
  headers_too_large: { status: 431, message: 'The request headers are too large', socket: 1 },
  request_timeout: { status: 408, message: 'The request did not arrive in time', socket: 1 },
  body_too_large: { status: 413, message: 'The request body is too large', socket: 1 },
  unsupported_media_type: { status: 415, message: 'The request body must be JSON', socket: 1 },
  not_found: { status: 404, message: 'Not found', socket: 4 },
  internal_error: { status: 500, message: 'Error on server', socket: 2 },
  service_unavailable: {
    status: 503,
    message: 'The service is unavailable for the moment. Nothing was changed.',
    socket: 3,
  },
  outcome_unknown: {
    status: 503,
    message: 'No answer in time: your request may or may not have taken effect. Check before you try again.',
    socket: 5,
  },
  too_many_requests: { status: 429, message: 'Too many requests. Please slow down.', socket: 7 },
  unauthorized: { status: 401, message: 'You need to be logged in', socket: 6 },
  invalid_token: { status: 401, message: 'Your session has ended. Please log in again.', socket: 11 },
  invalid_signature: { status: 401, message: 'The API key, timestamp or signature is wrong', socket: 11 },
  invalid_credentials: { status: 401, message: 'E-mail or password is wrong', socket: 11 },
  csrf: { status: 403, message: 'The CSRF token is missing or wrong', socket: 20 },
  forbidden: { status: 403, message: 'You are not allowed to do this', socket: 20 },
  insufficient_scope: { status: 403, message: 'This API key may not do that', socket: 20 },
  kyc_required: { status: 403, message: "You can't Perform Exchange until KYC is Approved", socket: 20 },
  account_blocked: { status: 403, message: 'This account is blocked. Please contact support.', socket: 20 },
  country_restricted: { status: 403, message: 'Registration is not available in your country', socket: 20 },
  email_taken: { status: 422, message: 'An account with this e-mail exists already', socket: 1 },
  weak_password: { status: 422, message: 'This password is too easy to guess', socket: 1 },
  unknown_pair: { status: 422, message: 'Unknown pair', socket: 1 },
  unknown_asset: { status: 422, message: 'Unknown currency', socket: 1 },
  market_closed: { status: 422, message: 'Trading in this market is closed', socket: 19 },
  wrong_step: { status: 422, message: 'Too many decimals for this market', socket: 13 },
  out_of_range: { status: 422, message: 'The value is out of range', socket: 1 },
  amount_too_small: { status: 422, message: 'The amount is below the minimum', socket: 11 },
  amount_too_large: { status: 422, message: 'The amount is above the maximum', socket: 15 },
  total_too_small: { status: 422, message: 'The total is below the minimum', socket: 14 },
  price_too_high: { status: 422, message: 'The price is above the maximum', socket: 15 },
  too_many_open_orders: { status: 422, message: 'You have too many open orders', socket: 15 },
  insufficient_balance: { status: 422, message: 'Insufficient balance', socket: 10 },
  empty_book: { status: 422, message: 'There is nobody to trade with at the moment', socket: 12 },
  outside_band: { status: 422, message: 'There is nothing to take within the price band', socket: 16 },
  would_take: { status: 422, message: 'A post-only order would have been filled at once', socket: 17 },
  cannot_fill: { status: 422, message: 'The order cannot be filled completely', socket: 18 },
  order_not_found: { status: 404, message: 'Order does not exist', socket: 10 },
  repeated_with_other_content: { status: 409, message: 'This key was used before for something else', socket: 21 },
  invalid_settings: { status: 422, message: 'These settings break the rules of the engine', socket: 1 },
} as const satisfies Record<string, ErrorFacts>;

export type ErrorCode = keyof typeof errorTable;

/** The engine's refusals in the words of the outside. */
export const rejectErrors = {
  [RejectCode.unknownMarket]: 'unknown_pair',
  [RejectCode.marketClosed]: 'market_closed',
  [RejectCode.outOfRange]: 'out_of_range',
  [RejectCode.repeatedWithOtherContent]: 'repeated_with_other_content',
  [RejectCode.amountTooSmall]: 'amount_too_small',
  [RejectCode.amountTooLarge]: 'amount_too_large',
  [RejectCode.totalTooSmall]: 'total_too_small',
  [RejectCode.priceTooHigh]: 'price_too_high',
  [RejectCode.tooManyOpenOrders]: 'too_many_open_orders',
  [RejectCode.insufficientBalance]: 'insufficient_balance',
  [RejectCode.emptyBook]: 'empty_book',
  [RejectCode.outsideBand]: 'outside_band',
  [RejectCode.wouldTake]: 'would_take',
  [RejectCode.cannotFill]: 'cannot_fill',
  [RejectCode.orderNotFound]: 'order_not_found',
  [RejectCode.unknownAsset]: 'unknown_asset',
  [RejectCode.invalidSettings]: 'invalid_settings',
} as const satisfies Record<Exclude<RejectCode, typeof RejectCode.none>, ErrorCode>;

/** The body of every refusal over HTTP. */
export interface ErrorBody {
  errors: { message: string[] } & Record<string, string[]>;
  code: ErrorCode;
}

/** An expected refusal: code, texts for the user (by field where one is to blame), details for the log. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly fields: Record<string, string[]>;
  readonly details: Record<string, unknown>;

  constructor(
    code: ErrorCode,
    options: {
      message?: string;
      fields?: Record<string, string[]>;
      details?: Record<string, unknown>;
      cause?: unknown;
    } = {},
  ) {
    super(options.message ?? errorTable[code].message, { cause: options.cause });
    this.name = 'DomainError';
    this.code = code;
    this.fields = options.fields ?? {};
    this.details = options.details ?? {};
  }
}
