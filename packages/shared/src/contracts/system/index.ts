/** The state of the servers, and lists that no domain owns. */
export { type ClientLanguage, clientLanguageCodes, isClientLanguage } from './client-language-codes.ts';
export { healthEndpoints, systemEndpoints } from './endpoints.ts';
export { type FlagKey, type FlagValues, flagKeys, flagSchemas, socialNames, storeNames, unsetFlags } from './flags.ts';
export { clientLanguages, isLanguage, type Language, languageCodes, languages } from './languages.ts';
export { maySetLink } from './links.ts';
export { type MessageFile, messageFile } from './message-file.ts';
export { type SystemFlagsView, systemOperatorEndpoints } from './operator-endpoints.ts';
export type { CountryList, HealthResponse, LocaleResponse } from './schemas.ts';
export { serverMethods } from './socket.ts';
