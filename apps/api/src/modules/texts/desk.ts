/** Texts of the client as operators see them: those of the build beside what is in their place. */
import { DomainError } from '@pelican/shared/contracts';
import { type ClientLanguage, clientLanguageCodes } from '@pelican/shared/contracts/system';
import {
  isFixedArea,
  stillFits,
  type TextDetails,
  type TextPlace,
  type TextSelection,
  type TextView,
  textIdOf,
  textPlaceOf,
} from '@pelican/shared/contracts/texts';
import type { Queryable } from '../../platform/database/index.ts';
import type { MessageFiles } from './message-files.ts';

interface TextsQuery {
  language?: ClientLanguage | undefined;
  area?: string | undefined;
  search: string;
  which: TextSelection;
  offset: number;
  limit: number;
}

interface Catalogue {
  areas: string[];
  texts: TextView[];
}

const historyMax = 50;

/** @throws DomainError not_found where the client was not built */
export async function listTexts(db: Queryable, files: MessageFiles, query: TextsQuery) {
  const { language, area, which, offset, limit } = query;
  const search = query.search.trim().toLowerCase();
  const { areas, texts } = await readCatalogue(db, files, language);
  const found = texts.filter(
    (text) => (area === undefined || text.area === area) && isOf(which, text) && (search === '' || has(text, search)),
  );
  if (which !== 'all') found.sort((one, other) => (other.changed?.updatedAt ?? 0) - (one.changed?.updatedAt ?? 0));
  else if (search !== '') found.sort((one, other) => Number(isWhole(other, search)) - Number(isWhole(one, search)));
  return { result: found.slice(offset, offset + limit), total: found.length, offset, limit, areas };
}

/** @throws DomainError not_found */
export async function findText(db: Queryable, files: MessageFiles, id: string): Promise<TextView> {
  const { language } = placeOf(id);
  const { texts } = await readCatalogue(db, files, language);
  const found = texts.find((text) => text.id === id);
  if (!found) throw new DomainError('not_found');
  return found;
}

/** @throws DomainError not_found */
export async function showText(db: Queryable, files: MessageFiles, id: string): Promise<TextDetails> {
  const text = await findText(db, files, id);
  const { rows } = await db.query<Omit<TextDetails['history'][number], 'id' | 'at'> & { id: string; at: number }>(
    `SELECT id, extract(epoch FROM created_at)::float8 AS at, actor, action, details->>'before' AS before,
        details->>'after' AS after
      FROM audit_records WHERE subject = $1 ORDER BY audit_records.id DESC LIMIT $2`,
    [`text:${id}`, historyMax],
  );
  return { ...text, history: rows.map((record) => ({ ...record, id: Number(record.id) })) };
}

/** @throws DomainError not_found: of no language of the client */
export function placeOf(id: string): TextPlace {
  const place = textPlaceOf(id);
  if (!place) throw new DomainError('not_found');
  return place;
}

function isOf(which: TextSelection, { changed }: TextView): boolean {
  return which === 'all' || (changed !== null && (which === 'changed' || !changed.fits));
}

function has({ key, original, english, changed }: TextView, search: string): boolean {
  return [key, original, english, changed?.text].some((text) => text?.toLowerCase().includes(search));
}

/** A button that says just the words is rather meant than a sentence that has them. */
function isWhole({ original, changed }: TextView, search: string): boolean {
  return (changed?.text ?? original)?.toLowerCase() === search;
}

/** Texts that may be changed, in the order of the catalogues, and behind them those whose original is gone. */
async function readCatalogue(db: Queryable, files: MessageFiles, wanted?: ClientLanguage): Promise<Catalogue> {
  const [english, changes] = await Promise.all([files.read('en'), readChanges(db, wanted)]);
  const areas = Object.keys(english.areas).filter((area) => !isFixedArea(area));
  const texts: TextView[] = [];
  for (const language of wanted ? [wanted] : clientLanguageCodes) {
    const file = language === 'en' ? english : await files.read(language);
    for (const area of areas) {
      const englishTexts = english.areas[area] ?? {};
      for (const [key, original] of Object.entries(file.areas[area] ?? {})) {
        const id = `${key}:${language}`;
        const change = changes.get(id);
        changes.delete(id);
        texts.push({
          id,
          language,
          area,
          key,
          original,
          english: englishOf(englishTexts, key),
          changed: change ? { ...change, fits: stillFits(original, change.text) } : null,
        });
      }
    }
  }
  for (const [id, change] of changes) {
    const { language, namespace, key } = placeOf(id);
    const gone = { area: null, original: null, english: null };
    texts.push({ id, language, key: `${namespace}:${key}`, ...gone, changed: { ...change, fits: false } });
  }
  return { areas, texts };
}

/** A form of a plural that English does not have is shown beside the English form of many. */
function englishOf(texts: Record<string, string>, key: string): string | null {
  return texts[key] ?? texts[key.replace(/_(?:zero|two|few|many)$/, '_other')] ?? null;
}

interface ChangeRow extends TextPlace {
  id: string;
  text: string;
  updatedBy: string;
  updatedAt: number;
}

async function readChanges(db: Queryable, language: ClientLanguage | undefined) {
  const { rows } = await db.query<ChangeRow>(
    `SELECT id, language, namespace, key, text, updated_by AS "updatedBy",
        extract(epoch FROM updated_at)::float8 AS "updatedAt"
      FROM text_overrides WHERE language = ANY ($1) ORDER BY id`,
    [language ? [language] : clientLanguageCodes],
  );
  return new Map(
    rows.map(({ id, text, updatedBy, updatedAt, ...place }) => [
      textIdOf(place),
      { text, version: Number(id), updatedBy, updatedAt },
    ]),
  );
}
