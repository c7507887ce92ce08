import { useLocation, useNavigationType } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to the field that a link names (`/services/create/{draft}/packages#starter.price`) when the
 * link changes the page without loading it. Remix only scrolls there; a browser also moves the focus, so that
 * Tab continues from the field. An element that cannot take the focus is only scrolled to. Back and Forward
 * return to where the page was.
 */
export function useLinkFocus(): void {
  const { key, hash } = useLocation();
  const type = useNavigationType();
  const last = useRef(key);
  useEffect(() => {
    if (key === last.current) return;
    last.current = key;
    if (hash === "" || type === "POP") return;
    document.getElementById(decoded(hash.slice(1)))?.focus({ preventScroll: true });
  }, [key, hash, type]);
}

/** The id that an address names. An address that someone typed can have a broken encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
