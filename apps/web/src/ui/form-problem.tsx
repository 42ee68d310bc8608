import styles from './form-problem.module.css';
import { IconExclamationCircle } from './icons.ts';

/** What is wrong with the form as a whole, kept until the next try. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <div role="alert" className={styles.problem}>
      <IconExclamationCircle size={20} aria-hidden />
      <span>{text}</span>
    </div>
  );
}
