/** The configuration of an API process, read once from its environment. */
import { resolve } from 'node:path';
import { type Given, givenIn, readSettings } from '@pelican/shared/settings';
import { tracingFaults, tracingOptionsOf } from '@pelican/tracing';
import { apiSettings } from './api-settings.ts';
import { intakeLimitsOf } from './intake-settings.ts';
import { kycHandOverFaults, kycProviderOf, kycResultFaults } from './kyc-settings.ts';
import { root } from './root.ts';
import { isLoopback, unsafeSettings } from './unsafe-settings.ts';
import { supportWidgetOf, widgetFaults } from './widget-settings.ts';
import { withdrawalRulesOf } from './withdrawal-settings.ts';

/** Good enough for a laptop; a start in production, or on an address that other machines reach, refuses them. */
const developmentSecrets: Given = {
  ACCESS_TOKEN_SECRET: 'development-only-access-token-secret-0000',
  API_KEY_ENCRYPTION_KEY: '646576656c6f706d656e742d6f6e6c792d6170692d6b65792d6b65792d303030',
};

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads and checks the environment.
 * @throws ConfigError with one line a wrong value; no value is printed, since some are secrets
 */
export function readConfig(env: NodeJS.ProcessEnv) {
  const given = givenIn(env);
  const production = given.NODE_ENV === 'production';
  const effective = production ? given : { ...developmentSecrets, ...given };
  const values = readSettings(apiSettings, effective, {
    faultsOf: () => [
      ...unsafeSettings(given),
      ...(production || !isLoopback(given) ? defaultSecretFaults(effective) : []),
      ...tracingFaults(given),
      ...kycResultFaults(given),
      ...kycHandOverFaults(given),
      ...widgetFaults(given),
    ],
  });
  return {
    production: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    logLevel: values.LOG_LEVEL,
    part: values.PART ?? 'api',
    databaseUrl: values.DATABASE_URL,
    databasePoolMax: values.DATABASE_POOL_MAX,
    /** Undefined where the process serves no operators. */
    operatorDatabaseUrl: values.OPERATOR_DATABASE_URL,
    redisUrl: values.REDIS_URL,
    shards: values.SHARDS,
    demo: values.DEMO,
    devMailbox: values.DEV_MAILBOX,
    /** Of a demo: gives test coins and shows its blocks. */
    sandboxChainUrl: values.SANDBOX_CHAIN_URL,
    /** Of a demo: who knows it may report that a payment was made. */
    sandboxProviderSecret: values.SANDBOX_PROVIDER_SECRET,
    publicUrl: publicUrlOf(values),
    webDist: resolve(root, values.WEB_DIST),
    accessTokenSecret: values.ACCESS_TOKEN_SECRET,
    /** Of 32 bytes each. The first one encrypts, all of them decrypt. */
    apiKeyEncryptionKeys: values.API_KEY_ENCRYPTION_KEY,
    accessTokenSeconds: values.ACCESS_TOKEN_SECONDS,
    sessionDays: values.SESSION_DAYS,
    sessionIdleDays: values.SESSION_IDLE_DAYS,
    /** After a change of the password. */
    withdrawalLockHours: values.WITHDRAWAL_LOCK_HOURS,
    withdrawals: withdrawalRulesOf(values),
    captcha: values.CAPTCHA ?? production,
    isSignUpPhoneRequired: values.SIGN_UP_PHONE ?? !values.DEMO,
    ordersPerSecond: values.ORDERS_PER_SECOND,
    transfersPerMinute: values.TRANSFERS_PER_MINUTE,
    /** Past these no new orders are taken. */
    intake: intakeLimitsOf(values),
    requestsPerSecondPerIp: values.REQUESTS_PER_SECOND_PER_IP,
    /** Rows of public queries that an address may ask for, and twenty times as many at once. */
    publicRowsPerSecondPerIp: values.PUBLIC_ROWS_PER_SECOND_PER_IP,
    /** Rows of their own that users may ask for, and ten times as many at once. */
    privateRowsPerSecondPerUser: values.PRIVATE_ROWS_PER_SECOND_PER_USER,
    authRequestsPerMinutePerIp: values.AUTH_REQUESTS_PER_MINUTE_PER_IP,
    trustedProxies: values.TRUSTED_PROXIES.filter((address) => address !== 'none'),
    corsOrigins: values.CORS_ORIGINS,
    metricsToken: values.METRICS_TOKEN,
    /** Undefined: uploaded files are not scanned. */
    fileScanner: values.FILE_SCANNER,
    /** Names and addresses of pages elsewhere: social networks, stores of apps, the blog. */
    siteLinks: values.SITE_LINKS,
    /** Null: support answers in our own chat. */
    supportWidget: supportWidgetOf(values),
    restrictedCountries: values.RESTRICTED_COUNTRIES,
    watchedCountries: values.KYC_WATCHED_COUNTRIES,
    /** Undefined: no reports of mails and text messages are taken. */
    deliveryReportSecret: values.DELIVERY_REPORT_SECRET,
    /** Of the provider's results; undefined: there is no provider. */
    kycProviderSecret: values.KYC_PROVIDER_SECRET,
    /** Seals cases until they are handed over; undefined: none is. */
    kycHandOverSecret: kycProviderOf(values)?.secret,
    kycRequired: {
      trade: values.KYC_REQUIRED_TRADE,
      exchange: values.KYC_REQUIRED_EXCHANGE,
      deposit: values.KYC_REQUIRED_DEPOSIT,
      withdraw: values.KYC_REQUIRED_WITHDRAW,
    },
    /** Undefined when nothing is traced. */
    tracing: tracingOptionsOf(values),
  };
}

/** Where users reach the site, without a slash at the end. */
export function publicUrlOf({ PUBLIC_URL, PORT }: { PUBLIC_URL: string | undefined; PORT: number }): string {
  return (PUBLIC_URL ?? `http://localhost:${PORT}`).replace(/\/$/, '');
}

function defaultSecretFaults(given: Given): string[] {
  return Object.entries(developmentSecrets).flatMap(([name, value = '']) => {
    const secret = given[name];
    const isDefault =
      secret?.split(',').some((one) => one.trim() === value) ||
      (secret !== undefined && /change|example|secret|default/i.test(secret));
    return isDefault ? [`${name} is a default: make your own with: openssl rand -hex 32`] : [];
  });
}
