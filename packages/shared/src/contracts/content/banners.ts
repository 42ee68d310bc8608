/** Banners above the pages. */
import * as z from 'zod/mini';
import { languageCodes } from '../system/languages.ts';
import { bannerAreas, bannerLevels } from './catalog.ts';
import { contentLanguage } from './language.ts';

export const bannersQuery = z.object({ lang: contentLanguage });

const banner = z.object({
  id: z.number(),
  /** One that was changed is shown again to who has closed it. */
  version: z.number(),
  level: z.enum(bannerLevels),
  /** Where it stands; none: on every page. */
  areas: z.array(z.enum(bannerAreas)),
  title: z.string(),
  /** Plain text; may be empty. */
  text: z.string(),
  /** A path of this site. */
  link: z.nullable(z.string()),
  lang: z.enum(languageCodes),
});
export type Banner = z.infer<typeof banner>;
export const bannersResponse = z.object({ result: z.array(banner) });
