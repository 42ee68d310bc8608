import './messages.ts';
import { useTranslation } from 'react-i18next';

interface Item {
  title: string;
  text: string;
}

/** The items of a group of messages, in the order of the file. */
export function useItems(): (group: string) => Item[] {
  const { t } = useTranslation('company');
  return (group) => Object.values(t(group, { returnObjects: true }) as Record<string, Item>);
}
