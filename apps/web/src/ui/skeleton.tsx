import styles from './skeleton.module.css';

/** A grey bar of the final size, which shows itself only after 150 ms. Numbers are pixels. */
export function Skeleton({ width = '100%', height = 12 }: { width?: number | string; height?: number | string }) {
  return <span className={styles.bone} style={{ width, height }} aria-hidden />;
}
