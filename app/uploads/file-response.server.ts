import type { AppLoadContext } from "@remix-run/cloudflare";
import { attachment } from "#app/lib/file-names.ts";
import { mainRead } from "#app/lib/reads.ts";

type Deps = Pick<AppLoadContext, "files" | "pictures" | "log">;

/**
 * Sends a private file as a download, under its own name (docs/specification.md#private-files). The caller
 * has checked that the user may have it. `?preview=1`: a small version of a picture.
 * @param previewSize its largest width and height, in px
 * @throws Response 404 if the bucket has no such file, 503 if it fails
 */
export async function fileResponse(
  deps: Deps,
  request: Request,
  key: string,
  file: { name: string; type: string; bytes: number },
  previewSize: 320 | 640,
): Promise<Response> {
  if (new URL(request.url).searchParams.has("preview")) return await preview(deps, request, key, previewSize);
  const body = await mainRead(() => deps.files.open(key), "Something went wrong", deps.log);
  if (!body) throw new Response(null, { status: 404 });
  return new Response(body, {
    headers: {
      "Content-Type": file.type,
      "Content-Length": String(file.bytes),
      "Content-Disposition": attachment(file.name),
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "private, no-store",
    },
  });
}

/**
 * The browser caches the preview but revalidates it each time. The revalidation encodes nothing, because a
 * stored file never changes.
 */
async function preview(
  { pictures, log }: Deps,
  request: Request,
  key: string,
  size: 320 | 640,
): Promise<Response> {
  const headers = { ETag: `"preview-${size}"`, "Cache-Control": "private, no-cache" };
  if (request.headers.get("If-None-Match") === headers.ETag)
    return new Response(null, { status: 304, headers });
  const picture = await mainRead(() => pictures.makePreview(key, size), "Something went wrong", log);
  if (!picture) return new Response(null, { status: 404 });
  return new Response(picture, {
    headers: { ...headers, "Content-Type": "image/webp", "X-Content-Type-Options": "nosniff" },
  });
}
