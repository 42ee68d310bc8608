import { linesOf } from '../parts/facts.tsx';
import { wordsOf } from '../parts/words.ts';
import { ObjectLink } from './object-link.tsx';
import styles from './records.module.css';

/** Details that name something which has a page. */
const objects: Record<string, string> = { userId: 'user', case: 'kyc_case', recovery: 'recovery' };

/** What else a record holds, each with its name; nothing is left out. */
export function RecordDetails({ details }: { details: Record<string, unknown> }) {
  const lines = linesOf(details).filter(([path]) => path !== '');
  if (lines.length === 0) return null;
  return (
    <dl className={styles.details}>
      {lines.map(([path, text]) => (
        <div key={path}>
          <dt>{wordsOf(path)}</dt>
          <dd>{objects[path] && /^\d+$/.test(text) ? <ObjectLink name={`${objects[path]}:${text}`} /> : text}</dd>
        </div>
      ))}
    </dl>
  );
}
