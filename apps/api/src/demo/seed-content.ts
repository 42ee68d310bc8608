/** The demo's texts of the site, written and published by the same actions as an operator's. */
import { changeContentState, createContent } from '../modules/content/index.ts';
import type { Transaction } from '../platform/database/index.ts';
import { frontPageContent } from './front-page-content.ts';
import { demoContent } from './site-content.ts';

const hourSeconds = 3_600;

/** The first of the list is the newest. */
export async function seedContent(tx: Transaction): Promise<void> {
  const act = { actor: 'ops:demo', reason: 'the demo' };
  const now = Math.floor(Date.now() / 1000);
  for (const [age, item] of [...demoContent, ...frontPageContent(now)].entries()) {
    const id = await createContent.run(tx, act, { item });
    const publishAt = now - age * hourSeconds;
    await changeContentState.run(tx, act, { id, version: 1, state: 'published', publishAt });
  }
}
