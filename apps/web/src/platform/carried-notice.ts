/** A notice that a navigation carries to the next page, which shows it once: `navigate(paths.signIn, { state: withNotice({ … }) })`. */
export interface CarriedNotice {
  kind: 'success' | 'warning';
  text: string;
  title?: string;
}

/** The state of a navigation that carries the notice. */
export function withNotice(notice: CarriedNotice): { notice: CarriedNotice } {
  return { notice };
}

/** What the state of a location carries, and the state without it. */
export function takeNotice(state: unknown): { notice: CarriedNotice; rest: object | null } | undefined {
  if (typeof state !== 'object' || state === null || !('notice' in state)) return undefined;
  const { notice, ...rest } = state as { notice: CarriedNotice };
  return { notice, rest: Object.keys(rest).length > 0 ? rest : null };
}
