/** The page in place of one that cannot be loaded, with its texts in every language, and the worker that keeps it (docs/decisions/0213). */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serverPathPattern } from '@pelican/shared/client-paths';
import { clientLanguages } from '@pelican/shared/contracts/system';

/** What is put in place of a line of page.html. */
const placeOfTexts = '<!-- texts -->';
/** What is put in place of words of worker.js. */
const placeOfVersion = 'VERSION';
const placeOfServerPaths = 'SERVER_PATHS';

interface Messages {
  unreachable: { title: string; body: string };
  states: { retry: string };
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function textsOf(language: string, { unreachable, states }: Messages): string {
  // English is what is shown where no script runs.
  const hidden = language === 'en' ? '' : ' hidden';
  return [
    `<div data-language="${language}" lang="${language}"${hidden}>`,
    `<h1>${escaped(unreachable.title)}</h1>`,
    `<p role="status">${escaped(unreachable.body)}</p>`,
    `<button type="button">${escaped(states.retry)}</button>`,
    '</div>',
  ].join('\n');
}

/**
 * Contents by the names of files. A change of one changes the worker, by which browsers see that there is another one.
 * @param folder of the page and the worker @param source the folder src of the client
 */
export function collectUnreachablePage(folder: string, source: string): Record<string, string> {
  const read = (name: string) => readFileSync(join(folder, name), 'utf8');
  const texts = clientLanguages.map(({ code }) =>
    textsOf(code, JSON.parse(readFileSync(join(source, 'app/locales', `${code}.json`), 'utf8'))),
  );
  const page = {
    'unreachable.html': read('page.html').replace(placeOfTexts, texts.join('\n')),
    'unreachable.css': read('page.css'),
    'unreachable.js': read('page.js'),
  };
  const version = createHash('sha256').update(Object.values(page).join()).digest('base64url').slice(0, 12);
  const worker = read('worker.js')
    .replace(placeOfVersion, version)
    // A function, as the pattern has dollar signs.
    .replace(placeOfServerPaths, () => serverPathPattern.source);
  return { ...page, 'sw.js': worker };
}
