/** Over which channels a user wants notices. Only what differs from the defaults of the category is a row. */

import { DomainError } from '@pelican/shared/contracts';
import {
  type NoticeCategory,
  type NoticeChannel,
  type NoticeChoice,
  type NoticeChoices,
  noticeCategories,
} from '@pelican/shared/contracts/notices';
import type { Queryable } from '../platform/database/index.ts';

/** Whether a channel of a category is used for the user. */
export type ChannelFilter = (category: NoticeCategory, channel: NoticeChannel) => boolean;

export async function readChoices(db: Queryable, userId: number): Promise<ChannelFilter> {
  const { rows } = await db.query<NoticeChoice>(
    'SELECT category, channel, enabled FROM notice_choices WHERE user_id = $1',
    [userId],
  );
  const chosen = new Map(rows.map(({ category, channel, enabled }) => [`${category} ${channel}`, enabled]));
  return (category, channel) => {
    const given = noticeCategories[category][channel];
    return given === 'forced' || (chosen.get(`${category} ${channel}`) ?? given === 'on');
  };
}

export async function viewChoices(db: Queryable, userId: number): Promise<NoticeChoices> {
  const isEnabled = await readChoices(db, userId);
  const view = (category: NoticeCategory, channel: NoticeChannel) => ({
    enabled: isEnabled(category, channel),
    forced: isForced(category, channel),
  });
  return {
    result: (Object.keys(noticeCategories) as NoticeCategory[]).map((category) => ({
      category,
      channels: {
        in_app: view(category, 'in_app'),
        mail: view(category, 'mail'),
        text: view(category, 'text'),
      },
    })),
  };
}

/** @throws DomainError invalid_argument for a forced channel that is to be turned off */
export async function changeChoice(db: Queryable, userId: number, choice: NoticeChoice): Promise<void> {
  const { category, channel, enabled } = choice;
  if (!enabled && isForced(category, channel)) {
    throw new DomainError('invalid_argument', { fields: { channel: ['These notices cannot be turned off'] } });
  }
  await db.query(
    `INSERT INTO notice_choices (user_id, category, channel, enabled) VALUES ($1, $2, $3, $4)
      ON CONFLICT (user_id, category, channel) DO UPDATE SET enabled = EXCLUDED.enabled`,
    [userId, category, channel, enabled],
  );
}

/** Everything as it is by default. */
export async function resetChoices(db: Queryable, userId: number): Promise<void> {
  await db.query('DELETE FROM notice_choices WHERE user_id = $1', [userId]);
}

function isForced(category: NoticeCategory, channel: NoticeChannel): boolean {
  return noticeCategories[category][channel] === 'forced';
}
