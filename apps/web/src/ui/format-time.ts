/** Times of the wire are Unix seconds with fraction; formats are the specification's. */
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
