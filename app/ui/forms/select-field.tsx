import { Icon } from "#app/ui/icon.tsx";

type Props = {
  name: string;
  label: string;
  /** The options: a text, or a value with its label. */
  options: (string | { value: string; label: string })[];
  defaultValue: string;
  required?: boolean;
  error?: string[];
  /** The error summary links to this id. Default: the name. */
  id?: string;
  /** The text of the empty option. */
  none?: string;
};

/** A select with its label and error. Without a default value, nothing is selected. */
export function SelectField({
  name,
  label,
  options,
  defaultValue,
  required,
  error,
  id = name,
  none = "Choose one",
}: Props) {
  const sentence = error?.[0];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        className="in"
        id={id}
        name={name}
        required={required}
        defaultValue={defaultValue}
        aria-describedby={sentence ? `${id}-e` : undefined}
        aria-invalid={sentence ? true : undefined}
      >
        <option value="">{none}</option>
        {options.map((option) =>
          typeof option === "string" ? (
            <option key={option}>{option}</option>
          ) : (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ),
        )}
      </select>
      {sentence ? (
        <p className="err" id={`${id}-e`}>
          <Icon name="alert" />
          {sentence}
        </p>
      ) : null}
    </div>
  );
}
