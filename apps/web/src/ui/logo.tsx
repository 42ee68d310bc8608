/** A pelican's head in profile: the long bill with its pouch, the neck as the stem of a P. */
export function Logo({ size = 28, withName = true }: { size?: number; withName?: boolean }) {
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 8 }}>
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <path
          fill="var(--c-brand)"
          d="M10.8 2.5a6.3 6.3 0 0 1 6.2 5.2h13.2c-.3 8-5.5 13.3-12.3 13.9-1.1.1-1.9.9-1.9 2V29.5H4.5V8.8a6.3 6.3 0 0 1 6.3-6.3Z"
        />
        <path fill="var(--c-bg-1)" opacity=".35" d="M17.1 10.3h10.2c-1.4 5-5.1 8.2-10.2 8.4Z" />
        <circle cx="11.2" cy="8.7" r="1.8" fill="var(--c-bg-1)" />
      </svg>
      {withName && <span style={{ font: '600 18px / 24px var(--font)', color: 'var(--c-text-1)' }}>Pelican</span>}
    </span>
  );
}
