/** What other modules, the operator's tools and the seed may use of settings. */
export { settingsRoutes } from './routes.ts';
export { createSettingsService } from './service.ts';
export { changeUserSettings } from './trading-settings.ts';
