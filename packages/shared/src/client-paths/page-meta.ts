/** What the client's pages are called, for search engines and previews of links: its build writes it, the server fills the HTML with it. */

export interface PageTexts {
  title: string;
  description: string;
}

/** Paths of built files, without a slash at their beginning. */
export interface PageFiles {
  scripts: string[];
  styles: string[];
}

/** A page in all languages. Texts may hold `{{pair}}`. */
export interface PageMeta {
  /** A pattern of the router. */
  path: string;
  /** The page that search engines take in place of this one. */
  canonical?: string;
  /** Whether search engines list it. */
  index: boolean;
  /** They do not, and it has links to its other languages all the same. */
  unlisted?: true;
  /** The venue of the `:pair` in the path; a pair that it does not have is answered by the page `elsewhere`. */
  market?: { venue: 'spot' | 'perpetual'; elsewhere: string };
  /** What the `:slug` in the path names: each that visitors see is a page with texts of its own, any other is none. */
  item?: 'announcement';
  /** What it loads beside what every page does: the browser asks for it along with the client's start. */
  files?: PageFiles;
  /** By language; a page without has the site's. */
  texts?: Record<string, PageTexts>;
  /** Message keys of title and description, with their namespaces: an operator's replacement of such a message replaces it here too. */
  keys?: { title?: string; description: string };
}

/** The file page-meta of a build. */
export interface PageMetaFile {
  site: string;
  /** The default language first. */
  languages: string[];
  /** Of pages that have no texts. */
  texts: Record<string, PageTexts>;
  keys?: PageMeta['keys'];
  /** What brings the texts of a language that is not the default. */
  translations?: PageFiles;
  pages: PageMeta[];
}

/** Of the meta element with the codes of hidden languages, which the client reads before its address. */
export const hiddenLanguagesName = 'hidden-languages';
/** Of the link to English texts that operators have changed. */
export const changedTextsId = 'texts';

/** Where a build has it. */
export const pageMetaFile = '.page-meta.json';
