import * as z from 'zod/mini';
import { languageCodes } from '../system/languages.ts';

/** An unknown language is answered in English, as `GET /v2/faq` does. */
export const contentLanguage = z.catch(z._default(z.enum(languageCodes), 'en'), 'en');
