/** The operator's command line: `npm run ops -- <command>`, see scripts/ops.ts. */
import { runOps } from '../adapters/cli/index.ts';

// A reader that closes the pipe early, such as `head`, ends the command.
process.stdout.on('error', () => process.exit(0));
process.exitCode = await runOps(process.argv.slice(2), process.env, {
  print: (line) => process.stdout.write(`${line}\n`),
  printError: (line) => process.stderr.write(`${line}\n`),
});
