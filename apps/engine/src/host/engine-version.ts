import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The release that writes snapshots and archive segments: older journal is replayed by the release that wrote it. */
export const engineVersion: string = (
  JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')) as { version: string }
).version;
