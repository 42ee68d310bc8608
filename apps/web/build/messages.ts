/** Gathers the catalogues of src in one file for each language, by areas, for the server (apps/api/src/modules/texts/client-texts.ts). */
import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientLanguage, MessageFile } from '@pelican/shared/contracts/system';
import { areaOf, isOfConsole, translatedAreas } from '../src/platform/message-areas.ts';

type Messages = { [key: string]: string | Messages };

/** The namespace of a catalogue by its path in src, as `platform/i18n.ts` says it. */
export function namespaceOf(path: string): string {
  const folder = /^(?:features\/)?(.+)\/locales\//.exec(path)?.[1] ?? '';
  return folder === 'app' ? 'common' : folder.replaceAll('/', '-');
}

/** The texts of a catalogue by their keys, the parts of which are joined by points; of a list its places are keys. */
export function flatten(messages: Messages, prefix = ''): [key: string, text: string][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
  );
}

/** @param source the folder src of the client @throws Error when a namespace has no area */
export function collectMessages(source: string, language: ClientLanguage): MessageFile {
  const areas: MessageFile['areas'] = {};
  for (const path of globSync(`**/locales/${language}.json`, { cwd: source }).sort()) {
    const namespace = namespaceOf(path);
    if (isOfConsole(namespace)) continue;
    const area = areaOf(namespace);
    if (area === undefined)
      throw new Error(`${path}: the namespace ${namespace} has no area in src/platform/message-areas.ts`);
    // Texts of an area that is translated in part would stand between English ones.
    if (language !== 'en' && !translatedAreas[language].includes(area)) continue;
    areas[area] ??= {};
    for (const [key, text] of flatten(JSON.parse(readFileSync(join(source, path), 'utf8'))))
      areas[area][`${namespace}:${key}`] = text;
  }
  const version = createHash('sha256').update(JSON.stringify(areas)).digest('base64url').slice(0, 12);
  return { version, areas };
}
