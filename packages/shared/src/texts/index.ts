/** What the server and forms say of a refusal, in the languages of the client. English is what the declarations say. */
export { hindiErrors } from './errors-hi.ts';
export { fieldTextIn } from './field-texts.ts';
export { refusalIn } from './refusals.ts';
