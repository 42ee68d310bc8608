/**
 * Whether a video is one from its first byte to its last. Videos are stored as they came, so what carries another file behind or in
 * front of the video is refused.
 */

/** Boxes of ISO/IEC 14496-12 on the top level. */
const mp4Boxes = new Set('ftyp styp moov moof mdat free skip wide sidx ssix mfra pdin prft emsg meta'.split(' '));

export function isWholeMp4(content: Buffer): boolean {
  const names: string[] = [];
  for (let at = 0; at < content.length; ) {
    if (at + 8 > content.length) return false;
    const size = boxSize(content, at);
    const name = content.toString('latin1', at + 4, at + 8);
    if (!mp4Boxes.has(name) || size < 8 || at + size > content.length) return false;
    names.push(name);
    at += size;
  }
  return names[0] === 'ftyp' && names.includes('moov') && names.includes('mdat') && !hasArchive(content);
}

/** 1: the size is in 64 bits behind the name; 0: to the end of the file. */
function boxSize(content: Buffer, at: number): number {
  const size = content.readUInt32BE(at);
  if (size === 0) return content.length - at;
  if (size !== 1) return size;
  return at + 16 > content.length ? 0 : Number(content.readBigUInt64BE(at + 8));
}

const ebmlId = 0x1a45dfa3;
const segmentId = 0x18538067;

/** A header of EBML, then one segment; what is recorded live has no size, and goes to the end. */
export function isWholeWebm(content: Buffer): boolean {
  if (content.length < 12 || content.readUInt32BE(0) !== ebmlId) return false;
  const header = readSize(content, 4);
  if (!header || header.size === undefined) return false;
  const headerEnd = header.end + header.size;
  if (!content.subarray(header.end, headerEnd).includes('webm')) return false;
  if (headerEnd + 5 > content.length || content.readUInt32BE(headerEnd) !== segmentId) return false;
  const segment = readSize(content, headerEnd + 4);
  if (!segment) return false;
  const ends = segment.size === undefined || segment.end + segment.size === content.length;
  return ends && !hasArchive(content);
}

/** A size of EBML: its length is in the leading zeros; all ones mean unknown. */
function readSize(content: Buffer, at: number): { size: number | undefined; end: number } | undefined {
  const first = content[at];
  if (!first) return undefined;
  const length = Math.clz32(first) - 23;
  if (at + length > content.length) return undefined;
  let size = BigInt(first & (0xff >> length));
  for (let place = 1; place < length; place++) size = size * 256n + BigInt(content[at + place] as number);
  const isUnknown = size === 2n ** BigInt(7 * length) - 1n;
  return { size: isUnknown ? undefined : Number(size), end: at + length };
}

/** The end of a ZIP archive is looked for in the last 65,557 bytes of a file, whatever it begins with. */
const archiveEnd = Buffer.from('PK\x05\x06', 'latin1');
const archiveTail = 65_557;

export function hasArchive(content: Buffer): boolean {
  return content.subarray(-archiveTail).includes(archiveEnd);
}
