/** The payment providers that a deployment speaks to, by the names that methods have for them. */
import type { Redis } from 'ioredis';
import { createSandboxProvider, type PaymentProvider, type PaymentProviders } from '../modules/fiat/index.ts';
import type { PaymentProviderName } from '../modules/payments/index.ts';

interface ProviderSettings {
  /** Of a demo alone, which has a provider where nobody pays. */
  sandboxProviderSecret: string | undefined;
}

export function openProviders({ sandboxProviderSecret: secret }: ProviderSettings, redis: Redis): PaymentProviders {
  const adapters: Record<PaymentProviderName, PaymentProvider | undefined> = {
    sandbox: secret === undefined ? undefined : createSandboxProvider({ secret, redis }),
  };
  const opened = Object.values(adapters).filter((one) => one !== undefined);
  return new Map(opened.map((one) => [one.name, one]));
}
