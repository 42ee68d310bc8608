import { addMessages } from '../../../../platform/i18n.ts';
import terminalEnglish from '../../../../terminal/locales/en.json';
import spotEnglish from '../../locales/en.json';
import english from './locales/en.json';

export const modifyMessages = 'spot-orders-modify';
addMessages(modifyMessages, english);
// Its fields and refusals are those of the order form; it opens outside of the trading screen too.
addMessages('spot', spotEnglish);
addMessages('terminal', terminalEnglish);
