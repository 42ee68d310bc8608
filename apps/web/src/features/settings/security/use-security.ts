import type { SecuritySettings } from '@pelican/shared/contracts/security';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { apiKeysQuery } from '../../../api/api-keys.ts';
import { proofPasskeyOptions, securityQuery, sendFactorCode } from '../../../api/security.ts';
import type { ProofSource } from '../../../identity/use-proof.ts';
import { notify } from '../../../ui/notify.ts';

/** The factors of the account, asked of this session. */
export const ownFactors: ProofSource = { sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions };

/** Asks for the security settings anew, after something of them has changed. */
export function useRefreshSecurity(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: securityQuery.queryKey });
}

/** Says that a second factor was added, with the API keys that were turned off with it, and asks anew for what has changed. */
export function useFactorAdded(): (done: string, added: { apiKeysOff?: number | undefined }) => Promise<void> {
  const { t } = useTranslation('settings-security');
  const client = useQueryClient();
  const refresh = useRefreshSecurity();
  return async (done, { apiKeysOff = 0 }) => {
    notify.success(apiKeysOff === 0 ? done : `${done} ${t('recent.keysOff', { count: apiKeysOff })}`);
    await Promise.all([refresh(), client.invalidateQueries({ queryKey: apiKeysQuery.queryKey })]);
  };
}

/** What a row of the page shows: its section's facts, or nothing yet. */
export interface SecurityProps {
  /** Undefined while they are under way. */
  security: SecuritySettings | undefined;
}
