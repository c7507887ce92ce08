import { Icon } from "#app/ui/icon.tsx";

type Props = {
  name: string;
  label: string;
  hint: string;
  accept: string;
  multiple?: boolean;
  required?: boolean;
  error?: string[];
};

/**
 * A file field with its label, hint and error. A page cannot set its files: after an error the user chooses
 * them again.
 */
export function FileField({ name, label, hint, error, ...rest }: Props) {
  const sentence = error?.[0];
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <span className="hint" id={`${name}-h`}>
        {hint}
      </span>
      <input
        {...rest}
        className="in"
        id={name}
        name={name}
        type="file"
        aria-describedby={sentence ? `${name}-e ${name}-h` : `${name}-h`}
        aria-invalid={sentence ? true : undefined}
      />
      {sentence ? (
        <p className="err" id={`${name}-e`}>
          <Icon name="alert" />
          {sentence}
        </p>
      ) : null}
    </div>
  );
}
