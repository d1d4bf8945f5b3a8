// Reads a QR code from a picture of it, as a camera does.

import jsQR from "jsqr";

/** The text of a QR code on a page. */
export async function decodedCode(page, code) {
  const picture = (await code.screenshot()).toString("base64");
  const pixels = await page.evaluate(async (source) => {
    const bytes = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
    canvas.drawImage(image, 0, 0);
    const { data, width, height } = canvas.getImageData(0, 0, image.width, image.height);
    return { data: Array.from(data), width, height };
  }, picture);
  return jsQR(Uint8ClampedArray.from(pixels.data), pixels.width, pixels.height).data;
}
