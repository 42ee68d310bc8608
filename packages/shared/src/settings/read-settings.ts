/** Reads a part's settings from its environment. */
import type { Settings, ValuesOf } from './setting.ts';

/** The environment is wrong; the message names every wrong value. */
export class ConfigError extends Error {}

/** Values as texts, by name; what is not set is absent. */
export type Given = Record<string, string>;

/** The variables that are set. Those that are empty count as not set, because compose files cannot leave one out. */
export function givenIn(env: Record<string, string | undefined>): Given {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
}

interface Options {
  /** Answers a line for each fault that lies in more than one value. */
  faultsOf?: (given: Given) => string[];
  /** Puts the given value behind its fault; of no secret. */
  showsValues?: boolean;
}

/** @throws ConfigError with one line a wrong value; by default no value is printed */
export function readSettings<Table extends Settings>(
  table: Table,
  env: Record<string, string | undefined>,
  { faultsOf = () => [], showsValues = false }: Options = {},
): ValuesOf<Table> {
  const given = givenIn(env);
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  for (const [name, { schema, isSecret, isOptional }] of Object.entries(table)) {
    if (isOptional && given[name] === undefined) continue;
    const parsed = schema.safeParse(given[name]);
    if (parsed.success) values[name] = parsed.data;
    const shown =
      showsValues && !isSecret && given[name] !== undefined ? ` (it is ${JSON.stringify(given[name])})` : '';
    for (const { message } of parsed.error?.issues ?? []) faults.push(`${name} ${message}${shown}`);
  }
  faults.push(...faultsOf(given));
  if (faults.length > 0) throw new ConfigError(`The configuration is wrong:\n  ${[...new Set(faults)].join('\n  ')}`);
  return values as ValuesOf<Table>;
}
