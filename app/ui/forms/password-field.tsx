import { useEffect, useRef, useState } from "react";
import { Field } from "#app/ui/forms/field.tsx";

type Props = {
  name: string;
  /** Absent: the name. */
  id?: string;
  label: string;
  hint?: string;
  /** `current`: the viewer's password, which a browser may fill in. `new`: one that it may suggest. */
  kind: "current" | "new";
  error?: string | string[];
};

/**
 * A field for a password, which the server always returns empty. Once scripts run, a button shows the
 * password; it is hidden again when the form is sent, so that no browser stores it as text.
 */
export function PasswordField({ kind, ...rest }: Props) {
  const [isShown, setShown] = useState<boolean | null>(null);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    setShown(false);
    const form = box.current?.closest("form");
    const hide = () => setShown(false);
    form?.addEventListener("submit", hide);
    return () => form?.removeEventListener("submit", hide);
  }, []);
  return (
    <div className="field" ref={box}>
      <Field
        {...rest}
        type={isShown ? "text" : "password"}
        autoComplete={`${kind}-password`}
        autoCapitalize="none"
        spellCheck={false}
        required
        action={
          isShown === null ? null : (
            <>
              <button type="button" onClick={() => setShown(!isShown)}>
                {isShown ? "Hide" : "Show"}
                <span className="vh"> password</span>
              </button>
              <span className="vh" role="status">
                {isShown ? "Your password is shown" : null}
              </span>
            </>
          )
        }
      />
    </div>
  );
}
