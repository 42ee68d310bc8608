import { useTranslation } from 'react-i18next';
import { wordsOf } from '../parts/words.ts';

/** Gives actions of requests their names in words: 'accounts.unblock' -> 'Let a user in again'. */
export function useActionName(): (action: string) => string {
  const { t } = useTranslation('ops');
  return (action) => t(`approvals.actions.${action}`, wordsOf(action.replace('.', ': ')));
}
