/** What the server and forms say of a refusal, in the languages of the client. English is what the declarations say. */
export { errorTexts } from './error-texts.ts';
export { fieldTextIn } from './field-texts.ts';
export { refusalIn } from './refusals.ts';
