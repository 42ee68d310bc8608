import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The folder of the repository. */
export const root = resolve(import.meta.dirname, '..', '..');

export interface Folders {
  data: string;
  run: string;
  logs: string;
}

/** Makes DATA_DIR and the folders that every account may read. */
export function makeFolders(dataDir: string): Folders {
  const folders = { data: dataDir, run: join(dataDir, 'run'), logs: join(dataDir, 'logs') };
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true });
  return folders;
}
