/** The messages of positions, their dialogs and histories: one namespace, whichever of these parts arrives first. */
import { addMessages } from '../../../platform/i18n.ts';
import english from './locales/en.json';

export const accountMessages = 'perpetual-account';
addMessages(accountMessages, english);
