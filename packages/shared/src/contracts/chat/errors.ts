/** Refusals of the chat. */
import { declareErrors } from '../error-facts.ts';

export const chatErrors = declareErrors({
  chat_muted: { status: 403, message: 'You cannot write in the chat for the moment', socket: 20 },
  email_unconfirmed: { status: 403, message: 'Confirm your e-mail address to write in the chat', socket: 20 },
});
