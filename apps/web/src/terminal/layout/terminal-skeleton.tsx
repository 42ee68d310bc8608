import styles from './terminal.module.css';

/** The panes of the terminal before there is anything to put into them. */
export function TerminalSkeleton() {
  return (
    <div className={styles.terminal} data-viewport="desktop" aria-busy="true">
      {['strip', 'chart', 'bottom', 'book', 'form'].map((area) => (
        <div key={area} className={styles.empty} style={{ gridArea: area }} />
      ))}
    </div>
  );
}
