/** What the calls of the security page answer. */

export const nowSeconds = Math.floor(Date.now() / 1000);
export const security = {
  emailVerified: true,
  twoFactorEnabled: false,
  factors: ['password'],
  totpEnabled: false,
  twoFactorSecret: null,
  twoFactorQrUrl: null,
  smsEnabled: false,
  emailCodeEnabled: false,
  emailCodeAllowed: true,
  phone: null,
  antiPhishingCode: null,
  passkeys: [],
  recoveryCodesLeft: 0,
  passwordChangedAt: nowSeconds - 7200,
  withdrawalsLockedUntil: null as number | null,
  recent: [] as { kind: string; name: string | null; addedAt: number }[],
};
export const enabled = {
  ...security,
  twoFactorEnabled: true,
  totpEnabled: true,
  factors: ['totp', 'recovery_code'],
  recoveryCodesLeft: 8,
};
export const session = (id: string, device: string, isCurrent = false) => ({
  id,
  device,
  isCurrent,
  ipAddress: '203.0.113.9',
  lastActivity: nowSeconds,
  signedInAt: nowSeconds,
  expires: nowSeconds + 1000,
  userAgent: device,
});
export const signIn = (id: number) => ({
  id,
  kind: 'refused',
  sessionId: null,
  ipAddress: `198.51.100.${id}`,
  userAgent: null,
  device: null,
  reason: null,
  createdAt: nowSeconds,
});
export const listOf = (result: unknown[]) => ({ result, total: result.length, offset: 0, limit: 100 });

/** The page's own calls; a test says what differs. */
export const page = {
  'GET /v2/settings/security': () => ({ body: security }),
  'GET /v2/settings/session': () => ({
    body: listOf([
      session('here', 'Chrome on Linux', true),
      session('far', 'Safari on iOS'),
      session('old', 'Firefox on Windows'),
    ]),
  }),
  'GET /v2/settings/sign-ins': () => ({ body: { result: [signIn(7)], next: null } }),
};
