import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";

type Props = {
  className?: string;
  name?: string;
  value?: string;
  /**
   * The text of the disabled button while the form is being sent ('Processing...',
   * docs/specification.md#checkout).
   */
  pendingText?: string | undefined;
  children: ReactNode;
};

/**
 * A submit button. While the form is being sent, it shows another text. The inline script does this for a
 * plain form (`data-pending`), React for a hydrated one.
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
