import styles from './skeleton.module.css';

/** Holds the place of a page whose code or session is on its way; shows itself only after 150 ms. */
export function PageSkeleton() {
  return (
    <div className={styles.page} data-user={location.pathname.includes('/user/') || undefined} aria-busy="true">
      <span className={styles.bone} style={{ width: 220, height: 36 }} />
      <span className={styles.bone} style={{ width: '100%', height: 44 }} />
      <span className={styles.bone} style={{ width: '100%', height: 320 }} />
    </div>
  );
}
