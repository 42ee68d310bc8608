/** Second factors, the phone of text messages, and passkeys: calls and shapes. */
export { securityEndpoints } from './endpoints.ts';
export {
  type GeneratedTotp,
  phoneCodeRequest,
  phoneRequest,
  type RecentAccess,
  type SecuritySettings,
  type SmsRequest,
  smsRequest,
  type ToggleRequest,
  toggleRequest,
} from './schemas.ts';
