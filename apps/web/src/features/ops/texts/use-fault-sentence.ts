import { longestInPlaceOf, placeholdersOf, type TextFault } from '@pelican/shared/contracts/texts';
import { useTranslation } from 'react-i18next';
import './messages.ts';

/** The sentence for a fault of a replacement text, in the operator's language. */
export function useFaultSentence(original: string): (fault: TextFault) => string {
  const { t } = useTranslation('ops-texts');
  const placeholders = placeholdersOf(original);
  return (fault) => {
    if (fault === 'placeholders' && placeholders.length === 0) return t('faults.noPlaceholders', { braces: '{{…}}' });
    return t(`faults.${fault}`, { placeholders: placeholders.join(' '), max: longestInPlaceOf(original) });
  };
}
