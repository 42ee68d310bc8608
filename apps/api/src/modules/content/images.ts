/** Pictures of content. */
import { createHash } from 'node:crypto';
import { DomainError } from '@pelican/shared/contracts';
import { contentImageBytesMax } from '@pelican/shared/contracts/content';
import { z } from 'zod';
import { type OperatorAction, operatorNameOf, recordAct } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type UploadRules, webPicture } from '../../platform/files/index.ts';

const sideMax = 1_600;

export const imageRules: UploadRules = {
  files: { file: { kinds: ['jpeg', 'png'], bytesMax: contentImageBytesMax } },
  filesMax: 1,
  bodyBytesMax: contentImageBytesMax + 64 * 1024,
  placesMax: 2,
};

export interface AddedImage {
  image: string;
  width: number;
  height: number;
}

const added = z.object({ hash: z.string(), width: z.int(), height: z.int(), webp: z.base64() });

/** Keeps a picture that was encoded anew; the same one again is the same row. */
export const addContentImage: OperatorAction<z.infer<typeof added>, AddedImage> = {
  permission: 'content',
  twoPersons: false,
  explainsItself: () => true,
  name: 'content.add_image',
  payload: added,
  async run(tx, act, { hash, width, height, webp }) {
    await tx.query(
      `INSERT INTO content_images (hash, width, height, webp, created_by) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [hash, width, height, Buffer.from(webp, 'base64'), operatorNameOf(act.actor)],
    );
    await recordAct(tx, act, {
      action: 'content.image_added',
      subject: `image:${hash.slice(0, 16)}`,
      details: { hash },
    });
    return { image: hash, width, height };
  },
};

/** @param content a picture that is clean already @throws DomainError invalid_argument */
export async function encodedImage(content: Buffer): Promise<z.infer<typeof added>> {
  const picture = await webPicture(content, sideMax);
  if (!picture) throw new DomainError('invalid_argument', { fields: { file: ['File not Uploaded'] } });
  const { webp, width, height } = picture;
  return { width, height, webp: webp.toString('base64'), hash: createHash('sha256').update(webp).digest('hex') };
}

/** @throws DomainError not_found */
export async function readImage(db: Queryable, hash: string): Promise<Buffer> {
  const { rows } = await db.query<{ webp: Buffer }>('SELECT webp FROM content_images WHERE hash = $1', [hash]);
  if (!rows[0]) throw new DomainError('not_found');
  return rows[0].webp;
}

/** @throws DomainError invalid_argument: an item names a picture that nobody has added */
export async function demandImage(db: Queryable, hash: string): Promise<void> {
  if (hash === '') return;
  const { rowCount } = await db.query('SELECT FROM content_images WHERE hash = $1', [hash]);
  if (rowCount === 0) throw new DomainError('invalid_argument', { fields: { image: ['File not Uploaded'] } });
}
