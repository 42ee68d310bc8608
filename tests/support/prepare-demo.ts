/**
 * Makes the demo as it is before its processes start for the first time, and stops its servers:
 *
 *   node tests/support/prepare-demo.ts FOLDER
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/services/process.ts';
import { readConfig } from '../../scripts/supervisor/config.ts';
import { Exchange } from '../../scripts/supervisor/exchange.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('the folder is missing');
const exchange = await Exchange.open(readConfig({ DATA_DIR: folder, PORT: String(await freePort()) }));
try {
  await exchange.prepare();
} finally {
  await exchange.stop();
}
// Each copy finds ports of its own, and writes its own logs.
for (const name of ['connection.json', 'logs', 'ports.json', 'run']) rmSync(join(folder, name), { recursive: true });
