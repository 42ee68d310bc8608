/** What a file is by its content. The name and the type that its sender gives are never asked. */
import { fileTypeFromBuffer } from 'file-type';
import { isWholeMp4, isWholeWebm } from './video-structure.ts';

export const fileKinds = {
  jpeg: { mediaType: 'image/jpeg', label: 'JPEG' },
  png: { mediaType: 'image/png', label: 'PNG' },
  mp4: { mediaType: 'video/mp4', label: 'MP4' },
  webm: { mediaType: 'video/webm', label: 'WebM' },
  pdf: { mediaType: 'application/pdf', label: 'PDF' },
} as const;
export type FileKind = keyof typeof fileKinds;

const sniffed: Record<string, FileKind> = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'video/mp4': 'mp4',
  'video/quicktime': 'mp4',
  'video/webm': 'webm',
  'application/pdf': 'pdf',
};

/** Undefined for anything else, and for a video with something behind or between its parts. */
export async function findFileKind(content: Buffer): Promise<FileKind | undefined> {
  const type = await fileTypeFromBuffer(content).catch(() => undefined);
  const kind = sniffed[type?.mime ?? ''];
  if (kind === 'mp4') return isWholeMp4(content) ? kind : undefined;
  if (kind === 'webm') return isWholeWebm(content) ? kind : undefined;
  return kind;
}
