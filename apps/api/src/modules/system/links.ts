/** Links of the deployment, for where operators have set none. */
import { type FlagValues, storeNames } from '@pelican/shared/contracts/system';
import type { Config } from '../../platform/config/index.ts';

export function linksOf(given: Config['siteLinks']): FlagValues['links'] {
  const isOfStore = ([name]: (typeof given)[number]) => (storeNames as readonly string[]).includes(name);
  const { blog = null, ...social } = Object.fromEntries(given.filter((link) => !isOfStore(link)));
  return { social, stores: Object.fromEntries(given.filter(isOfStore)), blog };
}
