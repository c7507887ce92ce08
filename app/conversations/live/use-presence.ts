import { useEffect, useState } from "react";
import { sendFrame, typingShown, watchPause } from "#app/conversations/live/frames.ts";
import { useLiveEvents } from "#app/conversations/live/hub.ts";
import { useVisible } from "#app/ui/use-visible.ts";

/** Whether the other participant is online (null: unknown), and whether they are typing. */
export type Presence = { isOnline: boolean | null; isTyping: boolean };

/**
 * Requests the other's presence while the page shows their conversation in the foreground
 * (docs/specification.md#presence).
 */
export function usePresence(conversation: string, otherId: string): Presence {
  const [isOnline, setOnline] = useState<boolean | null>(null);
  /** A new object each time the other types; null if they are not typing. */
  const [typing, setTyping] = useState<object | null>(null);
  const isVisible = useVisible();
  const watch = () => sendFrame({ type: "watch", conversation });
  useLiveEvents((event) => {
    if (event.type === "open" && isVisible) watch();
    if (event.type === "closed") setOnline(null);
    if (!("conversation" in event) || event.conversation !== conversation) return;
    if (event.type === "presence" && event.user === otherId) setOnline(event.isOnline);
    if (event.type === "typing" && event.user === otherId) setTyping({});
    if (event.type === "message" && event.message.senderId === otherId) setTyping(null);
  });
  useEffect(() => {
    if (!isVisible) return;
    const again = () => sendFrame({ type: "watch", conversation });
    again();
    const timer = setInterval(again, watchPause);
    return () => {
      clearInterval(timer);
      sendFrame({ type: "unwatch" });
    };
  }, [isVisible, conversation]);
  useEffect(() => {
    if (!typing) return;
    const timer = setTimeout(() => setTyping(null), typingShown);
    return () => clearTimeout(timer);
  }, [typing]);
  return { isOnline, isTyping: typing !== null };
}
