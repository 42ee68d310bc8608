/** What a sign-up is held against when it is sent. The form is shown and filled in without it: schemas are much code. */
import { registerRequest } from '@pelican/shared/contracts/sign-up';
import { validateWith } from '../../identity/validate.ts';

/** What is wrong with the values, by field. */
export const problemsOf = validateWith(registerRequest);

export const readSignUp = (values: unknown) => registerRequest.parse(values);
