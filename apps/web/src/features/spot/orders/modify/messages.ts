import { addMessages } from '../../../../platform/i18n.ts';
import english from './locales/en.json';

export const modifyMessages = 'spot-orders-modify';
addMessages(modifyMessages, english);
