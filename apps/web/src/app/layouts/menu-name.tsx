import { useTranslation } from 'react-i18next';
import { IconChevronDown } from '../../ui/icons.ts';
import type { NavigationMenu } from './navigation.ts';

/** What a menu of the header is called, with the sign that it opens. */
export function MenuName({ menu }: { menu: NavigationMenu }) {
  const { t } = useTranslation();
  return (
    <>
      {t(`nav.${menu.name}`)}
      <IconChevronDown size={16} aria-hidden />
    </>
  );
}
