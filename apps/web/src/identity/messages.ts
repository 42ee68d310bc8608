/** The texts of what sign-up, sign-in and the account area share. */
import { addMessages } from '../platform/i18n.ts';
import english from './locales/en.json';

addMessages('identity', english);
