/**
 * Forms with files (multipart/form-data). A body is bounded before it is read: by its declared length, by the files that the call knows,
 * by the bytes that a sender may send in a day, and by the time that a request may take (platform/http).
 */
import { once } from 'node:events';
import multipart, { type MultipartFile } from '@fastify/multipart';
import { DomainError } from '@pelican/shared/contracts';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { type HttpServer, TurnQueue } from '../http/index.ts';
import { type CheckedFile, checkFile, type FileRule, type SentFile, tooBig } from './check-file.ts';
import type { ScanFile } from './scanner.ts';

export interface UploadRules {
  /** By the name of the field. */
  files: Readonly<Record<string, FileRule>>;
  /** In all fields together. */
  filesMax: number;
  /** Of the whole body; the limit that the call declares. */
  bodyBytesMax: number;
}

export interface Upload {
  fields: Record<string, string>;
  /** By the name of the field, which has at least one. */
  files: ReadonlyMap<string, readonly CheckedFile[]>;
}

export interface Uploads {
  /**
   * Reads and checks a form.
   * @param sender whose allowance it takes: `user:5`, or the key of an address
   * @throws DomainError invalid_argument (by field), malformed_form, body_too_large, too_many_requests, service_unavailable
   */
  receive(request: FastifyRequest, sender: string, rules: UploadRules): Promise<Upload>;
}

/** Each holds its files in memory. */
const uploadsMax = 16;
const fieldsMax = 40;
/** A text of 5,000 letters may take 20,000 bytes. */
const fieldBytesMax = 24 * 1024;
/** Of a call that takes its texts as JSON too. */
const jsonBytesMax = 64 * 1024;
const bytesPerDay = 200_000_000;
const daySeconds = 86_400;

/** KEYS: the count. ARGV: bytes, limit, seconds to keep it. */
const spendScript = `
local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
if sum == tonumber(ARGV[1]) then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
return sum <= tonumber(ARGV[2]) and 1 or 0`;

/**
 * Lets the routes of `add` take forms; other routes go on refusing them. What cannot be a form of these routes is refused before any of
 * its body is read, and the connection is closed: nobody sends three gigabytes to be told so.
 */
export async function serveUploads(app: HttpServer, add: (scope: HttpServer) => void): Promise<void> {
  await app.register(async (child) => {
    const scope = child as unknown as HttpServer;
    await scope.register(multipart, { throwFileSizeLimit: false });
    scope.addHook('onRequest', (request, reply, next) => {
      if (!request.headers['content-type']?.startsWith('multipart/')) return next(refuseLargeJson(request));
      // Also of a refusal by a guard: what is left of the body is not read.
      reply.header('connection', 'close');
      const length = Number(request.headers['content-length'] ?? Number.NaN);
      if (!Number.isSafeInteger(length)) return next(new DomainError('malformed_form'));
      next(length > request.routeOptions.bodyLimit ? new DomainError('body_too_large') : undefined);
    });
    add(scope);
  });
}

/** The limit of the call is that of a form, and far above what texts alone may take. */
function refuseLargeJson({ headers }: FastifyRequest): DomainError | undefined {
  const isBounded =
    headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= jsonBytesMax;
  return isBounded ? undefined : new DomainError('body_too_large');
}

const discardMs = 5_000;

export function createUploads(deps: { redis: Pick<Redis, 'eval'>; scan: ScanFile | undefined }): Uploads {
  const turns = new TurnQueue<string>(
    { runningMax: uploadsMax, waitingMaxOfLane: 2, waitingMax: 100 },
    () => new DomainError('too_many_requests'),
  );

  async function spend(sender: string, bytes: number): Promise<void> {
    const day = Math.floor(Date.now() / (daySeconds * 1000));
    const isWithin = await deps.redis.eval(spendScript, 1, `uploads:${sender}:${day}`, bytes, bytesPerDay, daySeconds);
    if (isWithin !== 1) throw new DomainError('too_many_requests', { details: { retryAfterMs: daySeconds * 1000 } });
  }

  return {
    async receive(request, sender, rules) {
      if (!request.isMultipart()) throw new DomainError('malformed_form');
      return turns.run(sender, async () => {
        await spend(sender, Number(request.headers['content-length']));
        const form = await whileConnected(request, readForm(request, rules));
        return { fields: form.fields, files: await checkAll(form.files, rules, deps.scan) };
      });
    },
  };
}

