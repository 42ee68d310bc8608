/** All kinds of notices. A domain adds its own as a file of kinds/ (docs/notices.md). */
import type { NoticeView } from '@pelican/shared/contracts/notices';
import * as z from 'zod/mini';
import { accountNotices } from './kinds/account.ts';
import { rewardNotices } from './kinds/rewards.ts';
import { securityNotices } from './kinds/security.ts';
import { supportNotices } from './kinds/support.ts';
import { tradingNotices } from './kinds/trading.ts';
import { walletNotices } from './kinds/wallet.ts';
import type { NoticeKind, NoticeText } from './notice-kind.ts';

const catalog = {
  ...securityNotices,
  ...accountNotices,
  ...rewardNotices,
  ...walletNotices,
  ...tradingNotices,
  ...supportNotices,
};

export type NoticeName = keyof typeof catalog;
export type PayloadOf<Name extends NoticeName> = z.input<(typeof catalog)[Name]['payload']>;

export function kindOf(name: NoticeName): NoticeKind {
  return catalog[name];
}

/** A notice as it is stored. */
export interface StoredNotice {
  kind: string;
  payload: unknown;
}

export interface RenderedNotice
  extends NoticeText,
    Pick<NoticeKind, 'category' | 'channels' | 'tone' | 'secretSeconds'> {
  quiet: boolean;
  /** If not the account's own. */
  recipient: string | undefined;
}

/** @throws ZodError, Error for a notice that no version of this catalog has written */
export function renderNotice({ kind: name, payload }: StoredNotice): RenderedNotice {
  if (!Object.hasOwn(catalog, name)) throw new Error(`there is no notice of kind ${name}`);
  const kind = kindOf(name as NoticeName);
  const { category, channels, tone, quiet = false, secretSeconds } = kind;
  const given = z.parse(kind.payload, payload);
  return {
    ...kind.text(given),
    category,
    channels,
    tone,
    quiet,
    ...(secretSeconds === undefined ? {} : { secretSeconds }),
    recipient: kind.recipient?.(given),
  };
}

/** As the API and the pushes show it. */
export function viewNotice(notice: StoredNotice & { id: number; createdAt: Date; readAt: Date | null }): NoticeView {
  const { category, tone, title, text, link } = renderNotice(notice);
  return {
    id: notice.id,
    kind: notice.kind,
    category,
    tone,
    title,
    text,
    link: link?.path ?? null,
    created_at: notice.createdAt.getTime(),
    read: notice.readAt !== null,
  };
}
