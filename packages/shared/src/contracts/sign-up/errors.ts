/** Refusals of a sign-up. */
import { declareErrors } from '../error-facts.ts';

export const signUpErrors = declareErrors({
  email_taken: { status: 422, message: 'Email already in use', socket: 1 },
  password_needed: { status: 403, message: 'Please enter the password of the account', socket: 20 },
  already_verified: { status: 409, message: 'It is confirmed already', socket: 1 },
  phone_taken: { status: 422, message: 'phone already exists', socket: 1 },
});
