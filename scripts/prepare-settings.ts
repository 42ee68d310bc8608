/** The settings of the step that containers run once before the parts. */
import {
  address,
  databaseSetting,
  optional,
  processSettings,
  redisSetting,
  shardsSetting,
} from '../packages/shared/src/settings/index.ts';

const { NODE_ENV } = processSettings;
const schemes = ['postgresql:', 'postgres:'];

export const prepareSettings = {
  NODE_ENV,
  /** As the owner. */
  ...databaseSetting,
  ...redisSetting,
  ...shardsSetting,
  APPLICATION_DATABASE_URL: optional(
    address(schemes, { about: "the database as the parts' role, which is made with this password", isSecret: true }),
    'no roles are made',
  ),
  READER_DATABASE_URL: optional(
    address(schemes, { about: 'the database as the role that only reads', isSecret: true }),
    'no roles are made',
  ),
};
