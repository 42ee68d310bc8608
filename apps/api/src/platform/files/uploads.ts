/**
 * Forms with files (multipart/form-data). A body is bounded before it is read: by its declared length, by the files that the call knows,
 * by the bytes that a sender and an address may send in a day, and by the time that a request may take (platform/http). Who sends too slowly,
 * or several forms at once, takes no place from others (docs/decisions/0104).
 */
import { once } from 'node:events';
import multipart, { type MultipartFile } from '@fastify/multipart';
import { DomainError } from '@pelican/shared/contracts';
import type { FastifyRequest } from 'fastify';
import type { Redis } from 'ioredis';
import { addressKeys, type HttpServer, TurnQueue } from '../http/index.ts';
import { takeFromWindows } from '../redis/index.ts';
import { type CheckedFile, checkFile, type FileRule, type SentFile, tooBig } from './check-file.ts';
import type { ScanFile } from './scanner.ts';

export interface UploadRules {
  /** By the name of the field. */
  files: Readonly<Record<string, FileRule>>;
  /** In all fields together. */
  filesMax: number;
  /** Of the whole body; the limit that the call declares. */
  bodyBytesMax: number;
  /** Forms of these rules that are read at once in a process, each of which holds its files in memory. Those of other rules take none of them. */
  placesMax: number;
}

export interface Upload {
  fields: Record<string, string>;
  /** By the name of the field, which has at least one. */
  files: ReadonlyMap<string, readonly CheckedFile[]>;
}

export interface Uploads {
  /**
   * Reads and checks a form.
   * @param userId whose allowance it takes; null: a visitor, who has that of the address
   * @throws DomainError invalid_argument (by field), malformed_form, body_too_large, too_many_requests, service_unavailable
   */
  receive(request: FastifyRequest, userId: number | null, rules: UploadRules): Promise<Upload>;
}

/** Of visitors of one address, or of the /48 of an IPv6 address, those that wait among them. Accounts have their own turns instead. */
const visitorsOfSiteMax = 2;
/** What waits is not read, and Node ends a request after 25 s: what cannot begin soon is to come again. */
const waitingMsMax = 10_000;
const fieldsMax = 40;
/** A text of 5,000 letters may take 20,000 bytes. */
const fieldBytesMax = 24 * 1024;
/** Of a call that takes its texts as JSON too. */
const jsonBytesMax = 64 * 1024;
const bytesPerDay = 200_000_000;
/** A mobile network has many people behind an address. */
const bytesPerDayOfSite = 2_000_000_000;
/** Also the smallest form counts so much: it takes a place. */
const countedBytesMin = 1_000_000;
const daySeconds = 86_400;
/** A form that comes more slowly is given up. */
const bytesPerSecondMin = 16_384;
const graceSeconds = 5;

/**
 * Lets the routes of `add` take forms; other routes go on refusing them. What cannot be a form of these routes is refused before any of
 * its body is read, and the connection is closed, so that no sender uploads three gigabytes for a refusal.
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
  const turnsByRules = new Map<UploadRules, TurnQueue<string>>();

  function turnsOf(rules: UploadRules): TurnQueue<string> {
    const limits = { runningMax: rules.placesMax, waitingMaxOfLane: 2, waitingMax: 100 };
    const turns = turnsByRules.get(rules) ?? new TurnQueue<string>(limits, () => new DomainError('too_many_requests'));
    turnsByRules.set(rules, turns);
    return turns;
  }

  /** Visitors that send or wait, by their sites. */
  const ofSite = new Map<string, number>();

  /** @throws DomainError too_many_requests: enough come from there */
  async function asVisitor<Result>(site: string, work: () => Promise<Result>): Promise<Result> {
    const count = ofSite.get(site) ?? 0;
    if (count >= visitorsOfSiteMax) throw new DomainError('too_many_requests');
    ofSite.set(site, count + 1);
    try {
      return await work();
    } finally {
      const left = (ofSite.get(site) ?? 1) - 1;
      if (left > 0) ofSite.set(site, left);
      else ofSite.delete(site);
    }
  }

  async function spend(sender: string, site: string, bytes: number): Promise<void> {
    const windows = [
      { key: `uploads:${sender}`, max: bytesPerDay, seconds: daySeconds },
      { key: `uploads:site:${site}`, max: bytesPerDayOfSite, seconds: daySeconds },
    ];
    const retryAfterMs = await takeFromWindows(deps.redis, windows, Math.max(bytes, countedBytesMin));
    if (retryAfterMs > 0) throw new DomainError('too_many_requests', { details: { retryAfterMs } });
  }

  return {
    async receive(request, userId, rules) {
      if (!request.isMultipart()) throw new DomainError('malformed_form');
      const { address, site } = addressKeys(request.ip);
      const sender = userId === null ? `address:${address}` : `user:${userId}`;
      const take = async () => {
        await spend(sender, site, Number(request.headers['content-length']));
        const form = await whileSent(request, readForm(request, rules));
        return { fields: form.fields, files: await checkAll(form.files, rules, deps.scan) };
      };
      const inTurn = () => soonInTurn(turnsOf(rules), sender, take);
      return userId === null ? asVisitor(site, inTurn) : inTurn();
    },
  };
}

/** @throws DomainError too_many_requests when the turn does not come soon: nothing was done, nor will be */
async function soonInTurn<Result>(
  turns: TurnQueue<string>,
  sender: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const refusal = () => new DomainError('too_many_requests', { details: { retryAfterMs: waitingMsMax } });
  const { promise: late, reject } = Promise.withResolvers<never>();
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    reject(refusal());
  }, waitingMsMax);
  const inTime = async () => {
    if (isLate) throw refusal();
    clearTimeout(timer);
    return work();
  };
  try {
    return await Promise.race([turns.run(sender, inTime), late]);
  } finally {
    clearTimeout(timer);
  }
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

/**
 * A connection that ends while the form is read leaves the reader waiting for ever, and with it the sender's turn. One that goes on
 * too slowly is given up: seconds are counted, not measured, so that a process that was held up blames nobody.
 */
async function whileSent<Result>({ raw }: FastifyRequest, work: Promise<Result>): Promise<Result> {
  const { socket } = raw;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const end = () => reject(new DomainError('malformed_form'));
  const before = socket.bytesRead;
  let seconds = 0;
  const watch = setInterval(() => {
    seconds++;
    const isSlow = socket.bytesRead - before < (seconds - graceSeconds) * bytesPerSecondMin;
    if (isSlow && !raw.complete) reject(new DomainError('request_timeout'));
  }, 1_000);
  if (socket.destroyed) end();
  socket.once('close', end);
  try {
    return await Promise.race([work, ended]);
  } finally {
    clearInterval(watch);
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
