/**
 * The core and the model under the same commands. After each command: the same answer; the same events in the same
 * order; every record of an object as the model has it; every object that changed is reported; and now and then all of the
 * state. The state is compared field by field (full-state.ts), which is more than a comparison of two hashes: it says what
 * differs.
 */
import { type Command, type EngineEvent, EventKind } from '@pelican/shared/engine/perpetual';
import { report } from '../../../core/perpetual/report.ts';
import type { PerpetualShard } from '../../../core/perpetual/state.ts';
import { PerpetualRun } from '../perpetual-run.ts';
import type { Answer } from './command-parts.ts';
import { coreObjects, modelObjects } from './full-state.ts';
import { Model } from './model.ts';
import { snapshotsOf } from './snapshots.ts';
import type { ModelEvent, World } from './state.ts';
import { reportOf } from './state-report.ts';

export interface TimedCommand {
  command: Command;
  timeMs: number;
  /** Both pass it over. */
  isQuarantined?: boolean;
}

/** Records of objects, by the field that names which. */
const idFields: Partial<Record<number, string>> = {
  [EventKind.orderChanged]: 'orderId',
  [EventKind.algoChanged]: 'algoId',
  [EventKind.positionChanged]: 'positionId',
  [EventKind.fundLotChanged]: 'lotId',
  [EventKind.accountChanged]: 'user',
};

/** A difference between core and model. */
export class Difference extends Error {}

type Fields = Record<string, unknown>;

export class Comparison {
  readonly run = new PerpetualRun();
  readonly model = new Model();
  /** What the model's objects were when they were last reported. */
  readonly #reported = new Map<string, string>();

  /** @throws Difference naming what differs */
  apply({ command, timeMs, isQuarantined }: TimedCommand): void {
    this.run.apply(command, timeMs, isQuarantined);
    const answer = this.model.apply(command, timeMs, isQuarantined);
    const events = this.run.events as (EngineEvent & Fields)[];
    compareAnswer(events.at(-1) as unknown as Fields, answer);
    const isObject = ({ kind }: { kind: number }) => idFields[kind] !== undefined;
    compareHappenings(
      events.slice(0, -1).filter((event) => !isObject(event)),
      this.model.world.events,
    );
    this.#compareObjects(events.filter(isObject));
  }

  /** The whole state, and the report of it. @throws Difference */
  compareState(): void {
    const { shard } = this.run;
    const { world } = this.model;
    const [core, model] = [report(shard) as Fields, reportOf(world)];
    for (const name of Object.keys({ ...core, ...model }))
      same(`state: ${name}`, textOf(core[name]), textOf(model[name]));
    compareObjectsOf(shard, world);
  }

  #compareObjects(records: Fields[]): void {
    const byKey = new Map(
      records.map((record) => [`${record.kind} ${record[idFields[record.kind as number] ?? '']}`, record]),
    );
    for (const { key, fields } of snapshotsOf(this.model.world)) {
      const record = byKey.get(key);
      byKey.delete(key);
      const content = Object.values(fields).join();
      const isNews = this.#reported.get(key) !== content;
      if (record) {
        for (const name of Object.keys(fields)) same(`record ${key}: ${name}`, record[name], fields[name]);
        if (record.kind === EventKind.positionChanged) this.#takeVersion(record, isNews);
      } else if (isNews && !isEmptyAccount(fields)) throw new Difference(`${key} changed without an event: ${content}`);
      this.#reported.set(key, content);
    }
    for (const key of byKey.keys()) throw new Difference(`the core emits ${key}, which the model does not have`);
  }

  /** A position's version grows with each change; how far is the core's. */
  #takeVersion({ positionId, version }: Fields, isChanged: boolean): void {
    const held = this.model.world.positions.find(({ id }) => String(id) === String(positionId));
    if (!held) return;
    const after = BigInt(version as number);
    if (isChanged && after <= held.version) throw new Difference(`position ${positionId} changed, its version did not`);
    held.version = after;
  }
}

/** Every object of both, in its order, and every field that the model has of it. @throws Difference */
export function compareObjectsOf(shard: PerpetualShard, world: World, but: readonly string[] = []): void {
  const [core, model] = [coreObjects(shard), modelObjects(world)];
  same('state: objects', [...core.keys()].join(), [...model.keys()].join());
  for (const [key, fields] of model)
    for (const [name, field] of Object.entries(fields))
      if (!but.includes(`${key.split(' ')[0]} ${name}`)) same(`state: ${key}: ${name}`, core.get(key)?.[name], field);
}

function isEmptyAccount(fields: Fields): boolean {
  return fields.cash === 0n && fields.crossFreeze === 0n && fields.isolatedFreeze === 0n;
}

function compareAnswer(done: Fields, answer: Answer): void {
  for (const name of ['code', 'repeated', 'orderId', 'required', 'available'] as const)
    same(`answer: ${name}`, done[name], answer[name]);
}

function compareHappenings(core: Fields[], model: ModelEvent[]): void {
  for (let at = 0; at < Math.max(core.length, model.length); at++) {
    const [is, shouldBe] = [core[at], model[at]];
    if (!is || !shouldBe) throw new Difference(`event ${at}: core ${textOf(is)}, model ${textOf(shouldBe)}`);
    for (const name of Object.keys(is)) {
      // A warning moves no money: its ratio is a double in the core.
      const isNear = shouldBe.kind === EventKind.riskWarning && name === 'ratio';
      if (isNear && Math.abs(Number(is[name]) - Number(shouldBe[name])) <= 1) continue;
      if (String(is[name]) !== String(shouldBe[name]))
        throw new Difference(`event ${at}, ${name}:\n core  ${textOf(is)}\n model ${textOf(shouldBe)}`);
    }
  }
}

function same(what: string, core: unknown, model: unknown): void {
  if (String(core) !== String(model)) throw new Difference(`${what}: core ${String(core)}, model ${String(model)}`);
}

/** JSON with bigints as their digits. */
export function textOf(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) => (typeof part === 'bigint' ? String(part) : part)) ?? 'nothing';
}
