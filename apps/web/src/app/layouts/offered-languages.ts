import { clientLanguages } from '@pelican/shared/contracts/system';
import { languages } from '../../platform/language.ts';

/** Those of the menus, with their own names. */
export const offeredLanguages = clientLanguages.filter(({ code }) => languages.includes(code));
