/** The operator's command line in this process, over a test's servers. */
import { runOps } from '@pelican/api/src/adapters/cli/index.ts';
import { asPart } from './roles.ts';

export interface CommandResult {
  code: number;
  /** What was printed, line by line. */
  lines: string[];
  errors: string[];
}

export type CommandLine = (...args: string[]) => Promise<CommandResult>;

/** With the rights of the operator's role in Postgres. */
export function commandLine(environment: Record<string, string>): CommandLine {
  const { DATABASE_URL } = environment;
  if (DATABASE_URL === undefined) return ownerCommandLine(environment);
  return ownerCommandLine({ ...environment, DATABASE_URL: asPart(DATABASE_URL, 'operator') });
}

/** As the owner of the database, for commands that change tables: `restore`, `detach-month`. */
export function ownerCommandLine(environment: Record<string, string>): CommandLine {
  return async (...args) => {
    const lines: string[] = [];
    const errors: string[] = [];
    const code = await runOps(args, environment, {
      print: (line) => lines.push(...line.split('\n')),
      printError: (line) => errors.push(...line.split('\n')),
    });
    return { code, lines, errors };
  };
}
