/**
 * V8's compiler stops inlining into a function at 920 bytes of bytecode, too early for a matching path made of many small
 * functions: with this budget a command takes a fifth less time (measured by `npm run bench -- engine`, which uses the
 * same settings). Call it before the first command is applied.
 */
import { setFlagsFromString } from 'node:v8';

export function applyV8Settings(): void {
  setFlagsFromString('--max-inlined-bytecode-size-cumulative=4000');
  setFlagsFromString('--max-inlined-bytecode-size=1000');
}
