/** What may be stored of what was sent. */
import { cleanImage } from './clean-image.ts';
import { type FileKind, fileKinds, findFileKind } from './file-kind.ts';
import { isPassivePdf } from './pdf-structure.ts';
import type { ScanFile } from './scanner.ts';

export interface FileRule {
  kinds: readonly FileKind[];
  /** Of one file. Less than 16 MiB. */
  bytesMax: number;
  /** 1 when absent. */
  countMax?: number;
  /** Looks at an image as it was sent, before its metadata is dropped. @returns the refusal */
  inspect?(sent: SentFile): Promise<string | undefined>;
}

/** A file that may be stored. */
export interface CheckedFile {
  kind: FileKind;
  mediaType: string;
  /** The sender's name for it, as plain text without folders. */
  name: string;
  content: Buffer;
}

export interface SentFile {
  name: string;
  content: Buffer;
}

export type Checked = { file: CheckedFile } | { refusal: string };

const notAccepted = 'This file cannot be accepted';

/** @throws DomainError service_unavailable: the scanner gave no verdict; too_many_requests */
export async function checkFile(sent: SentFile, rule: FileRule, scan: ScanFile | undefined): Promise<Checked> {
  const { content } = sent;
  if (content.length === 0) return { refusal: 'File not Uploaded' };
  const kind = await findFileKind(content);
  if (!kind || !rule.kinds.includes(kind)) return { refusal: wrongType(rule) };
  if (kind === 'pdf' && !(await isPassivePdf(content))) return { refusal: notAccepted };
  if (scan && !(await scan(content))) return { refusal: notAccepted };
  const refusal = await rule.inspect?.(sent);
  if (refusal) return { refusal };
  const stored = kind === 'jpeg' || kind === 'png' ? await cleanImage(content, kind) : content;
  if (!stored) return { refusal: 'File not Uploaded' };
  if (stored.length > storedBytesMax) return { refusal: tooBig(rule) };
  return { file: { kind, mediaType: fileKinds[kind].mediaType, name: plainName(sent.name), content: stored } };
}

/** As the constraint of the table has it. */
const storedBytesMax = 16 * 1024 * 1024;

export function wrongType({ kinds }: FileRule): string {
  return `Incorrect file type. Allowed types are ${kinds.map((kind) => fileKinds[kind].label).join(', ')}`;
}

export function tooBig({ bytesMax }: FileRule): string {
  return `File size is too big. Size should be maximum ${Math.ceil(bytesMax / 1_000_000)} MB`;
}

const nameMax = 100;

/** Neither folders nor what moves a cursor, ends a header or turns the direction of text. */
function plainName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const plain = last.replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}"<>]/gu, '').trim();
  return [...plain].slice(0, nameMax).join('') || 'file';
}
