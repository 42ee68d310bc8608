import { addMessages } from '../../../../platform/i18n.ts';
import english from './locales/en.json';

export const cancelAllMessages = 'spot-orders-cancel-all';
addMessages(cancelAllMessages, english);
