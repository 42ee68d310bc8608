/** What makes a case take two operators: docs/decisions/0088. */
import { ageOn, type KycRisk, today } from '@pelican/shared/contracts/kyc';
import type { KycCase } from './cases.ts';
import type { CaseDetails } from './secrets.ts';

const oldAge = 90;
const youngAge = 19;

export function risksOf(
  { country, providerResult }: Pick<KycCase, 'country' | 'providerResult'>,
  { info = {} }: CaseDetails,
  watchedCountries: readonly string[],
): KycRisk[] {
  const age = ageOn(info.birth_date ?? '', today());
  const risks: Partial<Record<KycRisk, boolean>> = {
    watched_country: country !== null && watchedCountries.includes(country),
    very_old: age > oldAge,
    very_young: age < youngAge,
    pan_name_mismatch: info.full_name !== undefined && !isSamePerson(info.full_name, info),
    bank_name_mismatch: info.bank_full_name !== undefined && !isSamePerson(info.bank_full_name, info),
    provider_failed: providerResult?.result === 'failed',
  };
  return (Object.keys(risks) as KycRisk[]).filter((risk) => risks[risk]);
}

/** The first and the last name are in it, in any order; accents and capitals are not compared. */
export function isSamePerson(fullName: string, { first_name = '', last_name = '' }: Record<string, string>): boolean {
  const words = new Set(wordsOf(fullName));
  return wordsOf(`${first_name} ${last_name}`).every((word) => words.has(word));
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
}
