import type { PictureAnswer } from "#app/gigs/editor/gallery/picture-answer.ts";
import { type Cut, largestPicture, pictureRefusals, sharePicture } from "#app/uploads/picture.ts";
import { post, sendUntilArrived } from "#app/uploads/sending/send-until-arrived.ts";

/** The server's answer; null if it could not be reached. */
type Answer = PictureAnswer | null;

/**
 * Sends one picture, and retries if it did not arrive.
 * @param token the same for each attempt, also for one that the user asks for, so that the picture is added
 * once even if an answer was lost
 * @param show gets the share that has been sent, from 0 to 1
 */
export async function sendPicture(
  url: string,
  { file, cut, token }: { file: File; cut: Cut; token: string },
  show: (share: number) => void,
): Promise<Answer> {
  const picture = await scaled(file);
  if (picture.size > largestPicture)
    return { state: "refused", sentence: pictureRefusals["too large"].sentence };
  const body = new FormData();
  body.set("picture", picture, file.name);
  body.set("cut", cut);
  body.set("token", token);
  return await sendUntilArrived<PictureAnswer>(url, body, show);
}

/** Sends the intent of a picture's button. */
export function sendIntent(url: string, intent: string): Promise<Answer> {
  const body = new FormData();
  body.set("intent", intent);
  return post<PictureAnswer>(url, body);
}

/**
 * A smaller copy of a picture with a large side or a large file; the file itself if it is small, or the
 * browser can't read it.
 */
async function scaled(file: File): Promise<Blob> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return file;
  }
  const share = sharePicture(picture);
  if (share === 1 && file.size <= largestPicture) return file;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * share);
  canvas.height = Math.round(picture.height * share);
  const context = canvas.getContext("2d");
  context?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  // A JPEG has no transparent parts; other formats may.
  const type = file.type === "image/jpeg" ? "image/jpeg" : "image/webp";
  const small = await encoded(canvas, type, 0.9);
  if (small && small.size <= largestPicture) return small.size < file.size ? small : file;
  // Safari can't write WebP, and gives a large PNG instead. A JPEG on white is small.
  if (context) {
    context.globalCompositeOperation = "destination-over";
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  const smallest = await encoded(canvas, "image/jpeg", 0.75);
  return smallest && smallest.size < file.size ? smallest : file;
}

/** @param quality from 0 to 1 @returns null if the picture is too large for the browser's canvas */
function encoded(canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> {
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}
