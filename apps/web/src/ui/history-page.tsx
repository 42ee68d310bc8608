import type { ReactNode } from 'react';
import styles from './history-page.module.css';
import { TabBar } from './tab-bar.tsx';

interface HistoryPageProps<Tab extends string> {
  title: string;
  /** Of the list, which the tabs control. */
  listId: string;
  tabs: { value: Tab; label: string }[];
  tab: Tab;
  onTab: (tab: Tab) => void;
  filters: ReactNode;
  /** What can be done with the list, beside its title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page of lists by tabs, with their filters. */
export function HistoryPage<Tab extends string>(props: HistoryPageProps<Tab>) {
  const { title, listId, tabs, tab, onTab, filters, actions, children } = props;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {actions}
      </div>
      <TabBar label={title} controls={listId} value={tab} onChange={(next) => onTab(next as Tab)} tabs={tabs} />
      <div className={styles.filters}>{filters}</div>
      <section
        id={listId}
        role="tabpanel"
        aria-label={tabs.find(({ value }) => value === tab)?.label}
        className={styles.list}
      >
        {children}
      </section>
    </div>
  );
}
