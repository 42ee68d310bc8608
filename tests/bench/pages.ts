/**
 * npm run bench -- pages [--rounds N] [--url URL]
 *
 * How the pages feel that people come to first, on a slow phone with nothing in its cache: the largest paint, shifts of the
 * layout, the slowest answer to a finger, and the JavaScript that comes before the first touch. Medians of the rounds.
 */
import { parseArgs } from 'node:util';
import { launchBrowser } from '../support/browser.ts';
import { measuredPages } from './pages/interactions.ts';
import { profile, type Visit, visit } from './pages/visit.ts';
import { withExchange } from './shared/bench-exchange.ts';
import { spreadOf } from './shared/spread.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' }, url: { type: 'string' } } });

function summary(visits: readonly Visit[]) {
  const of = (name: keyof Visit, digits = 0) =>
    spreadOf(
      visits.map((one) => one[name]),
      digits,
    );
  return { lcpMs: of('lcpMs'), cls: of('cls', 3), inpMs: of('inpMs'), scriptBytes: of('scriptBytes').median };
}

await withExchange(values.url, {}, async (url) => {
  const browser = await launchBrowser();
  try {
    const pages: Record<string, ReturnType<typeof summary>> = {};
    for (const { path, interact } of measuredPages) {
      const visits: Visit[] = [];
      for (let round = 0; round < Number(values.rounds); round += 1)
        visits.push(await visit(browser, url + path, interact));
      pages[path] = summary(visits);
      process.stdout.write(`${path} ${JSON.stringify(pages[path])}\n`);
    }
    process.stdout.write(`${JSON.stringify({ bench: 'pages', profile, pages })}\n`);
  } finally {
    await browser.close();
  }
});
