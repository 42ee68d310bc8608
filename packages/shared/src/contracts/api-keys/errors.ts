/** Refusals of what concerns API keys. */
import { declareErrors } from '../error-facts.ts';

export const apiKeysErrors = declareErrors({
  too_many_api_keys: { status: 422, message: 'You have as many API keys as you may have: delete one first', socket: 1 },
  api_key_ended: { status: 422, message: 'This API key has expired or was revoked: make a new one', socket: 1 },
});
