export { ConfigError } from '@pelican/shared/settings';
export {
  apiKeySetting,
  apiSettings,
  hostSetting,
  mailboxSetting,
  portSetting,
  publicUrlSetting,
  sandboxChainUrlSetting,
  sandboxProviderSetting,
} from './api-settings.ts';
export { type Config, publicUrlOf, readConfig } from './config.ts';
export { type IntakeLimits, intakeLimitsOf, intakeSettings } from './intake-settings.ts';
export { kycHandOverFaults, kycHandOverSettings, kycProviderOf } from './kyc-settings.ts';
export { operatorDomainsOf, operatorSettings } from './operator-settings.ts';
export { root } from './root.ts';
export { mailServerFaults, sandboxFaults } from './unsafe-settings.ts';
export type { SupportWidget, WidgetDirective } from './widget-settings.ts';
export { priceVolumeUsdDefault, type WithdrawalRules } from './withdrawal-settings.ts';
