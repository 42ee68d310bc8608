/** Whether styles of the code did not come: another import brings the code without them, only a reload brings both. */
export function isOfStyles(error: unknown): boolean {
  return String(error).includes('CSS');
}
