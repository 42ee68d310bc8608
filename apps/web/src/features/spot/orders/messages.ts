/** The messages of orders and trades: one namespace for the trading screen and the history. */
import { addMessages } from '../../../platform/i18n.ts';
import english from './locales/en.json';

export const ordersMessages = 'spot-orders';
addMessages(ordersMessages, english);
