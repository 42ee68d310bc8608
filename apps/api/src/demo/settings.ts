/** The settings of the demo's programs, all of which `npm start` gives them. */
import { address, databaseSetting, dataDirSetting, processSettings } from '@pelican/shared/settings';
import { apiKeySetting } from '../platform/config/index.ts';

const { LOG_LEVEL } = processSettings;

export const seedSettings = { ...databaseSetting, ...dataDirSetting, ...apiKeySetting };
export const makerSettings = {
  API_URL: address(['http:', 'https:'], { about: 'where the API listens' }),
  ...dataDirSetting,
  LOG_LEVEL,
};
