/** A user's settings: calls and shapes. */
export { settingsEndpoints } from './endpoints.ts';
export type { TradeSettings } from './fees.ts';
export {
  type GeneralSettings,
  type GeneralSettingsRequest,
  generalSettingsRequest,
  type PersonalDetails,
} from './profile.ts';
