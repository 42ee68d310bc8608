/** The refusal of a call without a solution. */
import { declareErrors } from '../error-facts.ts';

export const captchaErrors = declareErrors({
  captcha_failed: { status: 422, message: 'Please confirm that you are not a robot', socket: 1 },
});
