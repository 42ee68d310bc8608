/** The picture of a position, drawn by ourselves on a canvas: nothing of it is sent anywhere. */
export interface CardContent {
  pair: string;
  /** "Long 10× Isolated" */
  about: string;
  /** "+12.30 %" */
  percent: string;
  tone: -1 | 0 | 1;
  rows: readonly { label: string; value: string }[];
  /** "" to leave it out. */
  nickname: string;
  brand: string;
  time: string;
}

export interface CardColors {
  background: string;
  panel: string;
  text: string;
  quiet: string;
  line: string;
  gain: string;
  loss: string;
  brand: string;
}

export const cardWidth = 720;
export const cardHeight = 405;
const font = '"Inter Variable", system-ui, sans-serif';
const edge = 40;

/** The theme's colours, so that the card looks like the page it comes from. */
export function cardColors(style: CSSStyleDeclaration): CardColors {
  const color = (name: string) => style.getPropertyValue(`--c-${name}`).trim();
  return {
    background: color('bg-0'),
    panel: color('bg-1'),
    text: color('text-1'),
    quiet: color('text-2'),
    line: color('line'),
    gain: color('buy'),
    loss: color('sell'),
    brand: color('brand') || color('accent'),
  };
}

/** Draws the card; the canvas is `cardWidth` x `cardHeight` times its scale. */
export function drawCard(context: CanvasRenderingContext2D, content: CardContent, colors: CardColors): void {
  const write = (text: string, x: number, y: number, size: number, weight: number, color: string) => {
    context.font = `${weight} ${size}px ${font}`;
    context.fillStyle = color;
    context.fillText(text, x, y);
  };
  context.textBaseline = 'alphabetic';
  context.fillStyle = colors.background;
  context.fillRect(0, 0, cardWidth, cardHeight);
  context.fillStyle = colors.panel;
  context.fillRect(edge / 2, edge / 2, cardWidth - edge, cardHeight - edge);
  context.fillStyle = colors.brand;
  context.fillRect(edge / 2, edge / 2, 6, cardHeight - edge);

  write(content.brand, edge, 66, 20, 600, colors.brand);
  write(content.pair, edge, 112, 28, 600, colors.text);
  write(content.about, edge, 142, 18, 500, colors.quiet);
  const tone = content.tone > 0 ? colors.gain : content.tone < 0 ? colors.loss : colors.text;
  write(content.percent, edge, 222, 64, 600, tone);

  context.fillStyle = colors.line;
  context.fillRect(edge, 256, cardWidth - 2 * edge, 1);
  const step = (cardWidth - 2 * edge) / Math.max(1, content.rows.length);
  content.rows.forEach((row, at) => {
    write(row.label, edge + at * step, 288, 15, 400, colors.quiet);
    write(row.value, edge + at * step, 316, 20, 600, colors.text);
  });
  write(content.nickname, edge, 362, 16, 500, colors.text);
  context.textAlign = 'right';
  write(content.time, cardWidth - edge, 362, 14, 400, colors.quiet);
  context.textAlign = 'left';
}
