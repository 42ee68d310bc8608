/** The texts of menus, side bar and footer: apart from those of the first view, so that they arrive with the parts that show them. */
import { addMessages } from '../../platform/i18n.ts';
import english from './locales/en.json';

addMessages('app-layouts', english);
