/** Items and their texts in Postgres. */
import type { ContentKind, ContentPhase, ContentState } from '@pelican/shared/contracts/content';

/** A condition on `item`: what visitors see at this moment. */
export const isLive = `item.state = 'published' AND item.publish_at <= now() AND (item.end_at IS NULL OR item.end_at > now())`;

/** As `phaseOf` in the contracts, for filters of lists. */
export const phaseConditions: Record<ContentPhase, string> = {
  draft: `item.state = 'draft'`,
  hidden: `item.state = 'hidden'`,
  scheduled: `item.state = 'published' AND item.publish_at > now()`,
  ended: `item.state = 'published' AND item.publish_at <= now() AND item.end_at <= now()`,
  live: isLive,
};

/**
 * Of `item` the text in a language, in English where it has none.
 * @param language the number of the statement's parameter
 */
export function textIn(language: string): string {
  return `JOIN LATERAL (
      SELECT language, title, body FROM content_texts
        WHERE item_id = item.id AND language IN (${language}, 'en') ORDER BY language = ${language} DESC LIMIT 1
    ) AS text ON true`;
}

export interface ItemRow {
  id: string;
  kind: ContentKind;
  slug: string | null;
  state: ContentState;
  publishAt: Date | null;
  endAt: Date | null;
  position: number;
  pinned: boolean;
  facts: Record<string, unknown>;
  version: number;
  updatedBy: string;
  updatedAt: Date;
}

export const itemColumns = `item.id, item.kind, item.slug, item.state, item.publish_at AS "publishAt", item.end_at AS "endAt",
  item.position, item.pinned, item.facts, item.version, item.updated_by AS "updatedBy", item.updated_at AS "updatedAt"`;

export function secondsOf(date: Date): number {
  return date.getTime() / 1000;
}
