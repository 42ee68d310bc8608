/** The payment providers that a deployment speaks to, by the names that methods have for them. */
import type { Redis } from 'ioredis';
import { createSandboxProvider, type PaymentProvider, type PaymentProviders } from '../modules/fiat/index.ts';

interface ProviderSettings {
  /** Of a demo alone, which has a provider where nobody pays. */
  sandboxProviderSecret: string | undefined;
}

export function openProviders({ sandboxProviderSecret: secret }: ProviderSettings, redis: Redis): PaymentProviders {
  const providers: PaymentProvider[] = secret === undefined ? [] : [createSandboxProvider({ secret, redis })];
  return new Map(providers.map((one) => [one.name, one]));
}
