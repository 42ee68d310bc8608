/** The settings of the demo's programs, all of which `npm start` gives them. */
import { databaseSetting, dataDirSetting, processSettings } from '@pelican/shared/settings/common-settings.ts';
import { address } from '@pelican/shared/settings/setting.ts';
import { apiKeySetting } from '../platform/config/index.ts';

const { LOG_LEVEL } = processSettings;

export const seedSettings = { ...databaseSetting, ...dataDirSetting, ...apiKeySetting };
export const makerSettings = {
  API_URL: address(['http:', 'https:'], { about: 'where the API listens' }),
  ...dataDirSetting,
  LOG_LEVEL,
};
