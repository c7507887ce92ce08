import { useRouteLoaderData } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import type { loader as rootLoader } from "#app/root.tsx";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Shares a page (docs/specification.md#share-link): with the device's own sheet, or by copying the address.
 * Without scripts, and if the browser allows neither, it shows the address.
 * @param path the canonical address of the page
 */
export function ShareLink({ path, title }: { path: string; title: string }) {
  const address = (useRouteLoaderData<typeof rootLoader>("root")?.origin ?? "") + path;
  const [isCopied, setCopied] = useState(false);

  async function share(event: MouseEvent<HTMLElement>) {
    const box = event.currentTarget.closest("details");
    if (!box || box.open) return;
    event.preventDefault();
    setCopied(false);
    const done = await shareOrCopy(address, title);
    if (done === "copied") {
      setCopied(true);
      setTimeout(() => setCopied(false), 5000);
    } else if (done === null) box.open = true;
  }

  return (
    <>
      <details className="share">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary className="more" onClick={share}>
          <Icon name="share" />
          Share
        </summary>
        <p className="small">{address}</p>
      </details>
      {/* Outside, because what is in closed details is hidden. */}
      <span role="status" className="small">
        {isCopied ? "Link copied" : ""}
      </span>
    </>
  );
}

/** @returns null if the browser did neither, for example because it has no permission */
async function shareOrCopy(address: string, title: string): Promise<"shared" | "copied" | null> {
  try {
    if ("share" in navigator) {
      await navigator.share({ title, url: address });
      return "shared";
    }
  } catch (error) {
    // The user has closed the sheet.
    if (error instanceof DOMException && error.name === "AbortError") return "shared";
  }
  try {
    await navigator.clipboard.writeText(address);
    return "copied";
  } catch {
    // No permission, or no secure connection: the address is shown instead.
    return null;
  }
}
