/** The search for offers: what its fields hold, which is in the address, and what of it is sent. */
import { useThrottledValue } from '@mantine/hooks';
import { search as searchSchema } from '@pelican/shared/contracts/loans';
import { useTranslation } from 'react-i18next';
import type { OfferSearch } from '../../../api/loans.ts';
import { validateWith } from '../../../identity/validate.ts';
import { useUrlParams } from '../../../platform/use-url-params.ts';
import { above, faultsOf } from '../form-rules.ts';

export const rangeNames = ['amount', 'days', 'percent', 'oks'] as const;
export type RangeName = (typeof rangeNames)[number];
export const sorts = ['percent', 'amount', 'days', 'date'] as const;

const searchNames = [
  'fiat_currency',
  'currency',
  'sort',
  ...rangeNames.flatMap((name) => [`${name}_from`, `${name}_to`] as const),
] as const;
export type SearchName = (typeof searchNames)[number];

/** Between two looks at what is typed. */
const throttleMs = 300;

export interface OfferSearchState {
  values: Record<SearchName, string>;
  errors: Record<string, string>;
  /** What is asked for: the fields that are filled in; undefined while they contradict each other. */
  query: OfferSearch | undefined;
  /** How many filters there are, money and order apart. */
  filterCount: number;
  change: (changed: Partial<Record<SearchName, string>>) => void;
  clear: () => void;
}

export function useOfferSearch(): OfferSearchState {
  const { t } = useTranslation('loans');
  const [params, setParams] = useUrlParams();
  const filled = Object.fromEntries(
    searchNames.flatMap((name) => {
      const value = params.get(name) ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
  // Compared as text: an object is another one with each render.
  const query = JSON.parse(useThrottledValue(JSON.stringify(filled), throttleMs)) as OfferSearch;
  const fault = (name: RangeName) =>
    above(t, query[`${name}_from`] ?? '', query[`${name}_to`] ?? '', t('form.to', { field: t(`field.${name}`) }));
  const errors = {
    ...faultsOf(Object.fromEntries(rangeNames.map((name) => [`${name}_from`, fault(name)]))),
    ...validateWith(searchSchema)(query),
  };
  const named = ({ currency: _, fiat_currency: _money, sort: _sort, ...ranges }: OfferSearch) => ranges;
  return {
    values: Object.fromEntries(searchNames.map((name) => [name, params.get(name) ?? ''])) as Record<SearchName, string>,
    errors,
    query: Object.keys(errors).length === 0 ? query : undefined,
    filterCount: Object.keys(named(filled)).length + (filled.currency ? 1 : 0),
    change: setParams,
    clear: () => setParams(Object.fromEntries(searchNames.map((name) => [name, '']))),
  };
}
