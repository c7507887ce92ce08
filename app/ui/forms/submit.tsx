import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";

type Props = {
  className?: string;
  name?: string;
  value?: string;
  /** Shown, and the button disabled, while the form is on its way ('Processing...', docs/specification.md#checkout). */
  pendingText?: string;
  children: ReactNode;
};

/**
 * A submit button. A plain post is taken care of by the inline script (`data-pending`), a post of a hydrated form by
 * React: both hide the label's span and put the pending words beside it.
 */
export function Submit({ className = "btn go", name, value, pendingText, children }: Props) {
  const { state } = useNavigation();
  const [pressed, setPressed] = useState(false);
  useEffect(() => {
    if (state === "idle") setPressed(false);
  }, [state]);

  if (!pendingText) {
    return (
      <button type="submit" className={className} name={name} value={value}>
        {children}
      </button>
    );
  }
  const pending = pressed && state !== "idle";
  return (
    <button
      type="submit"
      className={className}
      name={name}
      value={value}
      data-pending={pendingText}
      disabled={pending}
      onClick={() => setPressed(true)}
    >
      <span hidden={pending}>{children}</span>
      {pending ? <span>{pendingText}</span> : null}
    </button>
  );
}
