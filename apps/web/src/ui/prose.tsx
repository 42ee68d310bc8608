import styles from './prose.module.css';

interface ProseProps {
  /** As the server has made and sanitised it. */
  html: string;
  /** Of the text, which may differ from the page's. */
  lang?: string;
}

/** A text of operators with its headings, lists and links. */
export function Prose({ html, lang }: ProseProps) {
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own HTML, made and sanitised where it is read; the page's policy allows no inline script
    <div className={styles.prose} data-prose lang={lang} dangerouslySetInnerHTML={{ __html: html }} />
  );
}
