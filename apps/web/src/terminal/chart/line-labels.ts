/** A line's label before it is placed: the line's height from the top and the width of its text, in pixels. */
export interface LineLabel {
  y: number;
  width: number;
}

export interface PlacedLabel {
  x: number;
  /** Of the label's middle. */
  y: number;
  /** Whether the line itself is on the pane: it may be so beneath the legends while its label is below them. */
  isLineShown: boolean;
  /** Where the line is when its label cannot be beside it. */
  outside: 'above' | 'below' | null;
  /** It is placed beside the label of another line, so the price on the axis is the other line's. */
  isBeside: boolean;
}

/** The legends of candles and indicators are in two rows, on a narrow pane in three. */
const legends = { wide: 44, narrow: 64, narrowBelow: 480 };

/** How far from the top the legends reach. */
export function legendsHeight(paneWidth: number): number {
  return paneWidth < legends.narrowBelow ? legends.narrow : legends.wide;
}

/** Where the first label begins, from the left. */
const startX = 8;
const gap = 6;
export const labelHeight = 18;

/**
 * Labels that would cover each other are placed side by side, and a line out of sight has its label at the edge.
 * @param labels of all lines, by height
 * @param pane its height in pixels, and how much of that the legends take from the top
 */
export function placeLabel(
  labels: readonly LineLabel[],
  index: number,
  pane: { height: number; top: number },
): PlacedLabel {
  const half = labelHeight / 2;
  const { height, top } = pane;
  const heightOf = (at: number) => Math.min(height - half, Math.max(top + half, labels[at]?.y ?? 0));
  let x = startX;
  for (let at = index; at > 0 && heightOf(at) - heightOf(at - 1) < labelHeight; at--)
    x += (labels[at - 1]?.width ?? 0) + gap;
  const own = labels[index]?.y ?? 0;
  return {
    x,
    y: heightOf(index),
    isLineShown: own >= 0 && own <= height,
    outside: own < top ? 'above' : own > height ? 'below' : null,
    isBeside: x > startX,
  };
}
