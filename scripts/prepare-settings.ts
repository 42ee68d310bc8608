/** The settings of the step that containers run once before the parts. */
import { operatorSettings } from '../apps/api/src/platform/config/index.ts';
import {
  address,
  databaseSetting,
  optional,
  processSettings,
  redisSetting,
  shardsSetting,
  type ValuesOf,
} from '../packages/shared/src/settings/index.ts';
import type { RoleAddresses } from '../prisma/grant-roles.ts';
import type { PartRole } from '../prisma/roles/index.ts';

const { NODE_ENV } = processSettings;
const schemes = ['postgresql:', 'postgres:'];

function roleSetting(part: string) {
  const about = `the database as the role of ${part}, which is made with this password and the rights of prisma/roles`;
  return optional(address(schemes, { about, isSecret: true }), 'the role is not made');
}

export const prepareSettings = {
  NODE_ENV,
  /** As the owner. */
  ...databaseSetting,
  ...redisSetting,
  ...shardsSetting,
  ...operatorSettings,
  API_DATABASE_URL: roleSetting('the API'),
  SETTLEMENT_DATABASE_URL: roleSetting('settlement'),
  TICKER_DATABASE_URL: roleSetting('the ticker'),
  WORKER_DATABASE_URL: roleSetting('the worker'),
  SIGNER_DATABASE_URL: roleSetting('the signer'),
  OPERATOR_DATABASE_URL: roleSetting("the operator's command line"),
  READER_DATABASE_URL: roleSetting('programs that only read'),
};

/** The addresses of the roles among these settings, by part. */
export function roleAddressesOf(values: ValuesOf<typeof prepareSettings>): RoleAddresses {
  const addresses = {
    api: values.API_DATABASE_URL,
    settlement: values.SETTLEMENT_DATABASE_URL,
    ticker: values.TICKER_DATABASE_URL,
    worker: values.WORKER_DATABASE_URL,
    signer: values.SIGNER_DATABASE_URL,
    operator: values.OPERATOR_DATABASE_URL,
    reader: values.READER_DATABASE_URL,
  } satisfies Record<PartRole, string | undefined>;
  return Object.fromEntries(Object.entries(addresses).filter(([, address]) => address !== undefined));
}
