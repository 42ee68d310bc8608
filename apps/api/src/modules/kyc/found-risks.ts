const isSeen = (kinds: string) => `EXISTS (
    SELECT FROM kyc_numbers own JOIN kyc_numbers other USING (number_hash)
      WHERE own.case_id = kyc_cases.id AND own.kind ${kinds} AND other.user_id <> own.user_id)`;

/**
 * SQL: what is known of a row of kyc_cases from other accounts, and from all cases of its own. It is looked for at each look: the other case may
 * come, and the provider may answer, after this one was submitted.
 */
export const foundRisks = `array_remove(ARRAY[
  CASE WHEN ${isSeen(`NOT IN ('person', 'namesake')`)} THEN 'number_seen' END,
  CASE WHEN ${isSeen(`IN ('person', 'namesake')`)} THEN 'person_seen' END,
  CASE WHEN EXISTS (SELECT FROM kyc_cases own WHERE own.user_id = kyc_cases.user_id AND own.provider_result->>'result' = 'failed')
    THEN 'provider_failed' END], NULL)`;

/** Time enough for a provider that checks by hand, on a working day. */
const providerHours = 24;

/** SQL: the risks that a row of kyc_cases was submitted with. That its provider was asked becomes its silence. */
export const storedRisks = `CASE WHEN kyc_cases.changed_at < now() - interval '${providerHours} hours'
  THEN array_replace(kyc_cases.risks, 'provider_asked', 'provider_silent') ELSE kyc_cases.risks END`;
