/** Builds the web client into apps/web/dist unless it is there already. */
import { buildWebClient } from './supervisor/web-build.ts';

process.stdout.write(`The web client is ${await buildWebClient()}\n`);
