/**
 * The provider of identity checks. The worker hands it cases, signed by a secret of their own: who takes over the worker cannot sign
 * results, which the API alone verifies.
 */
import { address, optional, requiredText } from '@pelican/shared/settings';

const secretOf = (about: string) =>
  requiredText({ about, pattern: /^.{32}/s, patternError: 'must have at least 32 characters', isSecret: true });

/** Of the API: what the provider answers. */
export const kycResultSettings = {
  KYC_PROVIDER_SECRET: optional(
    secretOf('shared with the provider of identity checks in India, which signs its results with it'),
    'there is no provider',
  ),
};

/** Of the API, which seals what waits, and of the worker, which sends it. */
export const kycHandOverSettings = {
  KYC_PROVIDER_REQUEST_SECRET: optional(
    secretOf(
      'shared with the provider of identity checks in India: signs the cases that it is handed, and seals them until then',
    ),
    'the provider is handed no cases',
  ),
  KYC_PROVIDER_URL: optional(
    address(['https:', 'http:'], {
      about: 'takes the cases of India by a signed POST when they are submitted, and again until it has taken them',
    }),
    'the provider is handed no cases',
  ),
};

/** Where the worker hands cases over, and what signs them; undefined: nowhere. */
export function kycProviderOf({
  KYC_PROVIDER_URL: url,
  KYC_PROVIDER_REQUEST_SECRET: secret,
}: Given): { url: string; secret: string } | undefined {
  return url === undefined || secret === undefined ? undefined : { url, secret };
}

interface Given {
  KYC_PROVIDER_SECRET?: string | undefined;
  KYC_PROVIDER_REQUEST_SECRET?: string | undefined;
  KYC_PROVIDER_URL?: string | undefined;
  NODE_ENV?: string | undefined;
}

/** Of the API: a provider whose answers nobody can verify is handed nothing. */
export function kycResultFaults({
  KYC_PROVIDER_SECRET,
  KYC_PROVIDER_REQUEST_SECRET,
  KYC_PROVIDER_URL,
}: Given): string[] {
  const faults: string[] = [];
  if (KYC_PROVIDER_URL !== undefined && KYC_PROVIDER_SECRET === undefined)
    faults.push('KYC_PROVIDER_URL needs KYC_PROVIDER_SECRET');
  if (KYC_PROVIDER_SECRET !== undefined && KYC_PROVIDER_SECRET === KYC_PROVIDER_REQUEST_SECRET)
    faults.push('KYC_PROVIDER_REQUEST_SECRET must differ from KYC_PROVIDER_SECRET: the worker could sign results');
  return faults;
}

const loopbackHosts = new Set(['127.0.0.1', '[::1]', 'localhost']);

/** Personal details are sent to it: nobody in between reads them. */
export function kycHandOverFaults({ KYC_PROVIDER_REQUEST_SECRET, KYC_PROVIDER_URL, NODE_ENV }: Given): string[] {
  if (KYC_PROVIDER_URL === undefined || !URL.canParse(KYC_PROVIDER_URL)) return [];
  const faults: string[] = [];
  if (KYC_PROVIDER_REQUEST_SECRET === undefined) faults.push('KYC_PROVIDER_URL needs KYC_PROVIDER_REQUEST_SECRET');
  const { protocol, hostname, username, password } = new URL(KYC_PROVIDER_URL);
  if (protocol !== 'https:' && (NODE_ENV === 'production' || !loopbackHosts.has(hostname)))
    faults.push('KYC_PROVIDER_URL must be https:, or outside production an address of this machine');
  if (username !== '' || password !== '')
    faults.push('KYC_PROVIDER_URL must have no user and no password: requests are signed');
  return faults;
}
