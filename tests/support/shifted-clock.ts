/** Loaded with `node --import`: the wall clock of this process is as many milliseconds off as CLOCK_SHIFT_FILE holds. */
import { readFileSync } from 'node:fs';

const pollMs = 50;
const file = process.env.CLOCK_SHIFT_FILE;
const machineNow = Date.now.bind(Date);
let shiftMs = 0;

const now = () => machineNow() + shiftMs;

if (file) {
  globalThis.Date = new Proxy(Date, {
    construct: (target, values, created) => Reflect.construct(target, values.length === 0 ? [now()] : values, created),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  setInterval(() => {
    shiftMs = Number(readFileSync(file, 'utf8'));
  }, pollMs).unref();
}