interface Form {
  fields: Record<string, string>;
  files: Map<string, SentFile[]>;
}

async function readForm(request: FastifyRequest, rules: UploadRules): Promise<Form> {
  const form: Form = { fields: {}, files: new Map() };
  const bytesMax = Math.max(...Object.values(rules.files).map((rule) => rule.bytesMax));
  const limits = {
    fileSize: bytesMax + 1,
    files: rules.filesMax,
    fields: fieldsMax,
    parts: fieldsMax + rules.filesMax,
    fieldNameSize: 64,
    fieldSize: fieldBytesMax,
    headerPairs: 20,
  };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.fieldname === undefined) throw new DomainError('malformed_form');
      if (part.type === 'file') await takeFile(form, part, rules);
      else if (typeof part.value === 'string' && !part.fieldnameTruncated && !part.valueTruncated)
        form.fields[part.fieldname] = part.value;
      else throw new DomainError('malformed_form');
    }
  } catch (error) {
    await discardRest(request);
    throw error instanceof DomainError ? error : new DomainError('malformed_form', { cause: error });
  }
  return form;
}

/** A client that is still sending reads no answer: what is left of the body, which is within its limit, is taken first. */
async function discardRest({ raw }: FastifyRequest): Promise<void> {
  raw.unpipe();
  if (raw.readableEnded || raw.destroyed) return;
  raw.resume();
  await once(raw, 'end', { signal: AbortSignal.timeout(discardMs) }).catch(() => undefined);
}

/** A connection that ends while the form is read leaves the reader waiting for ever, and with it the sender's turn. */
async function whileConnected<Result>({ raw: { socket } }: FastifyRequest, work: Promise<Result>): Promise<Result> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new DomainError('malformed_form'));
  if (socket.destroyed) end();
  socket.once('close', end);
  try {
    return await Promise.race([work, ended]);
  } finally {
    socket.off('close', end);
  }
}

async function takeFile({ files }: Form, part: MultipartFile, { files: rules }: UploadRules): Promise<void> {
  const rule = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined;
  const content = await part.toBuffer();
  // A browser sends an empty file for a field that was left empty.
  if (content.length === 0 && part.filename === '') return;
  const known = files.get(part.fieldname) ?? [];
  if (!rule || known.length >= (rule.countMax ?? 1)) throw refused(part.fieldname, 'File not Uploaded');
  if (content.length > rule.bytesMax) throw refused(part.fieldname, tooBig(rule));
  files.set(part.fieldname, [...known, { name: part.filename, content }]);
}

async function checkAll(
  sent: Form['files'],
  { files: rules }: UploadRules,
  scan: ScanFile | undefined,
): Promise<Map<string, CheckedFile[]>> {
  const checked = new Map<string, CheckedFile[]>();
  const refusals: Record<string, string[]> = {};
  for (const [field, files] of sent) {
    for (const file of files) {
      const result = await checkFile(file, rules[field] as FileRule, scan);
      if ('file' in result) checked.set(field, [...(checked.get(field) ?? []), result.file]);
      else refusals[field] = [...new Set([...(refusals[field] ?? []), result.refusal])];
    }
  }
  if (Object.keys(refusals).length > 0) throw new DomainError('invalid_argument', { fields: refusals });
  return checked;
}

function refused(field: string, text: string): DomainError {
  return new DomainError('invalid_argument', { fields: { [field]: [text] } });
}
