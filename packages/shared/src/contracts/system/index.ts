/** The state of the servers, and lists that no domain owns. */
export { healthEndpoints, systemEndpoints } from './endpoints.ts';
export { isLanguage, type Language, languageCodes, languages } from './languages.ts';
export type { CountryList, HealthResponse } from './schemas.ts';
export { serverMethods } from './socket.ts';
