/** What makes a case take two operators: docs/decisions/0088. */
import { ageOn, type KycRisk, today } from '@pelican/shared/contracts/kyc';
import type { AccountFacts } from './account-facts.ts';
import type { KycCase } from './cases.ts';
import { wordsOf } from './names.ts';
import type { CaseDetails } from './secrets.ts';

const oldAge = 90;
const youngAge = 19;

export interface RiskRules {
  watchedCountries: readonly string[];
  /** Somebody checks the cases of India. */
  hasProvider: boolean;
}

/** Cases of India need a PAN, and its tax is withheld from people who are verified there. */
const india = 'IN';

/** What the case itself says, as it is stored with it when it is submitted. */
export function risksOf(
  { country, variant, providerResult }: Pick<KycCase, 'country' | 'variant' | 'providerResult'>,
  { isIndian }: Pick<AccountFacts, 'isIndian'>,
  { info = {}, issuingCountry }: CaseDetails,
  { watchedCountries, hasProvider }: RiskRules,
): KycRisk[] {
  const age = ageOn(info.birth_date ?? '', today());
  const risks: Partial<Record<KycRisk, boolean>> = {
    watched_country: [country, issuingCountry].some((one) => one != null && watchedCountries.includes(one)),
    very_old: age > oldAge,
    very_young: age < youngAge,
    pan_name_mismatch: info.full_name !== undefined && !isSamePerson(info.full_name, info),
    bank_name_mismatch: info.bank_full_name !== undefined && !isSamePerson(info.bank_full_name, info),
    india_left_out: variant === 'global' && (isIndian || issuingCountry === india),
    provider_asked: hasProvider && variant === 'india' && providerResult === null,
  };
  return (Object.keys(risks) as KycRisk[]).filter((risk) => risks[risk]);
}

/** The first and the last name are in it, in any order; accents and capitals are not compared. */
export function isSamePerson(
  fullName: string,
  { first_name = '', last_name = '' }: { first_name?: string; last_name?: string },
): boolean {
  const words = new Set(wordsOf(fullName));
  return wordsOf(`${first_name} ${last_name}`).every((word) => words.has(word));
}
