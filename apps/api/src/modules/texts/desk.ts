/** Texts of the client as operators see them: those of the build beside what is in their place. */
import { DomainError } from '@pelican/shared/contracts';
import { type ClientLanguage, clientLanguageCodes, type MessageFile } from '@pelican/shared/contracts/system';
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

/** A text of a build, with what a search looks at. */
interface Original extends Omit<TextView, 'changed'> {
  area: string;
  original: string;
  /** Its key and its words in lower case. */
  words: string;
}

type Change = Omit<NonNullable<TextView['changed']>, 'fits'>;

const historyMax = 50;

/** @throws DomainError not_found where the client was not built */
export async function listTexts(db: Queryable, files: MessageFiles, query: TextsQuery) {
  const { language, area, which, offset, limit } = query;
  const search = query.search.trim().toLowerCase();
  const [english, changes] = await Promise.all([files.read('en'), readChanges(db, language ? [language] : undefined)]);
  const found: TextView[] = [];
  for (const code of language ? [language] : clientLanguageCodes)
    for (const text of (await readOriginals(files, code)).values()) {
      const change = changes.get(text.id);
      changes.delete(text.id);
      if (area !== undefined && text.area !== area) continue;
      if (!text.words.includes(search) && !change?.text.toLowerCase().includes(search)) continue;
      if (which === 'all' || change) found.push(viewOf(text, change));
    }
  // What is left has no original any more.
  for (const [id, change] of changes) {
    const text = viewGone(id, change);
    const isFound = [text.key, change.text].some((words) => words.toLowerCase().includes(search));
    if (area === undefined && isFound) found.push(text);
  }
  const listed = which === 'stale' ? found.filter(({ changed }) => changed?.fits === false) : found;
  if (which !== 'all') listed.sort((one, other) => (other.changed?.updatedAt ?? 0) - (one.changed?.updatedAt ?? 0));
  else if (search !== '') listed.sort((one, other) => Number(isWhole(other, search)) - Number(isWhole(one, search)));
  const result = listed.slice(offset, offset + limit);
  return { result, total: listed.length, offset, limit, areas: areasOf(english) };
}

/** @throws DomainError not_found */
export async function findText(db: Queryable, files: MessageFiles, id: string): Promise<TextView> {
  const { language } = placeOf(id);
  const [originals, changes] = await Promise.all([readOriginals(files, language), readChanges(db, [language])]);
  const [text, change] = [originals.get(id), changes.get(id)];
  if (text) return viewOf(text, change);
  if (!change) throw new DomainError('not_found');
  return viewGone(id, change);
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

/** Exact matches are listed first: a search for the label of a button is meant to find the button, not sentences that contain its word. */
function isWhole({ original, changed }: TextView, search: string): boolean {
  return (changed?.text ?? original)?.toLowerCase() === search;
}

function areasOf(english: MessageFile): string[] {
  return Object.keys(english.areas).filter((area) => !isFixedArea(area));
}

/**
 * Originals by the message file that they come from, so that a request does not build them again. They contain English texts too, so an
 * entry is only valid for the English file that it was built with.
 */
const known = new WeakMap<MessageFile, { english: MessageFile; originals: ReadonlyMap<string, Original> }>();

/** Texts that may be changed, by id and in the order of the catalogues. */
async function readOriginals(files: MessageFiles, language: ClientLanguage): Promise<ReadonlyMap<string, Original>> {
  const [english, file] = await Promise.all([files.read('en'), files.read(language)]);
  const last = known.get(file);
  if (last?.english === english) return last.originals;
  const originals = new Map<string, Original>();
  for (const area of areasOf(english))
    for (const [key, original] of Object.entries(file.areas[area] ?? {})) {
      const id = `${key}:${language}`;
      const inEnglish = englishOf(english.areas[area] ?? {}, key);
      const words = [key, original, inEnglish ?? ''].join('\n').toLowerCase();
      originals.set(id, { id, language, area, key, original, english: inEnglish, words });
    }
  known.set(file, { english, originals });
  return originals;
}

function viewOf({ words: _, ...text }: Original, change: Change | undefined): TextView {
  return { ...text, changed: change ? { ...change, fits: stillFits(text.original, change.text) } : null };
}

/** Of a change whose original is gone. */
function viewGone(id: string, change: Change): TextView {
  const { language, namespace, key } = placeOf(id);
  const gone = { area: null, original: null, english: null };
  return { id, language, key: `${namespace}:${key}`, ...gone, changed: { ...change, fits: false } };
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

async function readChanges(
  db: Queryable,
  languages: readonly ClientLanguage[] = clientLanguageCodes,
): Promise<Map<string, Change>> {
  const { rows } = await db.query<ChangeRow>(
    `SELECT id, language, namespace, key, text, updated_by AS "updatedBy",
        extract(epoch FROM updated_at)::float8 AS "updatedAt"
      FROM text_overrides WHERE language = ANY ($1) ORDER BY id`,
    [languages],
  );
  return new Map(
    rows.map(({ id, text, updatedBy, updatedAt, ...place }) => [
      textIdOf(place),
      { text, version: Number(id), updatedBy, updatedAt },
    ]),
  );
}
