import { addMessages } from '../platform/i18n.ts';
import english from './locales/en.json';

export const connectionMessages = 'connection';
addMessages(connectionMessages, english);
