import { addMessages } from '../../../platform/i18n.ts';
import terminalEnglish from '../../../terminal/locales/en.json';
import english from './locales/en.json';

addMessages('terminal', terminalEnglish);
addMessages('spot-exchange', english);

/** Of the quick swap; the page of stable coins has the same form. */
export const exchangeMessages = 'spot-exchange';
