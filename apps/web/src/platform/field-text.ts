/** What is wrong with a field, from its English text in the contracts. Forms alone need it: no part of the first view. */
let translate = (text: string): string => text;

export function fieldText(text: string): string {
  return translate(text);
}

/** For the language of the page, once its texts are loaded. */
export function setFieldTexts(translation: (text: string) => string): void {
  translate = translation;
}
