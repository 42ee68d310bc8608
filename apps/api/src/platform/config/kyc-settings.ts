/** The provider of identity checks: the API takes its results, the worker hands it cases. */
import { address, optional, requiredText } from '@pelican/shared/settings';

export const kycProviderSettings = {
  KYC_PROVIDER_SECRET: optional(
    requiredText({
      about:
        'shared with the provider of identity checks in India, which signs its results with it, as cases are that it is handed',
      pattern: /^.{32}/s,
      patternError: 'must have at least 32 characters',
      isSecret: true,
    }),
    'there is no provider',
  ),
  KYC_PROVIDER_URL: optional(
    address(['https:', 'http:'], {
      about: 'takes the cases of India by a signed POST when they are submitted, and again until it has answered',
    }),
    'the provider is handed no cases',
  ),
};

interface Given {
  KYC_PROVIDER_SECRET?: string | undefined;
  KYC_PROVIDER_URL?: string | undefined;
  NODE_ENV?: string | undefined;
}

/** Personal details are sent to it: nobody in between reads them. */
export function kycProviderFaults({ KYC_PROVIDER_SECRET, KYC_PROVIDER_URL, NODE_ENV }: Given): string[] {
  if (KYC_PROVIDER_URL === undefined) return [];
  const faults: string[] = [];
  if (KYC_PROVIDER_SECRET === undefined) faults.push('KYC_PROVIDER_URL needs KYC_PROVIDER_SECRET');
  if (NODE_ENV === 'production' && KYC_PROVIDER_URL.startsWith('http:'))
    faults.push('KYC_PROVIDER_URL must be https: in production');
  return faults;
}
