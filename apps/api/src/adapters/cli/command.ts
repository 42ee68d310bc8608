/** What a command of the operator's command line is made of. */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { z } from 'zod';
import type { OpsContext } from './context.ts';
import { UsageError } from './ops-errors.ts';

export interface CommandDefinition<Input> {
  name: string;
  /** What follows the name: '<email> [--country IN]' */
  usage: string;
  summary: string;
  /** Names of the arguments without dashes; the last one may be 'name...' and gathers what is left. */
  arguments?: readonly string[];
  options?: ParseArgsConfig['options'];
  /** Checks arguments and options together, by name. */
  input: z.ZodType<Input>;
  /** Answers the exit code, 0 when it answers nothing. */
  run(context: OpsContext, input: Input): Promise<number | undefined> | Promise<void>;
}

export interface Command {
  name: string;
  usage: string;
  summary: string;
  /** @throws UsageError when the arguments are wrong, OpsError or DomainError when it cannot be done */
  run(context: OpsContext, args: string[]): Promise<number>;
}

export function defineCommand<Input>(definition: CommandDefinition<Input>): Command {
  const { name, usage, summary } = definition;
  return {
    name,
    usage,
    summary,
    run: async (context, args) => (await definition.run(context, parseInput(definition, args))) ?? 0,
  };
}

function parseInput<Input>(definition: CommandDefinition<Input>, args: string[]): Input {
  const parsed = definition.input.safeParse(readArguments(definition, args));
  if (parsed.success) return parsed.data;
  throw new UsageError(parsed.error.issues.map((issue) => issueText(definition, issue)).join('\n'));
}

function readArguments(definition: CommandDefinition<unknown>, args: string[]): Record<string, unknown> {
  const { values, positionals } = parseStrictly(definition, args);
  const input: Record<string, unknown> = { ...values };
  const names = definition.arguments ?? [];
  for (const [at, name] of names.entries()) {
    if (name.endsWith('...')) {
      input[name.slice(0, -3)] = positionals.slice(at);
      return input;
    }
    if (at < positionals.length) input[name] = positionals[at];
  }
  if (positionals.length > names.length)
    throw new UsageError(`'${positionals[names.length]}' is one argument too many`);
  return input;
}

function parseStrictly(definition: CommandDefinition<unknown>, args: string[]) {
  try {
    return parseArgs({ args, options: definition.options ?? {}, allowPositionals: true, strict: true });
  } catch (error) {
    // parseArgs throws for an unknown option and for a missing value.
    throw new UsageError((error as Error).message, { cause: error });
  }
}

function issueText({ options = {} }: CommandDefinition<unknown>, issue: z.core.$ZodIssue): string {
  const name = issue.path.join('.');
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return name in options ? `--${name} is missing` : `<${name}> is missing`;
  return name === '' ? issue.message : `${name}: ${issue.message}`;
}
