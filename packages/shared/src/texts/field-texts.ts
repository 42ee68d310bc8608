import { hindiFieldPatterns, hindiFields } from './fields-hi.ts';
import { russianFieldPatterns, russianFields } from './fields-ru.ts';
import { tamilFieldPatterns, tamilFields } from './fields-ta.ts';
import { turkishFieldPatterns, turkishFields } from './fields-tr.ts';
import { isTranslated, type TranslatedLanguage } from './translated-languages.ts';

interface FieldTexts {
  /** By the English text. */
  texts: Record<string, string>;
  /** Texts in which only a number varies, with its place. */
  patterns: readonly [RegExp, string][];
}

const fieldTexts: Record<TranslatedLanguage, FieldTexts> = {
  hi: { texts: hindiFields, patterns: hindiFieldPatterns },
  ta: { texts: tamilFields, patterns: tamilFieldPatterns },
  tr: { texts: turkishFields, patterns: turkishFieldPatterns },
  ru: { texts: russianFields, patterns: russianFieldPatterns },
};

/** @param text in English @returns the text itself where the language has none */
export function fieldTextIn(language: string, text: string): string {
  if (!isTranslated(language)) return text;
  const { texts, patterns } = fieldTexts[language];
  if (Object.hasOwn(texts, text)) return texts[text] as string;
  const [pattern, translation] = patterns.find(([expression]) => expression.test(text)) ?? [];
  return pattern && translation ? text.replace(pattern, translation) : text;
}
