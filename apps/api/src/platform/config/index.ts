export { type Config, ConfigError, readConfig } from './config.ts';
export { type IntakeLimits, intakeLimitsOf, intakeVariables } from './intake-settings.ts';
export { mailServerFaults } from './unsafe-settings.ts';
