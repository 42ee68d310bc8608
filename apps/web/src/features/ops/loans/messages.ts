import { addMessages } from '../../../platform/i18n.ts';
import english from './locales/en.json';

addMessages('ops-loans', english);
