/** Settings of the environment: declaring and reading them. */
export {
  databaseSetting,
  dataDirSetting,
  metricsSettings,
  processSettings,
  redisSetting,
  shardNamed,
  shardSetting,
  shardsSetting,
} from './common-settings.ts';
export { ConfigError, type Given, givenIn, readSettings } from './read-settings.ts';
export {
  address,
  flag,
  list,
  oneOf,
  optional,
  ratio,
  requiredText,
  type Setting,
  type Settings,
  setting,
  text,
  type ValuesOf,
  wholeNumber,
} from './setting.ts';
