/** What of the system other modules may use. */
export { countryNames, isCountry } from './countries.ts';
export { pauseQuickSwap, pauseTrading, setLinks, switchLoans } from './flag-actions.ts';
export { readFlagNow, type SystemFlags, startSystemFlags } from './flags.ts';
export { linksOf } from './links.ts';
export { languageOfRequest } from './locales.ts';
export { systemOperatorRoutes } from './operator-routes.ts';
export { systemRoutes } from './routes.ts';
