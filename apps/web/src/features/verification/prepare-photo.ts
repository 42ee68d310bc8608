/** Photos of phones are larger than may be sent: they are made smaller here. */

/** Longer sides to try, in pixels: the first is what the server keeps at most, at the last one small print can still be read. */
const sides = [4_096, 3_072, 2_560, 2_048];
const qualities = [0.9, 0.8];

/**
 * The photo as it may be sent. One that is small enough stays as it is, with what it says of where it comes from.
 * @returns undefined for what is no picture; the file itself where it could not be made small enough
 */
export async function preparePhoto(chosen: File, bytesMax: number): Promise<File | undefined> {
  const picture = await createImageBitmap(chosen).catch(() => undefined);
  if (!picture) return undefined;
  try {
    if (chosen.size <= bytesMax) return chosen;
    for (const side of sides)
      for (const quality of qualities) {
        const smaller = await encode(picture, side, quality);
        if (smaller && smaller.size <= bytesMax)
          return new File([smaller], jpegName(chosen.name), { type: smaller.type });
      }
    return chosen;
  } finally {
    picture.close();
  }
}

function encode(picture: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  // Where a PNG is transparent, a JPEG would be black.
  context.fillStyle = 'white';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
}

function jpegName(name: string): string {
  return `${name.replace(/\.\w+$/, '')}.jpg`;
}
