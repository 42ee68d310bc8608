/** Pictures beside a text: of a ticket, a comment, or an application. */
import * as z from 'zod/mini';

export const attachmentsMax = 5;
/** The most bytes of each attachment: less than 2 MB. */
export const attachmentBytesMax = 2_000_000 - 1;
export const attachmentTypes = ['image/jpeg', 'image/png'] as const;
/** The most bytes of a form with its texts and its pictures. */
export const attachmentFormBytesMax = 11_000_000;

export const attachmentView = z.object({ id: z.string(), name: z.string(), mediaType: z.string(), size: z.number() });
export type AttachmentView = z.infer<typeof attachmentView>;
export const attachments = z.array(attachmentView);

export const attachmentId = z.uuid();
