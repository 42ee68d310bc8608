/** The texts of what people and operators both see of a ticket. */
import { addMessages } from '../platform/i18n.ts';
import english from './locales/en.json';

addMessages('conversation', english);
