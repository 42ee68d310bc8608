import { generateClient } from '../../prisma/generate.ts';
import { buildServers } from '../../scripts/supervisor/server-build.ts';
import { buildWebClient } from '../../scripts/supervisor/web-build.ts';

/**
 * Once a run: builds the Prisma client, the bundles of our processes and the web client. Two exchanges that start at once would otherwise build them in
 * the same place.
 */
export default async function setUp(): Promise<void> {
  await generateClient();
  await buildServers();
  await buildWebClient();
}
