import type { HTMLInputTypeAttribute, InputHTMLAttributes, ReactNode } from "react";
import { Icon } from "#app/ui/icon.tsx";

type Props = {
  name: string;
  label: string;
  hint?: string;
  /** The server's errors for this field. Only the first is shown. */
  error?: string | string[];
  type?: HTMLInputTypeAttribute;
  defaultValue?: string;
  /** Renders a textarea. */
  multiline?: boolean;
  rows?: number;
  autoComplete?: string;
  inputMode?: InputHTMLAttributes<HTMLInputElement>["inputMode"];
  required?: boolean;
  /**
   * Not for a textarea, where it would cut off pasted text. Instead, the server refuses text that is too
   * long, and shows it again.
   */
  maxLength?: number;
  placeholder?: string;
  autoCapitalize?: string;
  spellCheck?: boolean;
  /** A button at the end of the field; null reserves its space. */
  action?: ReactNode;
  /** The error summary links to this id. Default: the name. */
  id?: string;
};

/** A field with its label, hint and error. */
export function Field({
  name,
  label,
  hint,
  error,
  type = "text",
  multiline,
  rows,
  action,
  id = name,
  ...rest
}: Props) {
  const sentence = typeof error === "string" ? error : error?.[0];
  const described = [sentence && `${id}-e`, hint && `${id}-h`].filter(Boolean).join(" ");
  const control = {
    ...rest,
    id,
    name,
    className: "in",
    "aria-describedby": described || undefined,
    "aria-invalid": sentence ? true : undefined,
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <span className="hint" id={`${id}-h`}>
          {hint}
        </span>
      ) : null}
      {multiline ? (
        <textarea {...control} rows={rows} />
      ) : action === undefined ? (
        <input {...control} type={type} />
      ) : (
        <span className="acted">
          <input {...control} type={type} />
          {action}
        </span>
      )}
      {sentence ? (
        <p className="err" id={`${id}-e`}>
          <Icon name="alert" />
          {sentence}
        </p>
      ) : null}
    </div>
  );
}
