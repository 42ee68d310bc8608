import type { Challenge } from '@pelican/shared/contracts/auth';

/** Refusals with a status of 500 and above that say that nothing was changed. */
const nothingChanged: ReadonlySet<string> = new Set([
  'service_unavailable',
  'exchange_halted',
  'overloaded',
  'trading_paused',
  'quick_swap_paused',
]);

/** The one error that every call of the API throws. */
export class ApiError extends Error {
  /** HTTP status; 0 when no complete answer came. */
  readonly status: number;
  /** A code of packages/shared/src/errors.ts, or "network", "timeout" or "unreadable". */
  readonly code: string;
  /** Texts for the user, at least one. */
  readonly messages: string[];
  /** Texts by the field that is to blame. */
  readonly fields: Record<string, string[]>;
  /** To quote to support; null when no answer came. */
  readonly requestId: string | null;
  /** With `sign_in_again`: once it is answered the call may be repeated. */
  readonly challenge: Challenge | null;
  /** Seconds until another try makes sense; null when the answer does not say. */
  readonly retryAfterSeconds: number | null;

  constructor(facts: {
    status: number;
    code: string;
    messages: string[];
    fields?: Record<string, string[]>;
    requestId?: string | null;
    challenge?: Challenge | null;
    retryAfterSeconds?: number | null;
    cause?: unknown;
  }) {
    super(facts.messages[0] ?? facts.code, { cause: facts.cause });
    this.name = 'ApiError';
    this.status = facts.status;
    this.code = facts.code;
    this.messages = facts.messages;
    this.fields = facts.fields ?? {};
    this.requestId = facts.requestId ?? null;
    this.challenge = facts.challenge ?? null;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }

  /**
   * The call may have taken effect although it failed: no answer, an answer that cannot be read, or a failure of the
   * server or of a proxy that does not say that nothing was changed.
   */
  get outcomeUnknown(): boolean {
    if (this.status >= 500) return !nothingChanged.has(this.code);
    return this.status < 300 || this.status === 408;
  }
}

function isTextList(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'string');
}

/** What is read of a refusal beside its body. */
interface RefusalHeaders {
  requestId: string | null;
  retryAfterSeconds: number | null;
}

/** Reads {"errors": {"message": [...], field: [...]}, "code", "challenge"}; anything else becomes `fallback`. */
export function errorFromBody(status: number, body: unknown, fallback: string, headers: RefusalHeaders): ApiError {
  if (typeof body === 'object' && body !== null && 'errors' in body) {
    const { errors, code, challenge } = body as { errors: unknown; code?: unknown; challenge?: Challenge };
    if (typeof errors === 'object' && errors !== null) {
      const fields: Record<string, string[]> = {};
      for (const [field, texts] of Object.entries(errors)) if (isTextList(texts)) fields[field] = texts;
      const { message, ...rest } = fields;
      // The refusal's own text goes before those of a field that is itself called `message`.
      const ofField = message?.slice(1) ?? [];
      return new ApiError({
        status,
        code: typeof code === 'string' ? code : 'unreadable',
        messages: message && message.length > 0 ? message : [fallback],
        fields: ofField.length > 0 ? { ...rest, message: ofField } : rest,
        challenge: challenge ?? null,
        ...headers,
      });
    }
  }
  return new ApiError({ status, code: 'unreadable', messages: [fallback], ...headers });
}

/** What to show for anything that was thrown. */
export function messagesOf(error: unknown): string[] {
  if (error instanceof ApiError) return error.messages;
  return [error instanceof Error ? error.message : String(error)];
}

/** Whether a call that failed may have taken effect. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ApiError && error.outcomeUnknown;
}
