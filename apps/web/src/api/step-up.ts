/** Showing again who one is, for one call that was refused with `sign_in_again`. */
import type { Challenge, ChallengeRequest } from '@pelican/shared/contracts/auth';
import { ApiError } from './api-error.ts';
import { call } from './call.ts';

/** The challenge of a refusal that an answer to it cures. */
export function challengeOf(error: unknown): Challenge | undefined {
  return error instanceof ApiError && error.code === 'sign_in_again' ? error.challenge : undefined;
}

/** @throws ApiError challenge_failed */
export function answerChallenge(request: ChallengeRequest) {
  return call('POST /v2/auth/challenge', { body: request });
}
