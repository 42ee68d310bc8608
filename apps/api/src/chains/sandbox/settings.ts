/** The settings of the chain of the demo. */
import { dataDirSetting, processSettings, wholeNumber } from '@pelican/shared/settings';

export const sandboxChainSettings = {
  ...processSettings,
  ...dataDirSetting,
  SANDBOX_CHAIN_PORT: wholeNumber({
    about: 'where the chain of the demo listens',
    fallback: 4_950,
    min: 1,
    max: 65_535,
  }),
  SANDBOX_BLOCK_MS: wholeNumber({
    about: 'time from one block of the chain of the demo to the next',
    unit: 'ms',
    fallback: 2_000,
    min: 50,
    max: 600_000,
  }),
};
