import type { SecuritySettings } from '@pelican/shared/contracts/security';
import { useQueryClient } from '@tanstack/react-query';
import { proofPasskeyOptions, securityQuery, sendFactorCode } from '../../../api/security.ts';
import type { ProofSource } from '../../../identity/use-proof.ts';

/** The factors of the account, asked of this session. */
export const ownFactors: ProofSource = { sendCode: sendFactorCode, passkeyOptions: proofPasskeyOptions };

/** Asks for the security settings anew, after something of them has changed. */
export function useRefreshSecurity(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: securityQuery.queryKey });
}

/** What a row of the page shows: its section's facts, or nothing yet. */
export interface SecurityProps {
  /** Undefined while they are under way. */
  security: SecuritySettings | undefined;
}
