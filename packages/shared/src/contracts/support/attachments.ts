/** Files beside a text: pictures of a ticket or a comment, pictures and documents of an application. */
import * as z from 'zod/mini';

export const attachmentsMax = 5;

const formats = {
  jpeg: { label: 'JPEG', mediaType: 'image/jpeg', extensions: ['jpg', 'jpeg'] },
  png: { label: 'PNG', mediaType: 'image/png', extensions: ['png'] },
  pdf: { label: 'PDF', mediaType: 'application/pdf', extensions: ['pdf'] },
} as const;
type AttachmentKind = keyof typeof formats;

/** What may be attached to a text. */
export interface AttachmentLimits {
  kinds: readonly AttachmentKind[];
  /** Of each file. */
  bytesMax: number;
  /** Of a form with its texts and its files. */
  formBytesMax: number;
}

/** To a ticket or a comment: each less than 2 MB. */
export const ticketAttachments = {
  kinds: ['jpeg', 'png'],
  bytesMax: 2_000_000 - 1,
  formBytesMax: 11_000_000,
} as const satisfies AttachmentLimits;
/** To an application for a listing or a partnership: each of 5 MB at most. */
export const applicationAttachments = {
  kinds: ['pdf', 'png', 'jpeg'],
  bytesMax: 5_000_000,
  formBytesMax: 26_000_000,
} as const satisfies AttachmentLimits;

export function formatsOf({ kinds }: AttachmentLimits) {
  return kinds.map((kind) => formats[kind]);
}

/** What a file of a ticket may be called. */
export const supportFileFormats: readonly string[] = formatsOf(ticketAttachments).flatMap(
  ({ extensions }) => extensions,
);

export const attachmentView = z.object({ id: z.string(), name: z.string(), mediaType: z.string(), size: z.number() });
export type AttachmentView = z.infer<typeof attachmentView>;
export const attachments = z.array(attachmentView);

export const attachmentId = z.uuid();
