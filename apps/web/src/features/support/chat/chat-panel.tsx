import { ActionIcon } from '@mantine/core';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addMessages } from '../../../platform/i18n.ts';
import { IconX } from '../../../ui/icons.ts';
import { TabBar } from '../../../ui/tab-bar.tsx';
import english from '../locales/en.json';
import styles from './chat.module.css';
import { SupportTab } from './support-tab.tsx';
import { TradersTab } from './traders-tab.tsx';

addMessages('support', english);

/** With whom one talks: operators, where nobody else reads it, or everybody. */
const tabs = ['support', 'traders'] as const;
export type ChatTab = (typeof tabs)[number];

interface ChatPanelProps {
  first: ChatTab;
  /** Support answers elsewhere: there is the public chat alone. */
  withoutSupport: boolean;
  onClose: () => void;
}

/** The chat with support, and the public one. */
export function ChatPanel({ first, withoutSupport, onClose }: ChatPanelProps) {
  const { t } = useTranslation('support');
  const [chosen, setChosen] = useState<ChatTab>(first);
  const tab = withoutSupport ? 'traders' : chosen;
  const content = useId();
  const frame = useRef<HTMLElement>(null);
  // Who may write begins to; who has to sign in first begins there.
  useEffect(() => {
    const first = frame.current?.querySelector<HTMLElement>('form :is(input, textarea), [role="tabpanel"] a');
    (first ?? frame.current)?.focus();
  }, []);
  return (
    <section
      ref={frame}
      className={styles.panel}
      aria-label={t('chat.title')}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
    >
      <div className={styles.head}>
        {withoutSupport ? (
          <h2>{t('chat.traders')}</h2>
        ) : (
          <TabBar
            label={t('chat.with')}
            tabs={tabs.map((value) => ({ value, label: t(`chat.tab.${value}`) }))}
            value={tab}
            controls={content}
            onChange={(value) => setChosen(value as ChatTab)}
          />
        )}
        <ActionIcon size={44} aria-label={t('common:dialog.close')} onClick={onClose}>
          <IconX size={20} aria-hidden />
        </ActionIcon>
      </div>
      <div id={content} className={styles.content} role={withoutSupport ? undefined : 'tabpanel'}>
        {tab === 'support' ? <SupportTab onLeave={onClose} /> : <TradersTab />}
      </div>
    </section>
  );
}
