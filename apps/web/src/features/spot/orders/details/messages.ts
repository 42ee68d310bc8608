import { addMessages } from '../../../../platform/i18n.ts';
import english from './locales/en.json';

export const detailsMessages = 'spot-orders-details';
addMessages(detailsMessages, english);
