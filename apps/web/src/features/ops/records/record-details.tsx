import { linesOf } from '../parts/facts.tsx';
import { wordsOf } from '../parts/words.ts';
import { ObjectLink } from './object-link.tsx';
import styles from './records.module.css';

/** Details that name something which has a page. */
const objects: Record<string, string> = { userId: 'user', case: 'kyc_case', recovery: 'recovery' };

const isObject = (name: string, text: string) => objects[name] !== undefined && /^\d+$/.test(text);

/** Of plain values, which need no line each. */
function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one !== 'object');
}

/** What else a record holds, each with its name; nothing is left out. */
export function RecordDetails({ details }: { details: Record<string, unknown> }) {
  const lines = Object.entries(details).flatMap(([name, value]) =>
    isList(value) ? [[name, value.join(', ')] as const] : linesOf(value, name),
  );
  if (lines.length === 0) return null;
  return (
    <dl className={styles.details}>
      {lines.map(([path, text]) => (
        <div key={path}>
          <dt className={isObject(path, text) ? 'visually-hidden' : undefined}>{wordsOf(path)}</dt>
          <dd>{isObject(path, text) ? <ObjectLink name={`${objects[path]}:${text}`} /> : text}</dd>
        </div>
      ))}
    </dl>
  );
}
