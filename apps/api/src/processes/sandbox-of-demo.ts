/** The chain of the demo makes coins from nothing: no other deployment speaks to it. */
import { ConfigError } from '../platform/config/index.ts';
import { type Queryable, readDeployment } from '../platform/database/index.ts';

/** @throws ConfigError when the chain is named and this Postgres is not of a demo */
export async function demandDemoForSandbox(
  db: Queryable,
  { sandboxChainUrl }: { sandboxChainUrl: string | undefined },
): Promise<void> {
  if (sandboxChainUrl === undefined || (await readDeployment(db)).isDemo) return;
  throw new ConfigError('SANDBOX_CHAIN_URL names a chain that makes coins from nothing: it is of demos (DEMO=1) alone');
}
