/** The texts of notices, for the page and for the list at the bell. */
import { addMessages } from '../../platform/i18n.ts';
import english from './locales/en.json';

addMessages('notices', english);
