import { useTranslation } from 'react-i18next';
import { groupedValues } from '../../../terminal/form/form-numbers.ts';
import { useSpotMarket } from '../market-context.ts';
import type { FormField, FormIssue } from './order-form-logic.ts';

/**
 * The text under each field: what the form found, else what the server said of it.
 * @param attempted what is missing is no mistake before the button was pressed; what was typed and would be refused is
 */
export function useFieldErrors(
  issues: readonly FormIssue[],
  attempted: boolean,
  fromServer: Record<string, string[]>,
): Partial<Record<FormField, string>> {
  const { t } = useTranslation('spot');
  const { grouping } = useSpotMarket();
  const errors: Partial<Record<FormField, string>> = {};
  for (const field of ['price', 'amount', 'total'] as const) {
    const issue = issues.find(({ field: of, isMissing }) => of === field && (attempted || !isMissing));
    const text = issue ? t(issue.key, groupedValues(issue.values, grouping)) : fromServer[field]?.join(' ');
    if (text) errors[field] = text;
  }
  return errors;
}
