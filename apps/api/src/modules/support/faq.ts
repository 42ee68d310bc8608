/** The questions and answers that anybody may read. */
import type { FaqResponse, SupportLanguage } from '@pelican/shared/contracts/support';
import type { Queryable } from '../../platform/database/index.ts';
import { categoryName } from './tickets.ts';

const wordsMax = 8;

/**
 * The published entries of a language, in English where there are none in it.
 * @param search only those that have each of its words in the question or the answer
 */
export async function readFaq(db: Queryable, language: SupportLanguage, search: string): Promise<FaqResponse> {
  const { rows } = await db.query<{
    slug: string;
    categoryId: number;
    question: string;
    answer: string;
    language: SupportLanguage;
  }>(
    `SELECT slug, category_id AS "categoryId", question, answer, language FROM faq_entries
      WHERE is_published AND language = coalesce(
          (SELECT language FROM faq_entries WHERE is_published AND language = $1 LIMIT 1), 'en')
        AND NOT EXISTS (
          SELECT FROM unnest($2::text[]) AS word WHERE strpos(lower(question || ' ' || answer), lower(word)) = 0)
      ORDER BY category_id, position, id LIMIT 500`,
    [language, search.split(/\s+/).filter(Boolean).slice(0, wordsMax)],
  );
  const result = rows.map(({ slug, categoryId, question, answer }) => ({
    slug,
    supportCategoryId: categoryId,
    category: categoryName(categoryId, language),
    question,
    answer,
  }));
  return { lang: rows[0]?.language ?? language, result };
}
