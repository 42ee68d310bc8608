/** A line's label before it is placed: the line's height from the top and the width of its text, in pixels. */
export interface LineLabel {
  y: number;
  width: number;
}

export interface PlacedLabel {
  x: number;
  y: number;
  /** Where the line is when the prices on screen do not reach it. */
  outside: 'above' | 'below' | null;
  /** It stands beside the label of another line, so the price on the axis is the other line's. */
  isBeside: boolean;
}

/** Where the first label begins, from the left. */
const startX = 8;
const gap = 6;
export const labelHeight = 18;

/**
 * Labels that would cover each other stand beside each other, and a line out of sight has its label at the edge.
 * @param labels of all lines, by height
 * @param height of the pane in pixels
 */
export function placeLabel(labels: readonly LineLabel[], index: number, height: number): PlacedLabel {
  const half = labelHeight / 2;
  const heightOf = (at: number) => Math.min(height - half, Math.max(half, labels[at]?.y ?? 0));
  let x = startX;
  for (let at = index; at > 0 && heightOf(at) - heightOf(at - 1) < labelHeight; at--)
    x += (labels[at - 1]?.width ?? 0) + gap;
  const own = labels[index]?.y ?? 0;
  return {
    x,
    y: heightOf(index),
    outside: own < 0 ? 'above' : own > height ? 'below' : null,
    isBeside: x > startX,
  };
}
