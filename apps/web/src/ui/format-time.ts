/** Times of the wire are Unix seconds with fraction; formats are the specification's. */
const day = 24 * 60 * 60;
const pad = (value: number) => String(value).padStart(2, '0');
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** HH:mm:ss */
export function formatClock(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${pad(date.getSeconds())}`;
}

/** MMM D, YYYY, HH:mm:ss */
export function formatDateTime(seconds: number): string {
  const date = new Date(seconds * 1000);
  return `${months[date.getMonth()]} ${date.getDate()}, ${date.getFullYear()}, ${formatClock(seconds)}`;
}

/** HH:mm within 24 hours, MMM D, HH:mm before that. */
export function formatRecent(seconds: number, nowSeconds: number = Date.now() / 1000): string {
  const date = new Date(seconds * 1000);
  const time = `${pad(date.getHours())}:${pad(date.getMinutes())}`;
  return nowSeconds - seconds < day ? time : `${months[date.getMonth()]} ${date.getDate()}, ${time}`;
}

/** What is left of a time span: 1d 02:03:04, 02:03:04. */
export function formatLeft(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds));
  const days = Math.floor(whole / day);
  const time = `${pad(Math.floor((whole % day) / 3600))}:${pad(Math.floor((whole % 3600) / 60))}:${pad(whole % 60)}`;
  return days > 0 ? `${days}d ${time}` : time;
}
