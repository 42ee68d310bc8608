export { countryNames, isCountry } from './countries.ts';
export { languageOfRequest } from './locales.ts';
export { systemRoutes } from './routes.ts';
