import { call } from '../../api/call.ts';
import { keepForm, restoreForm } from '../../platform/kept-form.ts';
import { pathInLanguage } from '../../platform/language.ts';

/** Longer than that nobody waits for a page in their language; what is saved late is saved by the next switch. */
const savingMs = 1_000;

export interface PageAddress {
  pathname: string;
  search: string;
  hash: string;
}

const textOf = ({ pathname, search, hash }: PageAddress) => pathname + search + hash;

/** Opens the page in another language, with what is typed into it, and saves the choice. @param page without the language */
export async function switchLanguage(code: string, page: PageAddress): Promise<void> {
  keepForm(textOf(page));
  const saved = call('POST /v2/locale', { body: { lang: code } }).catch(() => undefined);
  await Promise.race([saved, new Promise((resolve) => setTimeout(resolve, savingMs))]);
  location.assign(pathInLanguage(page.pathname, code) + page.search + page.hash);
}

/** Fills what was typed before a switch into the page. @param page without the language */
export function restoreAfterSwitch(page: PageAddress): void {
  restoreForm(textOf(page));
}
