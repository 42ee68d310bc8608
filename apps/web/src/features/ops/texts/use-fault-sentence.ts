import { longestInPlaceOf, placesOf, type TextFault } from '@pelican/shared/contracts/texts';
import { useTranslation } from 'react-i18next';
import './messages.ts';

/** The sentence for a fault of a replacement text, in the operator's language. */
export function useFaultSentence(original: string): (fault: TextFault) => string {
  const { t } = useTranslation('ops-texts');
  const places = placesOf(original);
  return (fault) => {
    if (fault === 'places' && places.length === 0) return t('faults.noPlaces', { braces: '{{…}}' });
    return t(`faults.${fault}`, { places: places.join(' '), max: longestInPlaceOf(original) });
  };
}
