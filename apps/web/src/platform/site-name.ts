export const siteName = 'Pelican';
