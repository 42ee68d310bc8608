/** The state of the servers, and lists that no domain owns. */
export { type ClientLanguage, clientLanguageCodes, isClientLanguage } from './client-language-codes.ts';
export { healthEndpoints, socketQueryEndpoints, systemEndpoints } from './endpoints.ts';
export { type FlagKey, type FlagValues, flagKeys, flagSchemas, socialNames, storeNames, unsetFlags } from './flags.ts';
export { clientLanguages, isLanguage, type Language, languageCodes, languages } from './languages.ts';
export { maySetLink } from './links.ts';
export { type MessageFile, messageFile } from './message-file.ts';
export { type SystemFlagsView, systemOperatorEndpoints } from './operator-endpoints.ts';
export type { CountryList, HealthResponse, LocaleResponse, SocketAnswers } from './schemas.ts';
export { serverMethods } from './socket.ts';
export { socketQueriesMax } from './socket-queries.ts';
