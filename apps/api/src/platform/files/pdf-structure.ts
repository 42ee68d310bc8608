/**
 * Which PDF may be stored: one that begins and ends as one, with nothing in it that runs, opens another file, sends a form or is a file itself, and
 * that is not encrypted, because then nobody can tell. Names are read with their #xx escapes, and those in compressed object streams too.
 */
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { hasArchive } from './video-structure.ts';

const inflated = promisify(inflate);
const header = /^%PDF-[12]\.\d\s/;
const trailer = /startxref\s+\d+\s+%%EOF\s{0,16}$/;
const trailerBytes = 128;
const active =
  /\/(JavaScript|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE|GoToR|Rendition|Movie|Sound|Encrypt)(?![A-Za-z0-9+_.-])/;
const objectStream = /\/ObjStm(?![A-Za-z0-9+_.-])/;
/** Ways to write an object stream that no ordinary writer uses. */
const otherEncoding =
  /\/(ASCIIHexDecode|ASCII85Decode|LZWDecode|RunLengthDecode|Crypt|Predictor|AHx|A85|LZW|RL)(?![A-Za-z0-9+_.-])/;
const inflatedBytesMax = 32_000_000;

function readNames(bytes: Buffer): string {
  return bytes
    .toString('latin1')
    .replace(/#([0-9a-fA-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

export async function isPassivePdf(content: Buffer): Promise<boolean> {
  if (!header.test(content.toString('latin1', 0, 16))) return false;
  if (!trailer.test(content.subarray(-trailerBytes).toString('latin1')) || hasArchive(content)) return false;
  if (active.test(readNames(content))) return false;
  return hasPassiveObjects(content);
}

/** Object streams hold dictionaries in compressed form. One that cannot be read is refused. */
async function hasPassiveObjects(content: Buffer): Promise<boolean> {
  const text = content.toString('latin1');
  let left = inflatedBytesMax;
  let before = 0;
  for (const { index, 0: keyword } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith('end', index - 3)) continue;
    // Back to the stream before: whatever stands in its dictionary, the name of its type is in here.
    const dictionary = readNames(content.subarray(before, index));
    before = index;
    if (!objectStream.test(dictionary)) continue;
    if (otherEncoding.test(dictionary)) return false;
    const objects = await inflated(content.subarray(index + keyword.length), { maxOutputLength: left }).catch(
      () => undefined,
    );
    if (!objects || !/^\s*\d/.test(objects.toString('latin1', 0, 32)) || active.test(readNames(objects))) return false;
    left -= objects.length;
    if (left <= 0) return false;
  }
  return true;
}
