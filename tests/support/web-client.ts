import { generateClient } from '../../prisma/generate.ts';
import { buildWebClient } from '../../scripts/supervisor/web-build.ts';

/** Once a run: what every exchange would make first, and two that start at once would make twice in the same place. */
export default async function setUp(): Promise<void> {
  await generateClient();
  await buildWebClient();
}
