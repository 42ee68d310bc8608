import { loansPageSize } from '../../api/loans.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';

/** The page of a list, which the address names. @param name of the parameter: a page may have several lists */
export function useOffset(name: string) {
  const [params, setParams] = useUrlParams();
  const wanted = Number(params.get(name) ?? '0');
  const offset = Number.isInteger(wanted) && wanted > 0 ? wanted : 0;
  return {
    page: { offset, limit: loansPageSize },
    onPage: (next: number) => setParams({ [name]: next === 0 ? '' : String(next) }),
  };
}
