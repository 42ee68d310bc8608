/**
 * Loading a page's code. After a release the old page asks for files that are gone; one full reload cures that, and
 * the time of it in session storage keeps it from becoming a loop: while one file stays lost, others of the page arrive each time.
 */
import { serverAnswers, untilReached } from '../api/reachability.ts';
import { isOfStyles } from '../platform/lost-styles.ts';

const reloadedKey = 'pelican.reloaded';
const reloadPauseMs = 10 * 60_000;
const chunkTimeoutMs = 120_000;

/** Reloads the present address unless this tab did so a moment ago. Without a memory, where session storage is blocked, there is no reload. @returns whether one is under way */
function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(reloadedKey)) < reloadPauseMs) return false;
    sessionStorage.setItem(reloadedKey, String(Date.now()));
  } catch {
    return false;
  }
  location.reload();
  return true;
}

/** The code of a page does not come because the exchange is away. */
export class ExchangeAway extends Error {}

/** Reloads the present address unless there is no server or this tab did so a moment ago. @returns whether a reload is under way */
export async function reloadPage(): Promise<boolean> {
  return (await serverAnswers()) && reloadOnce();
}

/** A change of network loses the files of a moment. */
const secondTryMs = 1_000;

async function loadTwice<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    await new Promise((resolve) => setTimeout(resolve, secondTryMs));
    if (isOfStyles(error)) throw error;
    return load();
  }
}

let isTyped = false;

/** From now on a lost part does not reload a page into which something was typed. */
export function watchTyping(): void {
  const typed = () => {
    isTyped = true;
  };
  addEventListener('input', typed, { capture: true, once: true });
}

/**
 * Chromium keeps the failure of an import as long as the page: there another try fails too, and only a reload brings the file.
 * @param mayReload although something was typed: the person is on the way to the page whose code it is, and a reload takes nothing away
 * @throws ExchangeAway without a server; what the import threw, when no reload is due
 */
export async function loadChunk<Module>(load: () => Promise<Module>, { mayReload = false } = {}): Promise<Module> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the page took too long to load')), chunkTimeoutMs);
  });
  try {
    return await Promise.race([loadTwice(load), timeout]);
  } catch (error) {
    // Without a server a reload would take away everything that is open.
    if (!(await serverAnswers())) {
      // Who waits for the code hears of its return by `onceBack`.
      void untilReached();
      throw new ExchangeAway(String(error), { cause: error });
    }
    // While the reload is under way nothing is shown; the address is the wanted one already.
    if ((mayReload || !isTyped) && reloadOnce()) return await new Promise<never>(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
