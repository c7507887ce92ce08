import type { ReactNode } from "react";

type Chip = { label: string; to: string; isCurrent: boolean };

/** Links that narrow a list, of which one is current. */
export function FilterChips({
  label,
  className,
  chips,
}: {
  label: string;
  className: string;
  chips: Chip[];
}) {
  return (
    <nav className={className} aria-label={label}>
      {chips.map((chip) => (
        <a key={chip.label} href={chip.to} aria-current={chip.isCurrent ? "true" : undefined}>
          {chip.label}
        </a>
      ))}
    </nav>
  );
}

type FormProps = {
  action: string;
  className: string;
  /** The current chip, which the form preserves; null if it is the default. */
  show: string | null;
  children: ReactNode;
};

/** The search form of a list. It submits by GET, so that filters are part of the address. */
export function FilterForm({ action, className, show, children }: FormProps) {
  return (
    <form className={className} action={action} noValidate>
      {show === null ? null : <input type="hidden" name="show" value={show} />}
      {children}
    </form>
  );
}

const queryInput = { className: "in", name: "q", type: "search", dir: "auto", autoComplete: "off" } as const;

type QueryProps = {
  label: string;
  /** The input's id, if the label is for screen readers only. */
  hiddenLabelFor?: string;
  value: string;
  placeholder: string;
};

/** The text field `q` of a search form. */
export function QueryField({ label, hiddenLabelFor, value, placeholder }: QueryProps) {
  if (hiddenLabelFor === undefined)
    return (
      <label>
        <span className="tiny">{label}</span>
        <input {...queryInput} defaultValue={value} placeholder={placeholder} />
      </label>
    );
  return (
    <>
      <label className="vh" htmlFor={hiddenLabelFor}>
        {label}
      </label>
      <input {...queryInput} id={hiddenLabelFor} defaultValue={value} placeholder={placeholder} />
    </>
  );
}

type SelectProps = {
  name: string;
  label: string;
  options: readonly { key: string; label: string }[];
  /** Null for any. */
  value: string | null;
};

/** A select that narrows a list, with "Any" first. */
export function FilterSelect({ name, label, options, value }: SelectProps) {
  return (
    <label>
      <span className="tiny">{label}</span>
      <select className="in" name={name} defaultValue={value ?? ""}>
        <option value="">Any</option>
        {options.map((option) => (
          <option key={option.key} value={option.key}>
            {option.label}
          </option>
        ))}
      </select>
    </label>
  );
}
