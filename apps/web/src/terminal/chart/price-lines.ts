/** Horizontal lines over the candles: own orders, positions, triggers, the mark price. */
import { type Chart, type OverlayCreateFiguresCallbackParams, registerOverlay, utils } from 'klinecharts';
import { useEffect, useRef } from 'react';
import { formatFixed } from '../../ui/format.ts';
import { useTerminalMarket } from '../terminal-market.ts';
import { type LineLabel, labelHeight, legendsHeight, outsideOf, type PlacedLabel, placeLabel } from './line-labels.ts';

export type LineTone = 'buy' | 'sell' | 'accent' | 'warn' | 'quiet';

export interface ChartLine {
  id: string;
  price: number;
  text: string;
  tone: LineTone;
  /** A line that can be dragged: where it was let go. */
  onDrag?: (price: number) => void;
}

interface LineText {
  /** All lines, dearest first, and which one this is. */
  all: readonly ChartLine[];
  index: number;
  /** The price as the axis has it, also of a line that is being dragged. */
  priceText: (price: number) => string;
}

type FigureParams = OverlayCreateFiguresCallbackParams<LineText>;

const overlayName = 'priceLine';
const group = 'price-lines';
const colours: Record<LineTone, string> = {
  buy: '--c-first',
  sell: '--c-second',
  accent: '--c-accent-fill',
  warn: '--c-warn',
  quiet: '--c-text-3',
};
/** On these the theme's background is the readable text. */
const lightTones = new Set<LineTone>(['warn', 'quiet']);
const textSize = 11;
/** Around a label's text. */
const padding = 8;
const arrows = { above: ' ↑', below: ' ↓' };

function placed({ chart, overlay, coordinates, bounding, yAxis }: FigureParams): PlacedLabel & { text: string } {
  const { all, index, priceText } = overlay.extendData;
  // Measured in the font that the chart writes it in: another one is narrower, and labels would lie over each other.
  const { family } = chart.getStyles().overlay.text;
  const pane = { width: bounding.width, height: bounding.height, top: legendsHeight(bounding.width) };
  const labels = all.map(({ price, text }, at): LineLabel & { text: string } => {
    const y = (at === index ? coordinates[0]?.y : yAxis?.convertToPixel(price)) ?? 0;
    const outside = outsideOf(y, pane);
    const own = at === index ? (overlay.points[0]?.value ?? price) : price;
    const shown = outside ? `${text} ${priceText(own)}${arrows[outside]}` : text;
    return { y, text: shown, width: utils.calcTextWidth(shown, textSize, 'normal', family) + padding };
  });
  return { ...placeLabel(labels, index, pane), text: labels[index]?.text ?? '' };
}

/** The chart's own tag of the last price must stay readable. */
function coversLastPrice({ chart, yAxis }: FigureParams, y: number): boolean {
  const close = chart.getDataList().at(-1)?.close;
  return close !== undefined && yAxis !== null && Math.abs(yAxis.convertToPixel(close) - y) < labelHeight;
}

let isRegistered = false;
function registerOnce(): void {
  if (isRegistered) return;
  isRegistered = true;
  registerOverlay<LineText>({
    name: overlayName,
    totalStep: 2,
    needDefaultPointFigure: false,
    needDefaultXAxisFigure: false,
    needDefaultYAxisFigure: false,
    createPointFigures: (params) => {
      const { bounding } = params;
      const { x, y, text, isLineShown } = placed(params);
      const label = { type: 'text', attrs: { x, y, text, baseline: 'middle' } };
      if (!isLineShown) return label;
      const lineY = params.coordinates[0]?.y ?? y;
      return [
        { type: 'line', attrs: { coordinates: [0, bounding.width].map((end) => ({ x: end, y: lineY })) } },
        label,
      ];
    },
    createYAxisFigures: (params) => {
      const { overlay, bounding, yAxis } = params;
      const { y, outside, isBeside } = placed(params);
      if (outside || isBeside || coversLastPrice(params, y)) return [];
      const isFromZero = yAxis?.isFromZero() ?? false;
      const text = overlay.extendData.priceText(overlay.points[0]?.value ?? 0);
      const x = isFromZero ? 0 : bounding.width;
      const align = isFromZero ? 'left' : 'right';
      return { type: 'text', attrs: { x, y, text, align, baseline: 'middle' }, ignoreEvent: true };
    },
  });
}

function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Keeps the chart's lines equal to the list. A line that is being dragged stays with the pointer. */
export function usePriceLines(chart: Chart | null, lines: readonly ChartLine[]): void {
  const { priceDecimals, grouping } = useTerminalMarket();
  const dragged = useRef<string | null>(null);
  const latest = useRef(lines);
  latest.current = lines;
  useEffect(() => {
    if (chart === null) return;
    registerOnce();
    const priceText = (price: number) => formatFixed(price.toFixed(priceDecimals), priceDecimals, grouping);
    const wanted = new Set(lines.map((line) => line.id));
    for (const { id } of chart.getOverlays({ groupId: group })) {
      if (!wanted.has(id) && id !== dragged.current) chart.removeOverlay({ id });
    }
    const all = lines.toSorted((a, b) => b.price - a.price);
    for (const [index, line] of all.entries()) {
      if (line.id === dragged.current) continue;
      const color = token(colours[line.tone]);
      const textColour = lightTones.has(line.tone) ? token('--c-bg-0') : '#fff';
      const shape = {
        extendData: { all, index, priceText },
        points: [{ value: line.price }],
        styles: {
          line: { color, style: 'dashed' as const },
          text: { backgroundColor: color, color: textColour, size: textSize },
        },
      };
      if (chart.getOverlays({ id: line.id }).length > 0) {
        chart.overrideOverlay({ id: line.id, ...shape });
        continue;
      }
      chart.createOverlay({
        id: line.id,
        name: overlayName,
        groupId: group,
        lock: line.onDrag === undefined,
        onPressedMoveStart: () => {
          dragged.current = line.id;
        },
        onPressedMoveEnd: ({ overlay }) => {
          dragged.current = null;
          const value = overlay.points[0]?.value;
          const current = latest.current.find((candidate) => candidate.id === line.id);
          if (value !== undefined) current?.onDrag?.(value);
          // Until the server has agreed the line stands where the order is.
          if (current) chart.overrideOverlay({ id: line.id, points: [{ value: current.price }] });
        },
        ...shape,
      });
    }
  }, [chart, lines, priceDecimals, grouping]);
}
