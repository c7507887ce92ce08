import { useActionData, useLocation } from "@remix-run/react";
import { useRef } from "react";

/**
 * The reply to the form that this page sent; undefined if there is none. Unlike `useActionData`, it keeps the
 * reply when the page reads its data again (docs/specification.md#refusal-focus).
 */
export function useReply<Action>(): ReturnType<typeof useActionData<Action>> {
  const reply = useActionData<Action>();
  const { key } = useLocation();
  const kept = useRef<{ key: string; reply: typeof reply }>();
  if (reply !== undefined) kept.current = { key, reply };
  return kept.current?.key === key ? kept.current.reply : undefined;
}
