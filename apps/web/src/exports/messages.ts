import { addMessages } from '../platform/i18n.ts';
import english from './locales/en.json';

/** The name of the texts of exports. */
export const exportMessages = 'exports';

addMessages(exportMessages, english);
