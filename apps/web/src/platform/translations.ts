/**
 * Texts of a language that is not English, from the server by areas. Each area is asked for once; the browser's cache keeps it.
 * One that does not come is asked for again by the next page, and when somebody is back: meanwhile its texts are English.
 */
import { type ClientLanguage, clientLanguages, type LocaleResponse } from '@pelican/shared/contracts/system';
import { fieldTextIn } from '@pelican/shared/texts';
import i18next from 'i18next';
import { changedTextsOfPage, layChangedTextsOver } from './changed-texts.ts';
import { setFieldTexts } from './field-text.ts';
import { defaultLanguage } from './language.ts';
import { areaOf, areasOfPath, type MessageArea, translatedAreas } from './message-areas.ts';
import { onceBack } from './once-back.ts';
import { withPatience } from './patience.ts';

/** Undefined on a page in English, of which operators have changed texts. */
let language: Exclude<ClientLanguage, 'en'> | undefined;
const loads = new Map<MessageArea, Promise<void>>();
/** Asked for, and did not come. */
const lost = new Set<MessageArea>();

async function load(language: ClientLanguage, area: MessageArea): Promise<void> {
  const response = await fetch(`/v2/locale?${new URLSearchParams({ lang: language, area })}`);
  if (!response.ok) throw new Error(`texts of ${area}: ${response.status}`);
  const { messages } = (await response.json()) as LocaleResponse;
  for (const [key, text] of Object.entries(messages)) {
    const [namespace = '', name = ''] = key.split(/:(.*)/s);
    i18next.addResource(language, namespace, name, text, { silent: true });
  }
  // Says to what is shown already that its texts have changed.
  await i18next.changeLanguage(language);
}

function ask(area: MessageArea): Promise<void> {
  if (!language || !translatedAreas[language].includes(area)) return Promise.resolve();
  const known = loads.get(area);
  if (known) return known;
  lost.delete(area);
  const loading = load(language, area).catch(() => {
    loads.delete(area);
    lost.add(area);
    onceBack(() => void ask(area));
  });
  loads.set(area, loading);
  return loading;
}

function pathWithoutLanguage(): string {
  return location.pathname.slice(1 + (language ?? '').length);
}

/** Resolves when the first page can be shown: its texts are here, or take too long. */
export async function startTranslations(code: string, pathname: string): Promise<void> {
  if (code === defaultLanguage) return changedTextsOfPage();
  language = code as typeof language;
  setFieldTexts((text) => fieldTextIn(code, text));
  document.documentElement.dir = clientLanguages.find((known) => known.code === code)?.dir ?? 'ltr';
  const loading = [ask('app'), ...areasOfPath(pathname).map(ask)];
  await i18next.changeLanguage(code);
  await withPatience(loading);
}

/** Asks for the texts of the address, and for those that were lost before; waits for all that are under way, those of the page's code included. */
export async function translationsOfPage(): Promise<void> {
  if (!language) return changedTextsOfPage();
  for (const area of [...areasOfPath(pathWithoutLanguage()), ...lost]) void ask(area);
  await withPatience(loads.values());
}

/** Asks for the area of a namespace whose code has arrived. */
export function translationsOfNamespace(namespace: string): void {
  const area = areaOf(namespace);
  if (!language) layChangedTextsOver(namespace);
  else if (area) void ask(area);
}
