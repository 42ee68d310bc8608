import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconLanguage } from '../../ui/icons.ts';
import styles from './header.module.css';
import { LanguageLink } from './language-link.tsx';
import { offeredLanguages } from './offered-languages.ts';

/** The languages in the header; each is a link to the same page. */
export function LanguageMenu() {
  const { t } = useTranslation('app-layouts');
  return (
    <Menu position="bottom-end" offset={8} width={200} withinPortal={false}>
      <Menu.Target>
        <button type="button" className={`${styles.link} ${styles.languages}`} aria-label={t('footer.languages')}>
          <IconLanguage size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {offeredLanguages.map((language) => (
          <Menu.Item key={language.code} component={LanguageLink} language={language} />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
