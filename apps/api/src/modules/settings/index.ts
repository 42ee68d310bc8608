/** What other modules, the operator's tools and the seed may use of settings. */
export { findUserSettings } from './repository.ts';
export { settingsRoutes } from './routes.ts';
export { createSettingsService } from './service.ts';
export { changeUserSettings } from './trading-settings.ts';
