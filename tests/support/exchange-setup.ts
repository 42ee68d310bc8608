import { generateClient } from '../../prisma/generate.ts';
import { buildWebClient } from '../../scripts/supervisor/web-build.ts';

/**
 * Once a run: builds the Prisma client and the web client. Two exchanges that start at once would otherwise build them in
 * the same place.
 */
export default async function setUp(): Promise<void> {
  await generateClient();
  await buildWebClient();
}
