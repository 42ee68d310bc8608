/** Second factors, the phone of text messages, and passkeys: calls and shapes. */
export { securityEndpoints } from './endpoints.ts';
export {
  type GeneratedTotp,
  phoneRequest,
  type RecentAccess,
  type SecuritySettings,
  type SmsRequest,
  type ToggleRequest,
} from './schemas.ts';
