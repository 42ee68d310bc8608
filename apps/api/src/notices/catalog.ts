/** All kinds of notices. A domain adds its own as a file of kinds/ (docs/notices.md). */
import type { NoticeCategory, NoticeChannel, NoticeView } from '@pelican/shared/contracts/notices';
import { isLanguage, type Language } from '@pelican/shared/contracts/system';
import * as z from 'zod/mini';
import { accountNotices } from './kinds/account.ts';
import { apiKeyNotices } from './kinds/api-keys.ts';
import { codeNotices } from './kinds/codes.ts';
import { exportNotices } from './kinds/exports.ts';
import { factorRecoveryNotices } from './kinds/factor-recovery.ts';
import { factorNotices } from './kinds/factors.ts';
import { fiatNotices } from './kinds/fiat.ts';
import { inrNotices } from './kinds/inr.ts';
import { invoiceNotices } from './kinds/invoices.ts';
import { loanNotices } from './kinds/loans.ts';
import { loanRiskNotices } from './kinds/loans-at-risk.ts';
import { rewardNotices } from './kinds/rewards.ts';
import { securityNotices } from './kinds/security.ts';
import { supportNotices } from './kinds/support.ts';
import { tradingNotices } from './kinds/trading.ts';
import { transferCodeNotices } from './kinds/transfer-codes.ts';
import { verificationNotices } from './kinds/verification.ts';
import { walletNotices } from './kinds/wallet.ts';
import { withdrawalNotices } from './kinds/withdrawals.ts';
import type { NoticeKind, NoticeText } from './notice-kind.ts';

const catalog = {
  ...securityNotices,
  ...codeNotices,
  ...factorNotices,
  ...apiKeyNotices,
  ...factorRecoveryNotices,
  ...accountNotices,
  ...verificationNotices,
  ...rewardNotices,
  ...walletNotices,
  ...transferCodeNotices,
  ...exportNotices,
  ...withdrawalNotices,
  ...inrNotices,
  ...fiatNotices,
  ...invoiceNotices,
  ...loanNotices,
  ...loanRiskNotices,
  ...tradingNotices,
  ...supportNotices,
};

export type NoticeName = keyof typeof catalog;
export type PayloadOf<Name extends NoticeName> = z.input<(typeof catalog)[Name]['payload']>;

export function kindOf(name: NoticeName): NoticeKind {
  return catalog[name];
}

/** The names of the kinds that a category has. */
export function kindsIn(category: NoticeCategory): string[] {
  return Object.entries<NoticeKind>(catalog).flatMap(([name, kind]) => (kind.category === category ? [name] : []));
}

/** The names of the kinds that use a channel whatever was chosen. */
export function kindsForcedBy(channel: NoticeChannel): string[] {
  return Object.entries<NoticeKind>(catalog).flatMap(([name, kind]) => (kind.forced?.includes(channel) ? [name] : []));
}

/** A notice as it is stored. */
export interface StoredNotice {
  kind: string;
  payload: unknown;
}

/** A notice and the account's language, as it is stored; one without texts is answered in English. */
export interface ReaderNotice extends StoredNotice {
  locale: string;
}

export interface RenderedNotice
  extends NoticeText,
    Pick<NoticeKind, 'category' | 'channels' | 'tone' | 'secretSeconds'> {
  forced: readonly NoticeChannel[];
  quiet: boolean;
  language: Language;
  /** If not the account's own. */
  recipient: string | undefined;
}

/** @throws ZodError, Error for a notice that no version of this catalog has written */
export function renderNotice({ kind: name, payload, locale }: ReaderNotice): RenderedNotice {
  if (!Object.hasOwn(catalog, name)) throw new Error(`there is no notice of kind ${name}`);
  const kind = kindOf(name as NoticeName);
  const { category, channels, forced = [], tone, quiet = false, secretSeconds } = kind;
  const given = z.parse(kind.payload, payload);
  const language = isLanguage(locale) ? locale : 'en';
  return {
    ...kind.text[language](given),
    language,
    category,
    channels,
    forced,
    tone,
    quiet,
    ...(secretSeconds === undefined ? {} : { secretSeconds }),
    recipient: kind.recipient?.(given),
  };
}

/** As the API and the pushes show it. */
export function viewNotice(notice: ReaderNotice & { id: number; createdAt: Date; readAt: Date | null }): NoticeView {
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
