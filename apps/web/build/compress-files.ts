/** Writes a .br and a .gz beside each file of a build that is text, once: the server sends them as they are. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const text = /\.(?:css|html|js|json|svg|txt|webmanifest)$/;
/** Smaller files fit into one packet as they are. */
const bytesMin = 1_024;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** Compresses the files of the folder and of those in it. Call once the build is complete. */
export async function compressFiles(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter((entry) => entry.isFile() && text.test(entry.name));
  await Promise.all(files.map(({ parentPath, name }) => compressFile(join(parentPath, name))));
}

async function compressFile(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < bytesMin) return;
  const forms = { br: await promisify(brotliCompress)(bytes, brotli), gz: await promisify(gzip)(bytes, { level: 9 }) };
  for (const [ending, compressed] of Object.entries(forms))
    if (compressed.length < bytes.length) await writeFile(`${file}.${ending}`, compressed);
}
