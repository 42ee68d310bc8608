/**
 * Which PDF may be stored: one that begins and ends as one, with nothing in it that runs, opens another file, sends a form or is a file itself, and
 * that is not encrypted, since its parts could not be checked. Names are read with their #xx escapes, and those in compressed object streams too.
 * Readers are lenient and differ; what one of them might read in another way than this is refused.
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
const endOfName = '(?![A-Za-z0-9+_.-])';
/**
 * What a stream of objects cannot do without in some reader: its type, or the place of its first object. Outlines have a /First as well; a stream
 * right behind one is held to the same rules.
 */
const objectStream = new RegExp(`/(ObjStm|First)${endOfName}`);
const typedObjectStream = new RegExp(`/ObjStm${endOfName}`);
/** How ordinary writers encode it: once, with nothing to be done to the bytes afterwards. */
const plainFilter = new RegExp(`/Filter\\s*(?:/FlateDecode${endOfName}|\\[\\s*/FlateDecode\\s*\\])`, 'g');
const otherEncoding = new RegExp(`/(F?Filter|F?DecodeParms|DP)${endOfName}`);
/** A stream begins behind its dictionary and one line end; some readers take a carriage return, spaces or nothing in its place. */
const strangeBeginning = />>(?:[\0\s]|%[^\r\n]*[\r\n])*stream(?!\r?\n)/;
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

/** Object streams hold dictionaries in compressed form. One that cannot be read, or that readers may read in two ways, is refused. */
async function hasPassiveObjects(content: Buffer): Promise<boolean> {
  const text = content.toString('latin1');
  if (strangeBeginning.test(text)) return false;
  let left = inflatedBytesMax;
  let before = 0;
  for (const { index, 0: keyword } of text.matchAll(/stream\r?\n/g)) {
    if (text.startsWith('end', index - 3)) continue;
    // Back to the stream before: whatever stands in its dictionary, the name of its type is in here.
    const dictionary = readNames(content.subarray(before, index));
    before = index;
    if (!objectStream.test(dictionary)) continue;
    if (otherEncoding.test(dictionary.replace(plainFilter, ''))) return false;
    const objects = await inflated(content.subarray(index + keyword.length), { maxOutputLength: left }).catch(
      () => undefined,
    );
    if (!objects || active.test(readNames(objects))) return false;
    if (typedObjectStream.test(dictionary) && !/^\s*\d/.test(objects.toString('latin1', 0, 32))) return false;
    left -= objects.length;
    if (left <= 0) return false;
  }
  return true;
}
