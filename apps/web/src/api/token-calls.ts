/** The calls that answer tokens, by their declarations. They are sent without a session. */
import type { AnswerOf, PartsOf } from '@pelican/shared/contracts';
import type { authEndpoints, signInEndpoints } from '@pelican/shared/contracts/auth';
import { message } from '../platform/i18n.ts';
import { ApiError } from './api-error.ts';
import { type Method, send } from './transport.ts';

type Declared = typeof authEndpoints & typeof signInEndpoints;

export type SignInCall =
  | 'POST /v2/login'
  | 'POST /v2/login/passkey'
  | 'POST /v2/login/device_verification'
  | 'POST /v2/2fa/validate';

type TokenCall = SignInCall | 'POST /v2/apirefreshToken';

/** @throws ApiError with the codes of the declaration; unreadable for an answer with neither tokens nor a step that is due */
export async function sendForTokens<Name extends TokenCall>(
  name: Name,
  body: PartsOf<Declared[Name]>['body'],
): Promise<AnswerOf<Declared[Name]>> {
  const [method, path] = name.split(' ') as [Method, string];
  const answer = await send({ method, path, body });
  const isReadable = typeof answer === 'object' && answer !== null && ('access_token' in answer || 'ticket' in answer);
  if (!isReadable) throw new ApiError({ status: 200, code: 'unreadable', messages: [message('errors.server')] });
  return answer as AnswerOf<Declared[Name]>;
}
