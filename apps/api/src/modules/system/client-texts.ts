/** Texts of the client by language and area, from the files of its build. */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { DomainError } from '@pelican/shared/contracts';
import { type ClientLanguage, type MessageFile, messageFile } from '@pelican/shared/contracts/system';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface ClientTexts {
  /**
   * Answers with the texts of an area in their smallest form, or with 304 for who has them.
   * @throws DomainError not_found for an unknown area, or where there is no build
   */
  send(language: ClientLanguage, area: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
}

interface Rendered {
  etag: string;
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

interface Build {
  changedMs: number;
  file: MessageFile;
  /** By area. */
  rendered: Map<string, Promise<Rendered>>;
}

/** As small as gzip's best, in a tenth of the time of the highest. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 7 } };

async function render(language: ClientLanguage, area: string, { version, areas }: MessageFile): Promise<Rendered> {
  const plain = Buffer.from(JSON.stringify({ lang: language, version, messages: areas[area] ?? {} }));
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(plain, brotliQuality), promisify(gzip)(plain)]);
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`;
  return { etag, plain, br, gzip: gzipped };
}

/** @param webDist the client's build; each file of it is read when it is first asked for, and again when it has changed */
export function createClientTexts(webDist: string): ClientTexts {
  const builds = new Map<ClientLanguage, Build>();

  async function buildOf(language: ClientLanguage): Promise<Build> {
    const path = join(webDist, messageFile(language));
    const changedMs = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      (cause: unknown) => {
        throw new DomainError('not_found', { cause });
      },
    );
    const known = builds.get(language);
    if (known?.changedMs === changedMs) return known;
    const file = JSON.parse(await readFile(path, 'utf8')) as MessageFile;
    const build = { changedMs, file, rendered: new Map() };
    builds.set(language, build);
    return build;
  }

  async function renderedOf(language: ClientLanguage, area: string): Promise<Rendered> {
    // English has every area; another language that has none of its texts has nothing to answer.
    const [{ file, rendered }, english] = await Promise.all([buildOf(language), buildOf('en')]);
    if (!Object.hasOwn(english.file.areas, area)) throw new DomainError('not_found');
    const known = rendered.get(area);
    if (known) return known;
    const rendering = render(language, area, file);
    rendered.set(area, rendering);
    return rendering;
  }

  return {
    async send(language, area, { headers }, reply) {
      const texts = await renderedOf(language, area);
      reply.headers({ etag: texts.etag, vary: 'accept-encoding' });
      if (headers['if-none-match'] === texts.etag) return reply.code(304).send();
      const accepted = String(headers['accept-encoding'] ?? '');
      const form = (['br', 'gzip'] as const).find((name) => accepted.includes(name));
      if (form) reply.header('content-encoding', form);
      return reply.type('application/json; charset=utf-8').send(texts[form ?? 'plain']);
    },
  };
}
