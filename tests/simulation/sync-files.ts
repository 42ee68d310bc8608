/**
 * Replaces the file operations of this process by ones that are done at once: a virtual clock cannot see that a thread of
 * the system still writes, and the order in which such threads finish is not that of a seed. Import it before everything
 * else.
 */
import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Readable } from 'node:stream';

/** What `open` of node:fs/promises returns, as far as the code under test uses it. */
class SyncFileHandle {
  readonly #file: number;

  constructor(file: number) {
    this.#file = file;
  }

  async readFile(): Promise<Buffer> {
    return fs.readFileSync(this.#file);
  }

  async writeFile(bytes: Uint8Array): Promise<void> {
    fs.writeFileSync(this.#file, bytes);
  }

  async sync(): Promise<void> {
    fs.fsyncSync(this.#file);
  }

  async close(): Promise<void> {
    fs.closeSync(this.#file);
  }
}

const replaced = {
  mkdir: async (folder: string, options?: fs.MakeDirectoryOptions) => fs.mkdirSync(folder, options),
  open: async (file: string, flags?: string, mode?: number) =>
    new SyncFileHandle(fs.openSync(file, flags ?? 'r', mode)),
  readdir: async (folder: string) => fs.readdirSync(folder),
  readFile: async (file: string) => fs.readFileSync(file),
  rename: async (from: string, to: string) => fs.renameSync(from, to),
  rm: async (file: string, options?: fs.RmOptions) => fs.rmSync(file, options),
  stat: async (file: string) => fs.statSync(file),
};

/** A file is opened when it is first read, as `createReadStream` does. */
function createReadStream(file: string): Readable {
  return Readable.from(
    (async function* () {
      yield fs.readFileSync(file);
    })(),
  );
}

Object.assign(promises, replaced);
Object.defineProperty(fs, 'createReadStream', { value: createReadStream });
syncBuiltinESMExports();
