/** The settings of the signer, and those by which the worker finds it. */
import {
  address,
  databaseSetting,
  dataDirSetting,
  metricsSettings,
  optional,
  processSettings,
  requiredText,
  text,
  wholeNumber,
} from '@pelican/shared/settings';
import type { Limits } from './payouts.ts';

const longText = { pattern: /^.{32,}$/s, patternError: 'must have at least 32 characters' };
const secret = {
  ...longText,
  about: 'what the worker shows the signer, and nobody else knows',
  isSecret: true,
};

export const signerSettings = {
  ...processSettings,
  ...databaseSetting,
  ...dataDirSetting,
  ...metricsSettings,
  SIGNER_HOST: text({ about: 'the address on which the signer listens', fallback: '127.0.0.1' }),
  SIGNER_PORT: wholeNumber({ about: 'the port of the signer', fallback: 4_960, min: 1, max: 65_535 }),
  SIGNER_SECRET: requiredText(secret),
  SIGNER_PASSPHRASE: requiredText({ ...longText, about: "opens the signer's key file", isSecret: true }),
  SIGNER_LIMITS: text({
    about:
      "what the signer pays within an hour, in whole units: 'BTC=2,ETH=50,*=10000'. An asset that is not named, without a *, is never paid",
    fallback: '',
    pattern: /^$|^([A-Z0-9]{2,12}|\*)=\d+(\.\d{1,18})?(,([A-Z0-9]{2,12}|\*)=\d+(\.\d{1,18})?)*$/,
    patternError: "must look like 'BTC=2,*=10000'",
  }),
  SIGNER_FEE_LIMITS: text({
    about:
      "what one transaction may cost its network at most, in whole units of the network's own coin: 'ETHEREUM=0.02,*=0.001'. On a network that is not named, without a *, nothing is paid",
    fallback: '*=0.05',
    pattern: /^([A-Z0-9]{2,20}|\*)=\d+(\.\d{1,18})?(,([A-Z0-9]{2,20}|\*)=\d+(\.\d{1,18})?)*$/,
    patternError: "must look like 'ETHEREUM=0.02,*=0.001'",
  }),
  SIGNER_GAS_LIMITS: text({
    about:
      "what the signer lets leave within an hour for sweeps of deposits, as fees at their highest and as gas, in whole units of the network's own coin. On a network that is not named, without a *, nothing is swept",
    fallback: '*=0.25',
    pattern: /^([A-Z0-9]{2,20}|\*)=\d+(\.\d{1,18})?(,([A-Z0-9]{2,20}|\*)=\d+(\.\d{1,18})?)*$/,
    patternError: "must look like 'ETHEREUM=0.02,*=0.001'",
  }),
  SIGNER_COLD_ADDRESSES: text({
    about:
      "where the hot wallet's coins go above its maximum, by the network's key: 'ETHEREUM=0x...'. Nobody but the signer can change it",
    fallback: '',
    pattern: /^$|^[A-Z0-9]{2,20}=[^=,\s]+(,[A-Z0-9]{2,20}=[^=,\s]+)*$/,
    patternError: "must look like 'ETHEREUM=0x...'",
  }),
};

/** Of the worker. Without them it reads no network, and pays nothing to one. */
export const signerClientSettings = {
  SIGNER_URL: optional(address(['http:', 'https:'], { about: 'where the signer listens' }), 'no networks'),
  SIGNER_SECRET: optional(requiredText(secret), 'no networks'),
};

/** @param text of SIGNER_LIMITS, SIGNER_FEE_LIMITS, SIGNER_GAS_LIMITS or SIGNER_COLD_ADDRESSES */
export function limitsOf(text: string): Limits {
  if (text === '') return new Map();
  return new Map(text.split(',').map((one) => one.split('=') as [string, string]));
}
