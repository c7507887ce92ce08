import { retryPause } from "#app/lib/retries.ts";

/** How many times an upload is attempted. */
const maxAttempts = 4;

/**
 * Posts a body, and retries if it did not arrive or the server failed (`state: "failed"`).
 * @param show called with the sent share, from 0 to 1
 * @returns the server's JSON; null if it could not be reached
 */
export async function sendUntilArrived<Answer extends { state: string }>(
  url: string,
  body: FormData | Blob,
  show: (share: number) => void,
): Promise<Answer | null> {
  for (let attempt = 1; ; attempt++) {
    const answer = await post<Answer>(url, body, show);
    if ((answer !== null && answer.state !== "failed") || attempt === maxAttempts) return answer;
    await new Promise((resolve) => setTimeout(resolve, retryPause(attempt)));
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. */
export function post<Answer extends { state: string }>(
  url: string,
  body: FormData | Blob,
  show: (share: number) => void = () => {},
): Promise<Answer | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.responseType = "json";
    if (body instanceof Blob) request.setRequestHeader("Content-Type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => show(total > 0 ? loaded / total : 0);
    // A response from an intermediary has no `state`; the product's responses always have one.
    request.onload = () => resolve(hasState(request.response) ? (request.response as Answer) : null);
    request.onerror = () => resolve(null);
    request.ontimeout = () => resolve(null);
    request.send(body);
  });
}

function hasState(value: unknown): value is { state: unknown } {
  return typeof value === "object" && value !== null && "state" in value;
}
