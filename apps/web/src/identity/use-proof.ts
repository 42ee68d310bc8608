import {
  type FactorName,
  type FactorProof,
  factorProof,
  type PasskeyAnswer,
  type SentFactorName,
} from '@pelican/shared/contracts/auth';
import { useState } from 'react';
import type { CodeSent } from './use-code-sending.ts';

/** Where the codes of a proof are sent from, and what a passkey is asked. */
export interface ProofSource {
  sendCode: (factor: SentFactorName) => Promise<CodeSent>;
  passkeyOptions: () => Promise<{ options: Record<string, unknown> }>;
}

export interface ProofDraft {
  factors: readonly FactorName[];
  /** The one that is shown; undefined where there is none. */
  factor: FactorName | undefined;
  code: string;
  passkey: PasskeyAnswer | null;
  /** As the contract takes it, or null. */
  proof: FactorProof | null;
  choose: (factor: FactorName) => void;
  type: (code: string) => void;
  take: (passkey: PasskeyAnswer) => void;
  /** A code counts once. */
  clear: () => void;
}

function proofOf(factor: FactorName | undefined, code: string, passkey: PasskeyAnswer | null): FactorProof | null {
  const given = factor === 'passkey' ? passkey : code.trim();
  return factorProof.safeParse({ factor, code: given }).data ?? null;
}

/** What a person gives to show who they are, by one of `factors`. */
export function useProof(factors: readonly FactorName[]): ProofDraft {
  const [chosen, setChosen] = useState<FactorName>();
  const [code, setCode] = useState('');
  const [passkey, setPasskey] = useState<PasskeyAnswer | null>(null);
  // The codes for emergencies are used up: they come last.
  const ordered = [...factors].sort((a, b) => Number(a === 'recovery_code') - Number(b === 'recovery_code'));
  const factor = chosen !== undefined && ordered.includes(chosen) ? chosen : ordered[0];
  const clear = () => {
    setCode('');
    setPasskey(null);
  };
  return {
    factors: ordered,
    factor,
    code,
    passkey,
    proof: proofOf(factor, code, passkey),
    choose: (next) => {
      setChosen(next);
      clear();
    },
    type: setCode,
    take: setPasskey,
    clear,
  };
}
