/** Finds the command, runs it and turns what went wrong into a message and an exit code. */
import { DomainError } from '@pelican/shared/contracts';
import { ConfigError } from '../../platform/config/index.ts';
import { ExchangeMismatch } from '../../shards/index.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { readOpsConfig } from './config.ts';
import { createContext, type OpsTerminal } from './context.ts';
import { OpsError, UsageError } from './ops-errors.ts';
import { escapeControls } from './output.ts';

export const ExitCode = { ok: 0, failed: 1, usage: 2 } as const;

/** @returns the exit code; everything to be read has been printed */
export async function runOps(
  [name, ...args]: string[],
  environment: NodeJS.ProcessEnv,
  output: OpsTerminal & { printError(line: string): void },
): Promise<number> {
  const terminal = plainTerminal(output);
  const command = commands.find((one) => one.name === name);
  if (!command) return showHelp(name, terminal);
  if (args.includes('--help')) {
    terminal.print(`${usageOf(command)}\n  ${command.summary}`);
    return ExitCode.ok;
  }
  try {
    const context = createContext(readOpsConfig(environment), terminal);
    try {
      return await command.run(context, args);
    } finally {
      await context.close();
    }
  } catch (error) {
    terminal.printError(errorText(error, command));
    return error instanceof UsageError ? ExitCode.usage : ExitCode.failed;
  }
}

/** Whatever is printed may come from users: nothing in it moves the cursor or hides other text. */
function plainTerminal<Terminal extends OpsTerminal & { printError(line: string): void }>(output: Terminal): Terminal {
  return {
    ...output,
    print: (line: string) => output.print(escapeControls(line)),
    printError: (line: string) => output.printError(escapeControls(line)),
  };
}

function showHelp(name: string | undefined, terminal: OpsTerminal & { printError(line: string): void }): number {
  const isAsked = name === undefined || name === 'help' || name === '--help';
  const print = isAsked ? terminal.print : terminal.printError;
  if (!isAsked) print(`There is no command '${name}'.\n`);
  print('npm run ops -- <command>\n');
  const uses = commands.map((command) => `${command.name} ${command.usage}`.trimEnd());
  const width = Math.min(44, Math.max(...uses.map((use) => use.length)));
  for (const [at, command] of commands.entries()) {
    const use = uses[at] as string;
    if (use.length <= width) print(`  ${use.padEnd(width)}  ${command.summary}`);
    else print(`  ${use}\n  ${' '.repeat(width)}  ${command.summary}`);
  }
  return isAsked ? ExitCode.ok : ExitCode.usage;
}

function usageOf(command: Command): string {
  return `npm run ops -- ${command.name} ${command.usage}`.trimEnd();
}

function errorText(error: unknown, command: Command): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usageOf(command)}`;
  if (error instanceof DomainError) {
    const fields = Object.entries(error.fields).map(([field, texts]) => `  ${field}: ${texts.join(', ')}`);
    const details = Object.keys(error.details).length > 0 ? [`  ${JSON.stringify(error.details)}`] : [];
    return [`${error.message} (${error.code})`, ...fields, ...details].join('\n');
  }
  if (error instanceof OpsError || error instanceof ConfigError || error instanceof ExchangeMismatch) {
    return error.message;
  }
  if (error instanceof Error && isConnectionError(error)) return `Postgres does not answer: ${reasonOf(error)}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function isConnectionError(error: Error): boolean {
  return 'code' in error && ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000'].includes(String(error.code));
}

/** A refusal on several addresses of one name comes as one error without a text of its own. */
function reasonOf(error: Error): string {
  if (error.message !== '' || !(error instanceof AggregateError)) return error.message;
  return error.errors.map((one) => (one as Error).message).join(', ');
}
