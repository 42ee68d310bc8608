/**
 * Texts that operators have put in place of English ones, which are in the code. They are laid over those of a namespace when its code
 * has arrived. While they do not come the page has its own texts; they are asked for again by the next page, and when somebody is back.
 */
import { changedTextsId } from '@pelican/shared/client-paths';
import type { LocaleResponse } from '@pelican/shared/contracts/system';
import i18next from 'i18next';
import { defaultLanguage } from './language.ts';
import { onceBack } from './once-back.ts';
import { withPatience } from './patience.ts';

/** By namespace, there by key. */
const changed = new Map<string, [key: string, text: string][]>();
/** Undefined while they are lost, and where there are none. */
let loading: Promise<void> | undefined;

async function load(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`changed texts: ${response.status}`);
  const { messages } = (await response.json()) as LocaleResponse;
  for (const [name, text] of Object.entries(messages)) {
    const [namespace = '', key = ''] = name.split(/:(.*)/s);
    changed.set(namespace, [...(changed.get(namespace) ?? []), [key, text]]);
  }
  for (const namespace of changed.keys()) layChangedTextsOver(namespace);
  // Says to what is shown already that its texts have changed.
  await i18next.changeLanguage(defaultLanguage);
}

function ask(): Promise<void> {
  const link = document.querySelector<HTMLLinkElement>(`#${changedTextsId}`);
  if (!link) return Promise.resolve();
  loading ??= load(link.href).catch(() => {
    loading = undefined;
    onceBack(() => void ask());
  });
  return loading;
}

/** Asks for them where that is due. Resolves when the page can be shown: the texts are here, or take too long. */
export async function changedTextsOfPage(): Promise<void> {
  await withPatience([ask()]);
}

/** Call when the English messages of a namespace have been registered. */
export function layChangedTextsOver(namespace: string): void {
  if (!i18next.hasResourceBundle(defaultLanguage, namespace)) return;
  for (const [key, text] of changed.get(namespace) ?? [])
    i18next.addResource(defaultLanguage, namespace, key, text, { silent: true });
}
