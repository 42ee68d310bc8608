import { hindiFieldPatterns, hindiFields } from './fields-hi.ts';

/** @param text in English @returns the text itself where the language has none */
export function fieldTextIn(language: string, text: string): string {
  if (language !== 'hi') return text;
  if (Object.hasOwn(hindiFields, text)) return hindiFields[text] as string;
  const [pattern, translation] = hindiFieldPatterns.find(([expression]) => expression.test(text)) ?? [];
  return pattern && translation ? text.replace(pattern, translation) : text;
}
