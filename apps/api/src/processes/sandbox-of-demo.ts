/** The chain and the payment provider of the demo make money from nothing: no other deployment speaks to them. */
import { ConfigError } from '../platform/config/index.ts';
import { type Queryable, readDeployment } from '../platform/database/index.ts';

interface SandboxSettings {
  sandboxChainUrl: string | undefined;
  sandboxProviderSecret: string | undefined;
}

/** @throws ConfigError when the chain or the provider is named and this Postgres is not of a demo */
export async function demandDemoForSandbox(
  db: Queryable,
  { sandboxChainUrl, sandboxProviderSecret }: SandboxSettings,
): Promise<void> {
  if (sandboxChainUrl === undefined && sandboxProviderSecret === undefined) return;
  if ((await readDeployment(db)).isDemo) return;
  throw new ConfigError(
    sandboxChainUrl === undefined
      ? 'SANDBOX_PROVIDER_SECRET opens a payment provider where nobody pays: it is of demos (DEMO=1) alone'
      : 'SANDBOX_CHAIN_URL names a chain that makes coins from nothing: it is of demos (DEMO=1) alone',
  );
}
