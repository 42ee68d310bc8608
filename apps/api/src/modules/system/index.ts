export { countryNames, isCountry } from './countries.ts';
export { isKnownLocale } from './locales.ts';
export { systemRoutes } from './routes.ts';
