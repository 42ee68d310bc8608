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

/** The part of the chart that labels stand in, in pixels; `top` is what the legends take of its height. */
export interface LabelPane {
  width: number;
  height: number;
  top: number;
}

/** Where a line is whose label cannot be beside it. */
export function outsideOf(y: number, { height, top }: Pick<LabelPane, 'height' | 'top'>): PlacedLabel['outside'] {
  return y < top ? 'above' : y > height ? 'below' : null;
}

interface Box {
  x: number;
  y: number;
  width: number;
}

function covers(a: Box, b: Box): boolean {
  return Math.abs(a.y - b.y) < labelHeight && a.x < b.x + b.width && b.x < a.x + a.width;
}

/** The next free place: to the right of what is in the way, and where the row is full in the next one towards the middle. */
function freePlace(wanted: Box, taken: readonly Box[], pane: LabelPane): Box {
  const step = wanted.y > (pane.top + pane.height) / 2 ? -labelHeight : labelHeight;
  let place = wanted;
  const rows = Math.ceil(pane.height / labelHeight);
  for (let row = 0; row < rows; ) {
    const inTheWay = taken.find((box) => covers(place, box));
    if (inTheWay === undefined) return place;
    const x = inTheWay.x + inTheWay.width + gap;
    if (x + place.width <= pane.width) place = { ...place, x };
    else {
      place = { ...place, x: startX, y: place.y + step };
      row++;
    }
  }
  return wanted;
}

/**
 * Labels that would cover each other are placed side by side, and a line out of sight has its label at the edge.
 * @param labels of all lines, by height
 */
export function placeLabel(labels: readonly LineLabel[], index: number, pane: LabelPane): PlacedLabel {
  const half = labelHeight / 2;
  const taken: Box[] = [];
  let isBeside = false;
  for (const { y, width } of labels.slice(0, index + 1)) {
    const wanted = { x: startX, y: Math.min(pane.height - half, Math.max(pane.top + half, y)), width };
    const place = freePlace(wanted, taken, pane);
    isBeside = place !== wanted;
    taken.push(place);
  }
  const own = labels[index]?.y ?? 0;
  const { x, y } = taken.at(-1) ?? { x: startX, y: half };
  return { x, y, isLineShown: own >= 0 && own <= pane.height, outside: outsideOf(own, pane), isBeside };
}
