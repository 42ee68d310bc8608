/** Texts of the client by language and area: those of its build, with those in their place that operators have written. */
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DomainError } from '@pelican/shared/contracts';
import type { ClientLanguage, MessageFile } from '@pelican/shared/contracts/system';
import { changedArea, isFixedArea, stillFits } from '@pelican/shared/contracts/texts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary, type ChangedTexts, etagOf, matchesEtag } from '../../platform/http/index.ts';
import type { ChangedTextsByLanguage } from './changed-texts.ts';
import type { MessageFiles } from './message-files.ts';

interface AskedTexts {
  language: ClientLanguage;
  area: string;
  /** Whether the answer is the same for everybody who asks so. */
  isPublic: boolean;
  /** Of what operators have written, as the page that asks knows it from whichever process has answered that. */
  version: string | undefined;
}

export interface ClientTexts {
  /**
   * Answers with the texts of an area in their smallest form, or with 304 for who has them. The area `changed` has what operators have
   * written of all areas.
   * @throws DomainError not_found for an unknown area, or where there is no build
   */
  send(asked: AskedTexts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** What operators have written and is shown, by `namespace:key`, with a version that changes with it. Nothing where there is no build. */
  changed(language: ClientLanguage): Promise<ChangedTexts>;
}

interface Rendered {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

interface LaidOver {
  /** Of the operators' texts. */
  version: string;
  /** By area; with what operators have written in all of them under `changed`. */
  areas: Map<string, Record<string, string>>;
  rendered: Map<string, Promise<Rendered>>;
}

const cacheControl = 'public, max-age=60';
/** As small as gzip's best, in a tenth of the time of the highest. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

async function render(answer: { lang: string; version: string; messages: Record<string, string> }): Promise<Rendered> {
  const plain = Buffer.from(JSON.stringify(answer));
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, brotliQuality), promisify(gzip)(plain)]);
  return { etag: etagOf(plain), plain, br, gzip: gzipped };
}

function layOver({ areas }: MessageFile, { version, texts }: ChangedTexts): LaidOver {
  const all: Record<string, string> = {};
  const laid = Object.entries(areas).map(([area, originals]) => {
    const fitting = isFixedArea(area)
      ? []
      : [...texts].filter(([key, text]) => Object.hasOwn(originals, key) && stillFits(originals[key] as string, text));
    const changed = Object.fromEntries(fitting);
    Object.assign(all, changed);
    return [area, { ...originals, ...changed }] as const;
  });
  return { version, areas: new Map([...laid, [changedArea, all]]), rendered: new Map() };
}

export function createClientTexts(files: MessageFiles, changedTexts: ChangedTextsByLanguage): ClientTexts {
  /** Of the newest build and the newest change. */
  const known = new WeakMap<MessageFile, LaidOver>();

  async function laidOverOf(language: ClientLanguage): Promise<{ file: MessageFile; laid: LaidOver }> {
    const file = await files.read(language);
    const ofLanguage = changedTexts.of(language);
    const last = known.get(file);
    if (last?.version === ofLanguage.version) return { file, laid: last };
    const laid = layOver(file, ofLanguage);
    known.set(file, laid);
    return { file, laid };
  }

  async function renderedOf(language: ClientLanguage, area: string): Promise<Rendered> {
    // English has every area; another language that has none of its texts has nothing to answer.
    const [{ file, laid }, english] = await Promise.all([laidOverOf(language), laidOverOf('en')]);
    if (!english.laid.areas.has(area)) throw new DomainError('not_found');
    const rendering = laid.rendered.get(area);
    if (rendering) return rendering;
    const version = [file.version, laid.version].filter(Boolean).join('-');
    const next = render({ lang: language, version, messages: laid.areas.get(area) ?? {} });
    laid.rendered.set(area, next);
    return next;
  }

  return {
    async send({ language, area, isPublic, version }, request, reply) {
      const newest = changedTexts.of(language).version;
      const texts = await renderedOf(language, area);
      // While this process still has an older version than the one asked for, its answer must not be cached under the newer address.
      if (isPublic && (version === undefined || version === newest)) reply.header('cache-control', cacheControl);
      reply.header('etag', texts.etag);
      addVary(reply, 'accept-encoding');
      if (matchesEtag(request, texts.etag)) return reply.code(304).send();
      const accepted = String(request.headers['accept-encoding'] ?? '');
      const form = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
      if (form) reply.header('content-encoding', form);
      return reply.type('application/json; charset=utf-8').send(texts[form ?? 'plain']);
    },
    async changed(language) {
      const { version, texts } = changedTexts.of(language);
      if (version === '') return { version, texts };
      const found = await laidOverOf(language).catch(() => undefined);
      const fitting = Object.entries(found?.laid.areas.get(changedArea) ?? {});
      return { version: fitting.length === 0 ? '' : version, texts: new Map(fitting) };
    },
  };
}
